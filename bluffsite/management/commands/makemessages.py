"""`makemessages` that also reads Jinja2 fragments, and collects every text of the site into one catalog per language."""

from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages
from jinja2 import Environment
from jinja2.ext import extract_from_ast


def as_python(source: str) -> str:
    """The gettext calls of a Jinja2 template as Python, each on its own line of the template, for xgettext to read."""
    lines = [""] * (source.count("\n") + 1)
    for line, function, message in extract_from_ast(Environment(extensions=["jinja2.ext.i18n"], autoescape=True).parse(source)):
        texts = [message] if isinstance(message, str) else [text for text in message if text is not None]
        lines[line - 1] += f"{function}({', '.join(repr(text) for text in texts)}); "
    return "\n".join(lines)


class BuildFile(makemessages.BuildFile):
    @property
    def is_templatized(self) -> bool:
        return self.translatable.file.endswith(".jinja") or super().is_templatized

    def preprocess(self) -> None:
        if not self.translatable.file.endswith(".jinja"):
            super().preprocess()
            return
        with open(self.path, encoding="utf-8") as source:
            content = as_python(source.read())
        with open(self.work_path, "w", encoding="utf-8") as target:
            target.write(content)


class Command(makemessages.Command):
    build_file_class = BuildFile

    def handle(self, *args: Any, **options: Any) -> None:
        options["locale"] = options["locale"] or [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
        options["extensions"] = ["html", "jinja", "py"]
        options["ignore_patterns"] = [*options["ignore_patterns"], "tests/*", ".venv/*", "var/*", "*/words.py"]
        options["no_location"] = True
        options["no_obsolete"] = True
        options["no_wrap"] = True
        super().handle(*args, **options)
