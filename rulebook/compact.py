"""Makes a PDF of typst smaller, its words untouched: small objects go into compressed object streams, as PDF 1.5 and later allow.

typst writes each tag of the text as an object of its own, in plain text; they are half of a tagged document. A document that
does not look as expected is left as it is.
"""

import re
import zlib

_TABLE = re.compile(
    rb"xref\n0 (?P<count>\d+)\n(?P<rows>(?:\d{10} \d{5} [nf]..)+?)trailer\n<<(?P<trailer>.*)>>\nstartxref\n\d+\n%%EOF\s*$", re.DOTALL
)
_OBJECT = re.compile(rb"(?P<number>\d+) 0 obj\n(?P<body>.*?)\nendobj", re.DOTALL)
_SIZE = re.compile(rb"/Size \d+")
_PER_STREAM = 200
"""A reader unpacks a whole stream for one object of it."""


def compact(made: bytes) -> bytes:
    """The same document, smaller."""
    table = _TABLE.search(made)
    if table is None or b"/Encrypt" in table["trailer"]:
        return made
    starts = [int(row[:10]) for row in table["rows"].splitlines() if b" n" in row]
    found = [_OBJECT.match(made, start) for start in starts]
    objects = [(int(one["number"]), one["body"]) for one in found if one is not None]
    streams, small = _whole_streams(made, starts, table.start()), []
    if len(objects) != len(starts):
        return made
    out, places = bytearray(made[: min(starts)]), {}
    for number, body in objects:
        if number in streams:
            places[number] = (1, len(out), 0)
            out += streams[number]
        else:
            small.append((number, body))
    following = int(table["count"])
    for at in range(0, len(small), _PER_STREAM):
        packed = small[at : at + _PER_STREAM]
        places |= {number: (2, following, index) for index, (number, _body) in enumerate(packed)}
        places[following] = (1, len(out), 0)
        out += _object_stream(following, packed)
        following += 1
    places[following] = (1, len(out), 0)
    trailer = _SIZE.sub(b"/Size %d" % (following + 1), table["trailer"])
    start = len(out)
    out += _cross_references(following, places, trailer)
    return bytes(out) + b"startxref\n%d\n%%%%EOF\n" % start


def _whole_streams(made: bytes, starts: list[int], end: int) -> dict[int, bytes]:
    """Objects that are streams, by number, as they stand: their bytes may hold anything, also the word that ends an object."""
    ends = dict(zip(ordered := sorted(starts), [*ordered[1:], end], strict=True))
    pieces = (made[start : ends[start]] for start in starts)
    return {int(piece.split(b" ", 1)[0]): piece for piece in pieces if piece.rstrip().endswith(b"endstream\nendobj")}


def _object_stream(number: int, objects: list[tuple[int, bytes]]) -> bytes:
    offset, heads = 0, []
    for one, body in objects:
        heads.append(b"%d %d" % (one, offset))
        offset += len(body) + 1
    head = b" ".join(heads) + b"\n"
    return _stream(number, b"/Type/ObjStm/N %d/First %d" % (len(objects), len(head)), head + b"\n".join(body for _one, body in objects))


def _cross_references(number: int, places: dict[int, tuple[int, int, int]], trailer: bytes) -> bytes:
    """One row for each number: kind, then where it stands (or in which object stream), then its place in that."""
    rows = [places.get(one, (0, 0, 65535)) for one in range(number + 1)]
    data = b"".join(kind.to_bytes(1) + where.to_bytes(4) + index.to_bytes(2) for kind, where, index in rows)
    return _stream(number, b"/Type/XRef/W[1 4 2]" + trailer, data)


def _stream(number: int, entries: bytes, data: bytes) -> bytes:
    packed = zlib.compress(data, 9)
    return b"%d 0 obj\n<<%b/Filter/FlateDecode/Length %d>>\nstream\n%b\nendstream\nendobj\n\n" % (number, entries, len(packed), packed)
