"""Which names a table may show. Text typed by people stays text: `<b>` is refused nowhere and printed as it is.

`clean_name` gives the name as it is kept, or raises `NameRefused` with one of the codes of `SENTENCES`;
`check_at_table` refuses a name that readers could take for another at the same table.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MOST_SIGNS = 24
"""Visible signs of a name; a letter with its marks, or one joined emoji, is one sign."""

LEAST_OF_USERNAME, MOST_OF_USERNAME = 3, 30
_MOST_POINTS = 96  # of the database column
_MOST_MARKS = 4  # on one letter; ordinary Devanagari and Vietnamese need fewer

SENTENCES: dict[str, Promise] = {
    "empty": _("Please fill in a name."),
    "too_long": _("Use at most 24 characters."),
    "hidden_signs": _("This name holds signs that cannot be seen. Use letters, digits and spaces."),
    "marks": _("This name has too many marks on one letter."),
    "no_letter": _("Use at least one letter or digit."),
    "reserved": _("This name could be taken for staff or the computer. Choose another."),
    "refused": _("The team has asked you to choose another name than this one."),
    "look_alike": _("Another name at this table looks like this one. Choose another."),
}


class NameRefused(Exception):
    """`code` is a key of SENTENCES; `sentence` says it in the language that is active when it is printed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def sentence(self) -> str:
        return str(SENTENCES[self.code])


def clean_name(text: str, *, most: int = MOST_SIGNS) -> str:
    """The name after NFKC and trimming, of at most `most` visible signs. Raises NameRefused."""
    if len(text) > 4 * _MOST_POINTS:  # before any work that grows with the length
        raise NameRefused("too_long")
    name = re.sub(r" +", " ", unicodedata.normalize("NFKC", text)).strip()
    if not name:
        raise NameRefused("empty")
    _check_signs(name)
    if len(name) > _MOST_POINTS or visible_signs(name) > most:
        raise NameRefused("too_long")
    if not any(_kind(sign) in "LN" for sign in name):
        raise NameRefused("no_letter")
    if _is_reserved(name):
        raise NameRefused("reserved")
    return name


def has_form_of_username(name: str) -> bool:
    """Letters with their marks, digits, and `. _ -`. What `clean_name` refuses besides is not asked here."""
    fits = LEAST_OF_USERNAME <= len(name) <= MOST_OF_USERNAME
    return fits and all(sign in "._-" or _kind(sign) in "LMN" or sign in _JOINERS for sign in name)


def check_at_table(name: str, others: Iterable[str]) -> None:
    """Raises NameRefused("look_alike") if `name` cannot be told from one of `others`."""
    mine = skeleton(name)
    if any(skeleton(other) == mine for other in others):
        raise NameRefused("look_alike")


def visible_signs(name: str) -> int:
    """How many signs a reader sees: marks, joiners and what an emoji joiner adds count with their letter."""
    count, joined = 0, False
    for sign in name:
        if not (joined or _kind(sign) == "M" or sign in _JOINERS or sign in _SKIN_TONES):
            count += 1
        joined = sign == _ZWJ and not _is_script_joiner(name)
    return count


# --- signs that nobody sees -----------------------------------------------------------------------------------------
_ZWNJ, _ZWJ, _EMOJI_STYLE = "\u200c", "\u200d", "\ufe0f"
_JOINERS = {_ZWNJ, _ZWJ}
_SKIN_TONES = {chr(point) for point in range(0x1F3FB, 0x1F400)}
BLANKS = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10)}
"""Letters, marks and symbols that print nothing."""
_OVERLAY = 1  # the class of strokes that run through a letter
_VIRAMA = 9  # its canonical combining class, in all scripts of India and Nepal


def _kind(sign: str) -> str:
    """L letter, M mark, N number, P punctuation, S symbol, Z space, C control and unassigned."""
    return unicodedata.category(sign)[0]


def _check_signs(name: str) -> None:
    marks = 0
    for before, sign, after in _neighbours(name):
        if _is_hidden(before, sign, after):
            raise NameRefused("hidden_signs")
        marks = marks + 1 if _kind(sign) == "M" else marks if sign in _JOINERS else 0
        if marks > _MOST_MARKS:
            raise NameRefused("marks")
    if _kind(name[0]) == "M":  # it would hang on whatever is printed before the name
        raise NameRefused("hidden_signs")


def _neighbours(name: str) -> Iterator[tuple[str, str, str]]:
    padded = f" {name} "
    return zip(padded, padded[1:], padded[2:], strict=False)


def _is_hidden(before: str, sign: str, after: str) -> bool:
    if sign in _JOINERS:
        return not (_joins_letters(before, after) or (sign == _ZWJ and _joins_emoji(before, after)))
    if sign == _EMOJI_STYLE:
        return not (_kind(before) == "S" or before in "0123456789#*")
    if sign == " ":
        return False
    return _kind(sign) in "CZ" or ord(sign) in BLANKS or 0xE0100 <= ord(sign) <= 0xE01EF


def _joins_letters(before: str, after: str) -> bool:
    """Inside a conjunct: after a virama, before a letter of the same script."""
    return unicodedata.combining(before) == _VIRAMA and _kind(after) == "L" and _script(before) == _script(after)


def _joins_emoji(before: str, after: str) -> bool:
    return (_kind(before) == "S" or before == _EMOJI_STYLE) and _kind(after) == "S" and ord(after) > 0x2000


def _script(sign: str) -> str:
    return unicodedata.name(sign, "").split(" ")[0]


def _is_script_joiner(name: str) -> bool:
    """Whether the joiners of `name` join letters rather than emoji: then the next letter is a sign of its own."""
    return any(unicodedata.combining(sign) == _VIRAMA for sign in name)


# --- look-alikes ----------------------------------------------------------------------------------------------------
def _pairs(text: str) -> dict[int, str]:
    return {ord(pair[0]): pair[1:] for pair in text.split()}


_CAPITALS = _pairs(
    "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϹC Ϻm "
    "АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX ԚQ ԜW ҮY ӀI ЬB ЗE ГR "
    "ՕO ՍU ԼL ᎪA ᏴB ᏟC ᎠD ᎬE ᏀG ᎻH ᎫJ ᏦK ᏞL ᎷM ᏢP ᎡR ᏚS ᎢT ᏙV ᎳW ᏃZ ИN ЯR "
    "ꓮA ꓐB ꓚC ꓓD ꓰE ꓝF ꓖG ꓧH ꓲI ꓙJ ꓗK ꓡL ꓟM ꓠN ꓳO ꓑP ꓣR ꓢS ꓔT ꓴU ꓦV ꓪW ꓫX ꓬY ꓜZ "
    "ᗩA ᗷB ᑕC ᗪD ᗴE ᖴF ᕼH ᒍJ ᒪL ᗰM ᑎN ᑭP ᖇR ᔕS ᑌU ᐯV ᗯW ᙭X ᘔZ"
)
_SMALL = _pairs(
    "αa βb γy εe ηn ιi κk νv οo ρp σo τt υu χx ωw ϲc ϳj ɑa ɡg ıi ɩi łl øo đd ħh ŧt ƙk ɢg ʀr ɴn ʏy ʟl ꞵb "
    "аa вb гr еe зe ѕs іi јj кk мm нh оo пn рp сc тt уy хx һh ԁd ԛq ԝw ԍg ьb ԏt ӏl үy иu яr ѵv ѡw "
    "օo ոn սu հh զq ցg յj ք9 ſs ᴀa ʙb ᴄc ᴅd ᴇe ʜh ᴊj ᴋk ᴍm ᴏo ᴘp ꜱs ᴛt ᴜu ᴠv ᴡw ᴢz ɪi ĸk ғf ꜰf ꞯq"
)
_SHAPES = str.maketrans({"i": "l", "1": "l", "|": "l", "!": "l", "ا": "l", "0": "o", "5": "s", "$": "s", "8": "b", "2": "z", "@": "a"})


def latin(text: str) -> str:
    """Letters of other alphabets that look like Latin ones made Latin, sign for sign: as long as `text`."""
    return text.translate(_CAPITALS).translate(_SMALL)


def skeleton(name: str) -> str:
    """What is left when signs that look alike are made one: two names with the same skeleton can be mistaken.

    Capitals, accents, spaces, punctuation, the alphabet of a letter (Cyrillic, Greek, full width, ...), the script of
    a digit and digits that look like letters make no difference; digits stay different from each other.
    """
    text = unicodedata.normalize("NFKC", name).translate(_CAPITALS).casefold().translate(_SMALL)
    text = "".join(_latin_digit(sign) for sign in unicodedata.normalize("NFD", text) if not _is_ornament(sign))
    text = text.translate(_SMALL).translate(_SHAPES).replace("rn", "m").replace("vv", "w")
    return "".join(sign for sign in text if _kind(sign) in "LMNS" and sign != _EMOJI_STYLE)


def _is_ornament(sign: str) -> bool:
    """Accents, strokes through a letter, and rings around it; signs of vowels and the like make another letter."""
    return unicodedata.combining(sign) >= 200 or unicodedata.combining(sign) == _OVERLAY or unicodedata.category(sign) == "Me"


def _latin_digit(sign: str) -> str:
    value = unicodedata.decimal(sign, None)
    return sign if value is None else str(value)


# --- names that would pass for somebody -----------------------------------------------------------------------------
_RESERVED_WORDS = {
    "en": "admin administrator moderator mod staff team computer bot robot system server support official operator "
    "admins administrators moderators mods bots robots sysadmin bluffsite",
    "nl": "beheer beheerder personeel medewerker systeem moderatoren computers",
    "de": "verwaltung verwalter mitarbeiter betreiber administration moderation rechner",
    "ne": "एडमिन प्रशासक मोडरेटर कर्मचारी टोली टिम टीम कम्प्युटर कम्प्यूटर बोट बट रोबोट प्रणाली सञ्चालक",
}
_RESERVED = {skeleton(word) for words in _RESERVED_WORDS.values() for word in words.split()}
_EDGE_DIGITS = re.compile(r"^\d+|\d+$")


def _is_reserved(name: str) -> bool:
    words = ["".join(sign if _kind(sign) in "LMN" or sign in "@$|!" else " " for sign in name), name.replace(" ", "")]
    found = [*words[0].split(), words[1], *(_EDGE_DIGITS.sub("", word) for word in words[0].split())]
    return any(skeleton(word) in _RESERVED for word in found)
