"""The one door for every word on a screen: `_` and `several`. Translations hang on here."""

import gettext

_catalogue: gettext.NullTranslations = gettext.NullTranslations()


def _(text: str) -> str:
    """The text in the player's language."""
    return _catalogue.gettext(text) if text else ""


def several(one: str, more: str, count: int) -> str:
    """`one` or `more` as the language counts, with {n} filled in."""
    return _catalogue.ngettext(one, more, count).format(n=count)


def for_players(fault: Exception) -> str:
    """What a fault says to players: without the names of files and devices, where it has such words."""
    return str(getattr(fault, "words", fault))


def speak(catalogue: gettext.NullTranslations) -> None:
    """From now on words come from this catalogue."""
    global _catalogue
    _catalogue = catalogue
