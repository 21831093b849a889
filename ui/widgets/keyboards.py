"""Where the letters lie on keyboards of each language, and what a letter that is held offers besides."""

Rows = tuple[str, ...]

KEYBOARDS: dict[str, Rows] = {
    "en": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "de": ("qwertzuiopü", "asdfghjklöä", "yxcvbnmß"),
    "fr": ("azertyuiop", "qsdfghjklm", "wxcvbnéè"),
    "it": ("qwertyuiopè", "asdfghjklòà", "zxcvbnmùì"),
}
"""By ISO 639-1 code, three rows of letters from above."""
SIGNS: Rows = ("1234567890", "-+,.:;!?/", "&()'’\"#*")
VARIANTS = {
    "a": "àâäáãåæ",
    "c": "çćč",
    "e": "éèêëę",
    "i": "îïìí",
    "l": "ł",
    "n": "ñń",
    "o": "ôöòóõøœ",
    "s": "ßśš",
    "u": "ùûüú",
    "y": "ÿý",
    "z": "žźż",
}


def rows_of(language: str) -> Rows:
    """The rows of a language, those of English where it has none of its own."""
    return KEYBOARDS.get(language, KEYBOARDS["en"])


def halves(rows: Rows) -> Rows:
    """Each row as two, for the two thumbs at a narrow screen: ten keys in a row would be too small to hit there."""
    return tuple(part for row in rows for part in (row[: (len(row) + 1) // 2], row[(len(row) + 1) // 2 :]))


def capital(sign: str) -> str:
    """A letter as a capital; what has none of one letter, such as ß, stays as it is."""
    upper = sign.upper()
    return upper if len(upper) == 1 else sign
