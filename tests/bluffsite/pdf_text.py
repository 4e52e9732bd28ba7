"""The text of a PDF as whoever copies it gets it: where a span says what it stands for (joined letters), that is it."""

import io
import re

from pypdf import PdfReader
from pypdf.generic import ContentStream


def text_of(data: bytes) -> str:
    """All pages, a line break after each piece of text."""
    found = PdfReader(io.BytesIO(data))
    return "\n".join(_page(page, found) for page in found.pages)


def _page(page, found) -> str:
    fonts = {name: _letters(font.get_object()) for name, font in page["/Resources"]["/Font"].items()}
    said, font, spans = [], {}, []
    for operands, operator in ContentStream(page.get_contents(), found).operations:
        if operator == b"Tf":
            font = fonts[operands[0]]
        elif operator in (b"BDC", b"BMC"):
            actual = operands[1].get("/ActualText") if len(operands) > 1 and hasattr(operands[1], "get") else None
            if actual is not None and not any(spans):
                said.append(str(actual))
            spans.append(actual is not None)
        elif operator == b"EMC":
            spans.pop()
        elif operator in (b"Tj", b"TJ") and not any(spans):
            pieces = operands[0] if operator == b"TJ" else operands
            said += [_decoded(piece, font) for piece in pieces if hasattr(piece, "original_bytes")]
        elif operator == b"ET":
            said.append("\n")
    return "".join(said)


def _decoded(piece, font: dict[int, str]) -> str:
    codes = piece.original_bytes
    return "".join(font.get(int.from_bytes(codes[at : at + 2]), "") for at in range(0, len(codes), 2))


def _letters(font) -> dict[int, str]:
    """Code of a glyph -> what it stands for."""
    table = font["/ToUnicode"].get_object().get_data().decode("latin-1")
    read = {}
    for block in re.findall(r"beginbfchar(.*?)endbfchar", table, re.DOTALL):
        for code, text in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
            read[int(code, 16)] = bytes.fromhex(text).decode("utf-16-be")
    for block in re.findall(r"beginbfrange(.*?)endbfrange", table, re.DOTALL):
        for first, last, text in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
            for step in range(int(last, 16) - int(first, 16) + 1):
                read[int(first, 16) + step] = chr(int(text, 16) + step)
    return read
