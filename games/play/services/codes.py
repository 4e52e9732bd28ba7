"""Addresses of tables: the key of the link, impossible to guess, and the code that is spoken aloud."""

import secrets
import unicodedata

from bluffsite.accounts.names import skeleton

ALPHABET = "ACDEFGHJKMNPQRTWXY34679"
"""Without 0 O, 1 I L, 5 S, 8 B, 2 Z, U V: signs that are read or heard for one another."""

LENGTH = 6
_LATIN = {skeleton(sign): sign for sign in ALPHABET if sign.isalpha()}


def new_key() -> str:
    """128 random bits, 22 signs of a web address."""
    return secrets.token_urlsafe(16)


def new_code() -> str:
    """Six random signs; the caller makes sure that no joinable table has them."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def read_code(text: str) -> str | None:
    """The code that somebody meant: small letters, spaces, dashes and other alphabets make no difference.

    None for what cannot be a code.
    """
    signs = [_sign(sign) for sign in unicodedata.normalize("NFKC", text[:100]) if not (sign.isspace() or sign in "-‐‑‒–—−._/")]
    code = "".join(signs)
    return code if len(code) == LENGTH and all(sign in ALPHABET for sign in code) else None


def _sign(sign: str) -> str:
    if (digit := unicodedata.decimal(sign, None)) is not None:
        return str(digit)
    capital = sign.upper()
    return capital if capital in ALPHABET else _LATIN.get(skeleton(sign), "?")
