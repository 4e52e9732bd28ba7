"""The small part of Markdown that protocol.md is written in, as HTML: headings, paragraphs, lists, tables, code.

The text is our own and trusted, but everything is escaped all the same.
"""

import re
from html import escape

_INLINE = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)")


def to_html(text: str) -> str:
    """Blocks are parted by empty lines; a fenced block keeps its lines as they are."""
    return "\n".join(_block(block) for block in _blocks(text.splitlines()))


def _blocks(lines: list[str]) -> list[list[str]]:
    blocks: list[list[str]] = [[]]
    fenced = False
    for line in lines:
        if line.startswith("```"):
            if not fenced and blocks[-1]:
                blocks.append([])
            fenced = not fenced
            blocks[-1].append(line)
            if not fenced:
                blocks.append([])
        elif line.strip() or fenced:
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def _block(lines: list[str]) -> str:
    first = lines[0]
    if first.startswith("```"):
        return f'<pre class="scroll" tabindex="0"><code>{escape("\n".join(lines[1:-1]))}</code></pre>'
    if first.startswith("#"):
        level = len(first) - len(first.lstrip("#"))
        title, below = first[level:].strip(), level + 1  # the page around it has the h1
        return f'<h{below} id="{slug(title)}">{_inline(title)}</h{below}>'
    if first.startswith("|"):
        return _table(lines)
    if first.startswith("- "):
        return f"<ul>{''.join(f'<li>{_inline(item)}</li>' for item in _items(lines))}</ul>"
    return f"<p>{_inline(' '.join(lines))}</p>"


def _items(lines: list[str]) -> list[str]:
    """List items; a line that does not begin with a dash goes on with the item before."""
    items: list[str] = []
    for line in lines:
        if line.startswith("- "):
            items.append(line[2:].strip())
        else:
            items[-1] += f" {line.strip()}"
    return items


def _table(lines: list[str]) -> str:
    head, _, *rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    top = "".join(f'<th scope="col">{_inline(cell)}</th>' for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{_inline(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="scroll" tabindex="0"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def _inline(text: str) -> str:
    return _INLINE.sub(_span, escape(text, quote=False))


def _span(found: re.Match[str]) -> str:
    code, strong, label, target = found.groups()
    if code is not None:
        return f"<code>{code}</code>"
    if strong is not None:
        return f"<strong>{strong}</strong>"
    return f'<a href="{escape(target)}">{label}</a>'


def slug(title: str) -> str:
    """The anchor of a heading."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
