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


def test_columns_that_repeat_are_never_wider_than_their_place() -> None:
    """UX-003: at 200 % text a phone of 320 px is ten `rem` wide, so a least width above that gives way: `min(12rem, 100%)`."""
    least = re.compile(r"repeat\(auto-fi\w+, minmax\((\d[\d.]*)rem")
    sheets = [path for path in settings.BASE_DIR.glob("**/static/**/*.css") if ".venv" not in path.parts]
    assert not [path.name for path in sheets for width in least.findall(path.read_text()) if float(width) > 8]
