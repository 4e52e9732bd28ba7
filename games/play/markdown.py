"""Our own documents, written in Markdown, as parts of a page: headings below the page's own, with anchors; wide parts scroll."""

import re
from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token


def to_html(text: str) -> str:
    """HTML in the text is shown, not used."""
    return str(_parser.render(text))


def _below(tokens: Sequence[Token]) -> None:
    """Each heading one level down, with its title as anchor: the page around it has the h1."""
    for at, token in enumerate(tokens):
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{int(token.tag[1]) + 1}"
        if token.type == "heading_open":
            token.attrSet("id", re.sub(r"[^a-z0-9]+", "-", tokens[at + 1].content.lower()).strip("-"))


def _table_open(self: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    return '<div class="scroll" tabindex="0">' + self.renderToken(tokens, at, options, env)


def _table_close(self: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    return self.renderToken(tokens, at, options, env) + "</div>"


def _fence(self: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    return self.code_block([tokens[at]], 0, options, env).replace("<pre>", '<pre class="scroll" tabindex="0">', 1)


_parser = MarkdownIt("js-default", {"linkify": False, "typographer": False})
_parser.core.ruler.push("below", lambda state: _below(state.tokens))
_parser.add_render_rule("table_open", _table_open)
_parser.add_render_rule("table_close", _table_close)
_parser.add_render_rule("fence", _fence)
