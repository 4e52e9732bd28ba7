"""Text that people type at a table: made clean, and without ways out of the site where its writer is new. Pure."""

import re
import unicodedata

from bluffsite.accounts.names import BLANKS, latin

MOST_SIGNS = 200
"""Characters of a line."""

LEFT_OUT = "[…]"
"""Stands where something was left out: the same in every language."""

_MOST_MARKS = 4  # on one letter, as in names
_MOST_SENT = 4 * MOST_SIGNS  # before any work that grows with the length
_KEPT_FORMATS = {"\u200c", "\u200d"}
_EMOJI_STYLES = {0xFE0E, 0xFE0F}
_KEYCAP = 0x20E3


class TooLong(Exception):
    """More than MOST_SIGNS characters."""


def clean_text(typed: str) -> str:
    """One line of text: NFC, no controls and no signs that turn the direction, few marks on a letter, single spaces.

    May be empty. Raises TooLong.
    """
    if len(typed) > _MOST_SENT:
        raise TooLong
    kept, marks = list[str](), 0
    for sign in unicodedata.normalize("NFC", typed):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > _MOST_MARKS or (kind == "Cf" and sign not in _KEPT_FORMATS and not _is_tag(sign)) or _is_blank(sign):
            continue
        kept.append(" " if kind[0] in "CZ" and sign not in _KEPT_FORMATS else sign)
    text = " ".join("".join(kept).split()).strip("\u200c\u200d ")
    if len(text) > MOST_SIGNS:
        raise TooLong
    return text if any(unicodedata.category(sign)[0] in "LNSP" for sign in text) else ""


def _is_blank(sign: str) -> bool:
    """A letter, mark or symbol that prints nothing; what says how an emoji looks stays."""
    return ord(sign) in BLANKS and ord(sign) not in _EMOJI_STYLES


def _is_tag(sign: str) -> bool:
    """Part of a flag emoji such as that of Scotland."""
    return 0xE0020 <= ord(sign) <= 0xE007F


# --- ways out of the site -------------------------------------------------------------------------------------------
_SIGN = r"\w\u0900-\u0963"
_NAME = rf"[{_SIGN}](?:[{_SIGN}\-]*[{_SIGN}])?"
_ENDINGS = (
    "com|net|org|info|biz|io|me|gg|app|dev|xyz|site|online|club|shop|store|blog|live|tv|link|page|website|space|chat|zip|mobi|ws|vip|"
    "eu|nl|be|de|at|ch|uk|us|np|in|pl|fr|ly|to|cc|co|ai|ru|cn|c0m|भारत|नेपाल"
)
_APART = "com|org|xyz|io|np"
"""Endings that nobody takes for the first word of the next sentence."""
_SPOKEN = "com|net|org|info|io|gg|nl|eu|np|tv|me|कम|नेट"
_DOT = r"(?:\s?[(\[{]\s?(?:\.|dot|punt|punkt|डट)\s?[)\]}]\s?|[\s_]?(?<![^\W_])(?:dot|punt|punkt|डट)(?![^\W_])[\s_]?)"
_LINK = re.compile(
    rf"(?:\w+://\S+|www\s?\.\s?\S+|(?<![\w@]){_NAME}(?:\.{_NAME})*(?:(?:\.|\s\.\s)(?:{_ENDINGS})|\s?\.\s?(?:{_APART})|{_DOT}(?:{_SPOKEN})|"
    rf"\spunkt\sde)\b(?:/\S*)?|(?<![\w@.]){_NAME}(?:\.{_NAME})+/\S+|\b(?:t|wa|bit|discord)\s(?:me|ly|gg)/\S+)",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?![\w.])")
_MAIL = re.compile(rf"[\w.+\-]+(?:@|\s@\s|\s?(?:\(at\)|\[at\])\s?){_NAME}(?:\s?(?:\.|\(dot\)|\[dot\])\s?{_NAME})*", re.IGNORECASE)
_HANDLE = re.compile(r"(?<!\w)@\w[\w.]{2,}|(?<!\w)\w{2,32}#\d{4}(?!\d)")
_NUMBER = re.compile(r"(?<![\w])(?:\+|00)?\d(?:[\s().\-/]{0,2}\d){6,}(?!\w)")
_APPS = (
    "whats?app|wa\\.me|telegram|discord|snap(?:chat)?|insta(?:gram)?|ig|tiktok|facebook|fb|messenger|skype|viber|wechat|kik|steam|"
    "व्हाट्सएप|ह्वाट्सएप|टेलिग्राम|फेसबुक|इन्स्टाग्राम|मेसेन्जर|भाइबर"
)
_ACCOUNT = re.compile(rf"(?<!\w)(?:{_APPS})(?:\s?[:=]\s?\S+|\s(?:(?:is|ist|name|naam)\s)?(?=\w*[._]?\w*[\d_.]\w)[\w.]+)", re.IGNORECASE)
_PATTERNS = (_ACCOUNT, _MAIL, _LINK, _ADDRESS, _HANDLE, _NUMBER)
_DOTS = str.maketrans({"。": ".", "․": ".", "·": ".", "•": ".", "∙": "."})


def without_contacts(text: str) -> str:
    """The text without links, mail addresses, accounts elsewhere and telephone numbers; LEFT_OUT stands for each.

    They are looked for in what the text looks like: digits in any dress, dots of any alphabet, letters that look Latin.
    """
    shown = "".join(sign for sign in unicodedata.normalize("NFKC", text) if ord(sign) != _KEYCAP and ord(sign) not in _EMOJI_STYLES)
    found = sorted(span.span() for pattern in _PATTERNS for span in pattern.finditer(latin(shown).translate(_DOTS)))
    if not found:
        return text
    kept, at = list[str](), 0
    for start, end in found:
        if start >= at:
            kept += [shown[at:start], LEFT_OUT]
        at = max(at, end)
    return "".join(kept) + shown[at:]


def is_empty_without(text: str) -> bool:
    """Whether nothing is left to say once contacts were left out."""
    return not any(unicodedata.category(sign)[0] in "LN" for sign in text.replace(LEFT_OUT, ""))
