"""The languages of the program: English, and one folder with a catalogue for each other."""

from gettext import translation
from pathlib import Path

from companion.language import ENGLISH, Language

FOLDER = Path(__file__).parent
DOMAIN = "companion"
"""The file name of every catalogue."""

OWN_NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}
"""Every language's own name by its code (ISO 639-1)."""


def language(code: str) -> Language:
    """A language by its code. Raises KeyError for an unknown one."""
    if code not in OWN_NAMES:
        raise KeyError(code)
    if code == ENGLISH.code:
        return ENGLISH
    return Language(code, translation(DOMAIN, str(FOLDER), [code]))
