"""What the style sheets must not say."""

import re

from django.conf import settings

RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def test_text_in_another_language_is_sized_once_however_deep_it_nests() -> None:
    """UX-906. `:lang()` is true of everything inside: a relative size by it would shrink with every element; `[lang]` is one element."""
    wrong = []
    for path in settings.BASE_DIR.glob("**/static/**/*.css"):
        if ".venv" in path.parts:
            continue
        for selector, body in RULE.findall(path.read_text()):
            parts = [part.strip() for part in selector.split(",")]
            if re.search(r"font-size: [\d.]+em", body) and any(part.split()[-1].startswith(":lang(") for part in parts if part):
                wrong.append(f"{path.name}: {selector.strip()}")
    assert not wrong
