"""The Jinja2 environment for fragments (`*.jinja`): what goes over sockets and is included in pages.

There is no request here, so no nonce, no CSRF token and no user: a fragment gets what it shows by name.

`environment` is the one that Django knows; it looks every text up when a fragment is rendered. `for_readers` is the same
for one language and one kind of digits: there the texts are looked up when a template is compiled, which makes a fragment
nearly twice as fast.
"""

import re
from collections.abc import MutableMapping
from functools import cache, partial
from typing import Any, cast

import jinja2
import jinja2.compiler
from django.template import engines
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from jinja2 import nodes
from jinja2.runtime import Context, Macro, missing
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape


def url(name: str, *args: Any, **kwargs: Any) -> str:
    """The address of a named page: `{{ url("table", key=key) }}`."""
    return reverse(name, args=args or None, kwargs=kwargs or None)


_SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
_SIGN = re.compile("[♠♥♦♣](?:10|१०|[2-9AKQJDVB२-९])?")


def signs(text: Any) -> Markup:
    """A text in which every card and suit stands on a chip of paper, in its colour: `{{ d(line.text)|signs }}` (UX-903)."""
    return Markup(_SIGN.sub(lambda found: f'<span class="c-sign c-{_SUITS[found[0][0]]}">{found[0]}</span>', str(escape(text))))  # noqa: S704


def environment(**options: Any) -> jinja2.Environment:
    """Called by Django with the settings' OPTIONS. A missing name is an error, never an empty text."""
    options |= {"undefined": jinja2.StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    options.pop("autoescape", None)
    made = jinja2.Environment(autoescape=True, extensions=["jinja2.ext.i18n"], **options)
    # Looked up at each call, in the language that is active then.
    made.install_gettext_callables(  # type: ignore[attr-defined]
        translation.gettext, translation.ngettext, newstyle=False, pgettext=translation.pgettext, npgettext=translation.npgettext
    )
    made.filters["signs"] = signs
    made.globals.update(static=static, url=url, language=translation.get_language)
    return made


@cache
def for_readers(language: str, devanagari: bool) -> jinja2.Environment:
    """The environment for readers of one language. In Latin digits `d(x)` is x: see `games.play.render`."""
    base = cast(jinja2.Environment, cast(Any, engines["jinja2"]).env)
    made = base.overlay()
    made.__class__ = _ForReaders
    made.extend(reader=_Reader(language, devanagari), found={})
    return made


_special = re.compile("""[&<>'"]""").search


def _printed(value: Any) -> str:
    """What a value looks like in HTML, the same as `escape(value)`: most texts have nothing to escape, and need no new object."""
    if type(value) is str:
        return value if _special(value) is None else escape(value)
    if type(value) is Markup:
        return value
    return str(value) if type(value) is int else escape(value)


class _Generator(jinja2.compiler.CodeGenerator):
    """Prints by way of `_printed`."""

    def _output_child_pre(self, node: nodes.Expr, frame: jinja2.compiler.Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.printed(")


class _Values(dict[str, Any]):
    """What a fragment can name; `missing` for all else, as Jinja2 expects of a context."""

    def __missing__(self, name: str) -> Any:
        return missing


class _Context(Context):
    """Calls macros and pieces at once: they want nothing of it, and looking for that costs as much as a small macro."""

    def call(self, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        if type(obj) not in _PLAIN:
            return super().call(obj, *args, **kwargs)
        kwargs.pop("_block_vars", None)  # what Jinja2 adds for those that do want the context
        kwargs.pop("_loop_vars", None)
        return obj(*args, **kwargs)


_PLAIN = {Macro, partial}


class _Fragment(jinja2.Template):
    """A template that is rendered often: its values are copied once, and found without a call in Python."""

    environment: jinja2.Environment

    def render(self, *args: Any, **kwargs: Any) -> str:
        values = _Values(self.globals)
        values.update(*args, **kwargs)
        context = _Context(self.environment, values, self.name, self.blocks)
        context.resolve_or_missing = values.__getitem__  # type: ignore[method-assign]  # nothing is set before names are looked up
        try:
            return self.environment.concat(self.root_render_func(context))  # type: ignore[no-any-return, attr-defined]
        except Exception:
            self.environment.handle_exception()


class _ForReaders(jinja2.Environment):
    """An environment whose templates are compiled for one kind of reader."""

    context_class = _Context
    template_class = _Fragment
    code_generator_class = _Generator
    printed = staticmethod(_printed)
    reader: "_Reader"
    found: dict[str, jinja2.Template]
    """Templates never change while the site runs: one look is enough, also for what they import."""

    def get_template(self, name: Any, parent: str | None = None, globals: MutableMapping[str, Any] | None = None) -> jinja2.Template:
        if self.auto_reload or globals is not None or type(name) is not str:
            return super().get_template(name, parent, globals)
        known = self.found.get(name)
        if known is None:
            known = self.found[name] = super().get_template(name, parent)
        return known

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """One mapping instead of a chain of them: it is looked through several times in each rendering."""
        return {**self.globals, **(d or {})}

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Fragments are mostly given dicts, and `seat.name` of a dict means its key: no need to try and fail before."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        return cast(nodes.Template, self.reader.visit(super()._parse(source, name, filename)))


class _Reader(NodeTransformer):
    """Puts texts in the place of `_("text")`, and the language in that of `language()`."""

    def __init__(self, language: str, devanagari: bool) -> None:
        self.language, self.devanagari = language, devanagari

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802  # Jinja2's name
        node = cast(nodes.Call, self.generic_visit(node))
        if not isinstance(node.node, nodes.Name) or node.kwargs or node.dyn_args or node.dyn_kwargs:
            return node
        match node.node.name, node.args:
            case "_", [nodes.Const(value=str(text))]:
                with translation.override(self.language):
                    return nodes.Const(translation.gettext(text), lineno=node.lineno)
            case "language", []:
                return nodes.Const(self.language, lineno=node.lineno)
            case "d", [argument] if not self.devanagari:
                return argument
        return node
