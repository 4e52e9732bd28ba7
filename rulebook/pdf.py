"""PDFs of rule documents: compiled by typst, tagged (PDF/UA-1, PDF/A-2a), made once and kept in the data folder."""

import hashlib
import os
from datetime import date
from pathlib import Path

import typst
from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import override

from bluffsite.templatetags.frame import in_devanagari
from rulebook.compact import compact
from rulebook.typeset import Style

FONTS = Path(__file__).parent / "fonts"
STANDARDS = ["a-2a", "ua-1"]
_MADE_BY = f"{typst.__version__}-2"
"""Part of the name of what is kept: the number counts changes of how a document is made from its source."""
MOST_KEPT = 2000
"""Documents in the cache; beyond that the older half goes."""


def document(source: str, style: Style, *, today: date | None = None) -> bytes:
    """The PDF of a source. `today` is printed on it when it is made; what was kept bears the day it was made."""
    path = folder() / f"{hashlib.sha256(f'{_MADE_BY} {source}'.encode()).hexdigest()}.pdf"
    try:
        return path.read_bytes()
    except OSError:
        made = compiled(source, style, today or timezone.localdate())
        _keep(path, made)
        return made


def folder() -> Path:
    return Path(settings.DATA_DIR) / "documents"


def compiled(source: str, style: Style, day: date) -> bytes:
    with override(style.language):
        made = date_format(day, "j. F Y" if style.language == "de" else "j F Y")
        made = in_devanagari(made) if style.digits else made
    raw = typst.compile(
        source.encode(), font_paths=[FONTS], ignore_system_fonts=True, pdf_standards=STANDARDS, sys_inputs={"made": made}, format="pdf"
    )
    return compact(raw)


def _keep(path: Path, made: bytes) -> None:
    """Written aside and moved, so that nobody reads half a document; where the disk is full the document is just made again."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_suffix(f".{os.getpid()}-{id(made)}")
        aside.write_bytes(made)
        aside.replace(path)
        kept = sorted(path.parent.glob("*.pdf"), key=lambda one: one.stat().st_mtime)
        for old in kept[: MOST_KEPT // 2] if len(kept) > MOST_KEPT else []:
            old.unlink(missing_ok=True)
    except OSError:
        return
