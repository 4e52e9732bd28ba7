"""A rule document as source for typst: the same texts as the page, clause for clause.

Every text goes in as a string of typst (`#"..."`), so nothing in it is read as markup. What `made` is, the day, comes with
the compilation: the source of a document is the same every day.
"""

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from typing import Literal, NamedTuple, cast

import segno
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from bluffsite.templatetags.frame import in_devanagari
from games.core.game import Language
from games.core.registry import game_named
from games.play.new_table_form import Option
from rulebook.page import common_options, game_page, switched
from rulebook.sheet import Sheet, SheetClause, SheetSection
from rulebook.source import COMMON, Clause, Document, Entry, Part, Section, annex_of, common_rules, game_rules, rules_of

Paper = Literal["a4", "phone"]
PAPERS: dict[Paper, str] = {
    "a4": 'paper: "a4", margin: (x: 22mm, top: 20mm, bottom: 24mm)',
    "phone": "width: 90mm, height: 160mm, margin: (x: 6mm, top: 7mm, bottom: 20mm), footer-descent: 15%",
}
_SIZES: dict[Paper, str] = {"a4": "10.5pt", "phone": "10pt"}
_PARSER = MarkdownIt("js-default", {"linkify": False, "typographer": False})


class Style(NamedTuple):
    """What a document is set in. `digits`: ० to ९."""

    language: Language
    paper: Paper
    digits: bool


@lru_cache(maxsize=64)
def rules_source(slug: str, style: Style, version: int = 0) -> str:
    """The whole rule page of a game, or of the rules for every table (`COMMON`); `version` 0 is today's.

    Raises NotInThisGame for an unknown game, NoSuchVersion for a version that there is not.
    """
    with override(style.language):
        return _common(Setter(style), version) if slug == COMMON else _game(slug, Setter(style), version)


def sheet_source(sheet: Sheet, address: str, played: int, style: Style) -> str:
    """The rules of one table; `address` leads back to it, `played` is the version of the rules of its match."""
    with override(style.language):
        return _table(sheet, address, played, Setter(style))


def address_of(rules: Document, slug: str, language: Language) -> str:
    """Where these rules stand on the site: today's at the address that stays, an older version at its own."""
    kwargs: dict[str, str | int] = {} if slug == COMMON else {"slug": slug}
    if rules.version != rules_of(slug, language).version:
        return settings.SITE_URL + reverse("rulebook:version", kwargs={"slug": slug, "version": rules.version})
    return settings.SITE_URL + reverse("rulebook:common" if slug == COMMON else "rulebook:game", kwargs=kwargs)


def _game(slug: str, put: "Setter", version: int) -> str:
    page = game_page(slug, put.language, version)
    rules, game = page.rules, game_named(slug)
    annex, address = annex_of(rules, put.language), address_of(page.rules, slug, put.language)
    put.begin(rules.title, rules.summary, rules.version, address)
    put.facts(rules.facts)
    put.contents()
    put.heading(1, rules.brief_heading)
    put.points(rules.brief)
    put.heading(1, _("Rules"))
    put.sections(rules.sections)
    put.options(page.options)
    for part in rules.parts:
        put.part(part._replace(text=switched(part.text, game, put.language, is_older=bool(rules.common))), rules, annex)
    put.heading(1, annex.title)
    put.sections(annex.sections)
    return put.end()


def _common(put: "Setter", version: int) -> str:
    rules = common_rules(put.language, version)
    put.begin(rules.title, rules.summary, rules.version, address_of(rules, COMMON, put.language))
    put.contents()
    put.heading(1, _("Rules"))
    put.sections(rules.sections)
    if rules.version == common_rules(put.language).version:
        put.options(common_options(put.language))
    for part in rules.parts:
        put.part(part, rules, rules)
    return put.end()


def _table(sheet: Sheet, address: str, played: int, put: "Setter") -> str:
    put.begin(f"{sheet.rules.title}: {_('Rules of this table')}", sheet.rules.summary, played, address, qr=True)
    today = game_rules(sheet.slug, put.language).version
    if played != sheet.rules.version:
        text = _("This match is played by version %(played)s of the rules. Below stands version %(version)s; the end of the rule page tells what changed.")  # fmt: skip  # noqa: E501
        put.paragraph(text % {"played": played, "version": sheet.rules.version})
    elif played != today:
        text = _("This match keeps version %(played)s of the rules, which stands below. Today version %(today)s is in force; the end of the rule page tells what changed.")  # fmt: skip  # noqa: E501
        put.paragraph(text % {"played": played, "today": today})
    put.heading(1, _("Options of this table"))
    put.chosen(sheet)
    put.heading(1, _("Rules"))
    put.sections(_used(sheet.sections))
    put.heading(1, sheet.annex.title)
    put.sections(_used(sheet.annex_sections))
    return put.end()


def _used(sections: tuple[SheetSection, ...]) -> tuple[SheetSection, ...]:
    return tuple(
        SheetSection(section.heading, tuple(clause for clause in section.clauses if clause.is_used))
        for section in sections
        if section.is_used
    )


class Setter:
    """Writes the source piece by piece."""

    def __init__(self, style: Style) -> None:
        self.language, self.style = style.language, style
        self._pieces: list[str] = []
        self._labels: set[str] = set()

    # --- the sheet of paper ---------------------------------------------------------------------------------------------
    def begin(self, title: str, summary: str, version: int, address: str, *, qr: bool = False, sheet: str = "", size: str = "") -> None:
        """`sheet` says the size of the paper where it is neither A4 nor that of a phone; `size` that of letters, for a single page."""
        told = _("Rules version %(version)s.") % {"version": version}
        pages = _("Page %(page)s of %(pages)s") % {"page": "\0", "pages": "\1"}
        before, _nothing, rest = pages.partition("\0")
        between, _nothing, after = rest.partition("\1")
        number = '"१"' if self.style.digits else '"1"'
        count = (
            f"#{self.text(before)}#context counter(page).display({number})#{self.text(between)}"
            f"#context numbering({number}, counter(page).final().first())#{self.text(after)}"
        )
        made = "#sys.inputs.made"
        size = size or _SIZES[self.style.paper]
        self.put(f"#set document(title: {self.text(title)})")
        self.put(f'#set text(font: ("Mukta", "DejaVu Sans Mono"), size: {size}, lang: "{self.language}", hyphenate: false)')
        foot = f"#set text(size: 0.8em)\n#{self.text(title)} · #{self.text(told)} · {made}#linebreak()#{quoted(address)} · {count}"
        self.put(f"#set page({sheet or PAPERS[self.style.paper]}, numbering: {number}, footer: [{foot}])")
        self.put(_STYLE)
        code = ""
        if qr:
            picture, width = BytesIO(), "36mm" if sheet else "26mm"
            segno.make(address, error="m").save(picture, kind="svg", border=2)
            code = f'#image(bytes({quoted(picture.getvalue().decode())}), format: "svg", width: {width}, alt: {self.text(address)})'
        self.put(f"#title()\n#par[#{self.text(summary)}]\n{code}")
        self.put(f"#par[#{self.text(told)} #link({quoted(address)})]")

    def contents(self) -> None:
        self.put(f"#outline(title: {self.text(_('Contents'))}, depth: 2)")

    def end(self) -> str:
        return "\n".join(self._pieces)

    # --- pieces of a document -------------------------------------------------------------------------------------------
    def heading(self, level: int, text: str, label: str = "") -> None:
        """Headings with a label are not in the list of contents."""
        outlined = "false" if label else "true"
        self.put(f"#heading(level: {level}, outlined: {outlined})[#{self.text(text)}]{self._label(label)}")

    def paragraph(self, text: str) -> None:
        self.put(f"#par[#{self.text(text)}]")

    def points(self, texts: tuple[str, ...]) -> None:
        self.put("#list(" + ", ".join(f"[#{self.text(text)}]" for text in texts) + ")")

    def facts(self, facts: tuple[tuple[str, str], ...]) -> None:
        if facts:
            self.put("#list(" + ", ".join(f"[#{self.text(name)}: #strong[#{self.text(value)}]]" for name, value in facts) + ")")

    def sections(self, sections: tuple[Section, ...] | tuple[SheetSection, ...]) -> None:
        for section in sections:
            self.heading(2, section.heading)
            self.clauses(section.clauses)

    def clauses(self, clauses: Sequence[Clause | SheetClause]) -> None:
        for clause in clauses:
            chosen = f" (#{self.text(_('chosen here'))})" if getattr(clause, "is_chosen", False) else ""
            self.put(f"#clause({self.text('§' + clause.number)})[#{self.text(clause.text)}{chosen}]{self._label('c-' + clause.number)}")

    def grid(self, heads: list[str], rows: int, height: str) -> None:
        """An empty table to write in: a wide column for names, one for each box, and a wider last one; rows of this height."""
        boxes = len(heads) - 2
        head = ", ".join(f"[#{self.text(text)}]" for text in heads)
        widths, heights = f"36mm, ..(1fr,) * {boxes}, 18mm", f"auto, ..({height},) * {rows}"
        self.put(f"#table(columns: ({widths}), rows: ({heights}), table.header({head}), ..([],) * {rows * len(heads)})")

    def options(self, options: tuple[Option, ...]) -> None:
        if not options:
            return
        self.heading(1, _("Options of a table"))
        for option in options:
            self.heading(2, option.label, f"o-{option.name}")
            usual = next((value.meaning for value in option.values if value.is_chosen), "")
            others = [] if option.is_number and len(option.values) > 3 else [v.meaning for v in option.values if not v.is_chosen]
            items = [f"[#strong[#{self.text(_('Usually:'))}] #{self.text(usual)}]", *(f"[#{self.text(text)}]" for text in others)]
            self.put("#list(" + ", ".join(items) + ")")

    def chosen(self, sheet: Sheet, *, only_other: bool = False) -> None:
        """The options of a table, or only those that differ from the plain game."""
        items = [f"[#{self.text(_('Seats'))}: {self.shown(str(sheet.seats))}]"]
        for option in sheet.options:
            if only_other and not option.differs:
                continue
            meaning = next(value.meaning for value in option.values if value.is_chosen)
            mark = f" (#{self.text(_('chosen here'))})" if option.differs and not only_other else ""
            shown = f"#strong[#{self.text(meaning)}]" if option.differs else f"#{self.text(meaning)}"
            items.append(f"[#{self.text(option.label)}: {shown}{mark}]")
        self.put("#list(" + ", ".join(items) + ")")

    def part(self, part: Part, rules: Document, annex: Document) -> None:
        self.heading(1, part.heading)
        self.markdown(part.text)
        for entry in part.entries:
            if part.key == "questions":  # short enough to stay on one page, also of a phone
                self.put("#block(breakable: false)[")
            self.heading(2, entry.title, f"e-{entry.key}")
            self.markdown(entry.text)
            self._clauses(entry, rules, annex)
            if part.key == "questions":
                self.put("]")

    def _clauses(self, entry: Entry, rules: Document, annex: Document) -> None:
        found = [(annex if rule.startswith("common.") else rules).clause_of(rule) for rule in entry.rules]
        numbers = dict.fromkeys(clause.number for clause in found if clause is not None)
        if numbers:
            self.put("#par[" + " ".join(f"#link(label({quoted('c-' + number)}))[#{self.text('§' + number)}]" for number in numbers) + "]")

    # --- Markdown -------------------------------------------------------------------------------------------------------
    def markdown(self, text: str) -> None:
        self.put("\n".join(self._block(node) for node in SyntaxTreeNode(_PARSER.parse(text)).children))

    def _block(self, node: SyntaxTreeNode) -> str:
        inner = node.children or []
        match node.type:
            case "paragraph":
                return f"#par[{self._inline(inner)}]"
            case "bullet_list" | "ordered_list":
                kind = "list" if node.type == "bullet_list" else "enum"
                return f"#{kind}(" + ", ".join("[" + "\n".join(self._block(b) for b in item.children) + "]" for item in inner) + ")"
            case "heading":
                return f"#heading(level: 2, outlined: false)[{self._inline(inner)}]"
            case "table":
                return self._table(node)
            case "inline":
                return self._inline([node])
            case _:
                raise ValueError(f"a rule document has no {node.type}")

    def _table(self, node: SyntaxTreeNode) -> str:
        rows = [[self._inline(cell.children) for cell in row.children] for part in node.children for row in part.children]
        columns = len(rows[0])
        widths = "auto" if columns > 4 else "1fr"
        head = ", ".join(f"[{cell}]" for cell in rows[0])
        body = ", ".join(f"[{cell}]" for row in rows[1:] for cell in row)
        return f"#table(columns: ({widths},) * {columns}, table.header({head}), {body})"

    def _inline(self, nodes: list[SyntaxTreeNode]) -> str:
        return "".join(self._span(node) for node in nodes)

    def _span(self, node: SyntaxTreeNode) -> str:
        match node.type:
            case "text" | "code_inline":
                return f"#{self.text(node.content)};" if node.content else ""
            case "softbreak" | "hardbreak":
                return " "
            case "strong":
                return f"#strong[{self._inline(node.children)}]"
            case "em":
                return f"#emph[{self._inline(node.children)}]"
            case "link":
                return self._link(str(node.attrs["href"]), self._inline(node.children))
            case "inline":
                return self._inline(node.children)
            case _:
                raise ValueError(f"a rule document has no {node.type}")

    def _link(self, href: str, inner: str) -> str:
        return f"#link(label({quoted('o-' + href[1:])}))[{inner}]" if href.startswith("#") else f"#link({quoted(href)})[{inner}]"

    # --- words ----------------------------------------------------------------------------------------------------------
    def shown(self, text: str) -> str:
        return in_devanagari(text) if self.style.digits else text

    def text(self, text: str) -> str:
        """A string of typst with the digits of the reader."""
        return quoted(self.shown(text))

    def _label(self, name: str) -> str:
        if not name or name in self._labels:
            return ""
        self._labels.add(name)
        return f" #label({quoted(name)})"

    def put(self, piece: str) -> None:
        self._pieces.append(piece)


def quoted(text: str) -> str:
    """A string of typst."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def paper_of(name: str) -> Paper | None:
    return cast(Paper, name) if name in PAPERS else None


_STYLE = """
#set par(leading: 0.6em, spacing: 0.8em)
#set list(spacing: 0.6em)
#set table(stroke: 0.5pt + black, inset: 3pt)
#show table: set text(size: 0.85em)
#show table.cell.where(y: 0): strong
#show heading: set block(above: 1.3em, below: 0.6em, sticky: true)
#show heading.where(level: 1): set text(size: 1.15em)
#show title: set text(size: 1.2em)
#show link: underline
#show outline: it => { show link: l => l.body; it }
#let clause(number, body) = block(breakable: false, inset: (left: 3.2em))[#h(-3.2em)#box(width: 3.2em, strong(number))#body]
"""
