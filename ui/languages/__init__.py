"""The languages that the program speaks: English, and one catalogue a folder for every other."""

from gettext import translation
from pathlib import Path

from companion.language import ENGLISH, Language

FOLDER = Path(__file__).parent
DOMAIN = "companion"
"""The name that the files of a catalogue have."""

OWN_NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}
"""Every language by its code (ISO 639-1), as it calls itself."""


def language(code: str) -> Language:
    """A language by its code. Raises KeyError for one that the program does not speak."""
    if code not in OWN_NAMES:
        raise KeyError(code)
    if code == ENGLISH.code:
        return ENGLISH
    return Language(code, translation(DOMAIN, str(FOLDER), [code]))
