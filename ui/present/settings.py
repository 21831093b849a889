"""The settings as plain models: every choice in a row of its own, the chosen one marked."""

from typing import Any

from companion.language import ENGLISH, percent
from ui.languages import OWN_NAMES
from ui.owned.settings import Person, Settings
from ui.present.desk_touches import Goto
from ui.present.front import HomeModel
from ui.present.models import Banner, Button, OptionRow
from ui.present.settings_touches import ForgetPerson, SetTo, SpeakFirst, UndoForgetting
from ui.present.steps import StepModel
from ui.words import _


def settings_model(
    settings: Settings,
    told: str = "",
    *,
    speaks: bool = True,
    dims: bool = False,
    is_box: bool = False,
    updates: bool = False,
    club: bool = False,
) -> StepModel:
    """Every setting with its choices.

    `told`: what is the matter with the file; `speaks`: a voice is installed; `dims`: the display's light can be set;
    `is_box`: the app is all that the machine runs, so it turns the picture and switches the machine off. `updates`:
    the program's version may be changed from here. `club`: the box may be joined to one.
    """
    rows = [
        _row(settings, "language", _("Language"), *((name, code) for code, name in OWN_NAMES.items())),
        _row(
            settings,
            "theme",
            _("Colours"),
            (_("Dark"), "dark"),
            (_("Light"), "light"),
            (_("High contrast"), "contrast"),
        ),
        _row(
            settings,
            "text",
            _("Text size"),
            *((percent(size / 100), size) for size in (100, 120, 140, 160)),
        ),
        _row(settings, "still", _("Motion"), (_("Full"), False), (_("Reduced"), True)),
        _row(settings, "left_handed", _("Keys for"), (_("right hand"), False), (_("left hand"), True)),
        _row(settings, "muted", _("Sound"), (_("On"), False), (_("Off"), True)),
        _row(settings, "volume", _("How loud"), (_("quiet"), 3), (_("medium"), 6), (_("loud"), 10)),
        _row(settings, "voice", _("Voice"), (_("Off"), False), (_("Speaks"), True), enabled=speaks),
        _row(
            settings,
            "saver",
            _("Screen rests after"),
            (_("never"), 0),
            *((_("{n} min").format(n=minutes), minutes) for minutes in (5, 10, 30)),
        ),
    ]
    if dims:
        percents = ((percent(size / 100), size) for size in (25, 50, 75, 100))
        rows.append(_row(settings, "brightness", _("Brightness"), *percents))
    if is_box:
        turns = ((f"{degrees}°", degrees) for degrees in (0, 90, 180, 270))
        rows.append(_row(settings, "turned", _("Picture turned"), *turns))
    notice = Banner("trouble", told) if told else None
    return StepModel(
        _("Settings"), banner=notice, rows=(*rows, _keys(is_box=is_box, updates=updates, club=club))
    )


def _keys(*, is_box: bool, updates: bool, club: bool) -> tuple[Button, ...]:
    """The keys to pages of their own."""
    newer = (Button(_("Update"), Goto("update"), "plain", "down"),) if updates else ()
    joined = (Button(_("Club"), Goto("club"), "plain", "trophy"),) if club else ()
    off = (Button(_("Switch off"), Goto("power"), "plain", "off"),) if is_box else ()
    return (
        Button(_("People who play here"), Goto("people"), "plain", "people"),
        Button(_("Kept games"), Goto("past"), "plain", "list"),
        Button(_("Check the table"), Goto("check"), "plain", "check"),
        Button(_("Phones"), Goto("phones"), "plain", "eye"),
        Button(_("Buttons and lamps"), Goto("pins"), "plain", "pins"),
        Button(_("About this box"), Goto("about"), "plain", "info"),
        *joined,
        *newer,
        *off,
    )


def _row(
    settings: Settings, name: str, words: str, *choices: tuple[str, Any], enabled: bool = True
) -> OptionRow:
    now = getattr(settings, name) or (ENGLISH.code if name == "language" else getattr(settings, name))
    keys = tuple(
        Button(said, SetTo(name, value), "chosen" if value == now else "plain", enabled=enabled)
        for said, value in choices
    )
    return OptionRow(words, keys)


def language_model() -> HomeModel:
    """The first page of all: which language, each in its own words."""
    greetings = {"en": "Welcome!", "de": "Willkommen!", "fr": "Bienvenue !", "it": "Benvenuti!"}
    keys = tuple(Button(name, SpeakFirst(code), detail=greetings[code]) for code, name in OWN_NAMES.items())
    return HomeModel("Zo Companion", None, keys)


def people_model(people: tuple[Person, ...], forgotten: str = "") -> StepModel:
    """Who played here; a touch takes somebody out, and back again."""
    keys = [
        Button(person.name, ForgetPerson(person.name), "plain", "wrong", _("Touch to remove this name."))
        for person in people
    ]
    banner = None
    if forgotten:
        banner = Banner("calm", _("{name} was removed.").format(name=forgotten))
        keys.insert(0, Button(_("Undo"), UndoForgetting(), "main", "back"))
    body = () if people else (_("Nobody yet: names are kept when a game begins."),)
    return StepModel(_("People who play here"), body=body, banner=banner, keys=tuple(keys))
