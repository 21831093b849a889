"""Every face of the app in a game of its own making: for screenshots, and for the tests of the screens.

What the referee is shown is what a perfect eye would see; nothing of a screen is made up here.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.game import Game
from companion.games import all_games
from hardware.panel import NoPanel
from hardware.pins import default_pins
from hardware.said import Said
from tests.own_touches import own
from tests.situations.brought import brought_situations
from tests.situations.cards import card_situations
from tests.situations.coached import coached_situations
from tests.situations.enrolling import WITH_EYES as ENROLLING
from tests.situations.enrolling import enrol_situations
from tests.situations.guided import guided_situations
from tests.situations.in_a_box import box_situations
from tests.situations.in_play import play_situations
from tests.situations.looked_back import looked_back_situations
from tests.situations.maker import Maker
from tests.situations.moments import plays
from tests.situations.opponents import opponent_situations
from tests.situations.past import past_situations
from tests.situations.phones import phones_situations
from tests.situations.printing import printing_situations
from tests.situations.secret import secret_situations
from tests.situations.tribes import tribe_situations
from tests.situations.troubles import trouble_situations
from tests.situations.with_camera import WITH_EYES as BY_CAMERA
from tests.situations.with_camera import camera_situations
from tests.situations.zones import zones_situations
from tests.situations.zong import zong_situations
from ui.owned.settings import Person
from ui.pages.agreement import Draft, agree, typing_name
from ui.pages.desk import Desk
from ui.pages.table_check import REST, PinsPage, Writing
from ui.present.touches import Goto, MakeBundle, OpenRules, Typed
from ui.records.beginning import USUAL
from ui.words import _

WITH_EYES = frozenset(
    {
        "cards-simulated",
        *("zong-map-picture", "zong-map-near", "zong-map-check", "zong-vote-picture"),
        *BY_CAMERA,
        *ENROLLING,
    }
)
"""Situations for which a picture is painted and read: slower than the others."""
_OF_GAMES = (
    secret_situations,
    card_situations,
    zong_situations,
    zones_situations,
    brought_situations,
    guided_situations,
    coached_situations,
    opponent_situations,
)


def situations(folder: Path, game: Game[Any] | None = None) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation; journals go into `folder`."""
    maker = Maker(folder, game or all_games()[USUAL])
    return {
        "home": maker.home,
        "home-resume": maker.home_resume,
        "seats": maker.seats,
        "options": lambda: maker.then(maker.seats(), agree(Draft.on_page, "options")),
        "typing": lambda: maker.then(maker.seats(), agree(typing_name, 0)),
        **play_situations(maker),
        **trouble_situations(maker),
        **past_situations(maker),
        **looked_back_situations(maker),
        "eye": lambda: maker.then(maker.desk(), Goto("eye")),
        "packed": lambda: packed(maker),
        "rules": lambda: maker.then(maker.desk(), OpenRules("")),
        "rules-subject": lambda: rules(maker, "", "za-23-underdog", ""),
        "rules-found": lambda: rules(maker, "penny"),
        "rules-one": lambda: rules(maker, "", "za-23-underdog"),
        "language": lambda: maker.then(maker.desk(), Goto("language")),
        "settings": lambda: maker.then(maker.desk(), Goto("settings")),
        "people": lambda: people(maker),
        "pins": lambda: pins(maker),
        **phones_situations(maker),
        **printing_situations(maker),
        "who": lambda: who(maker),
        **box_situations(maker),
        **enrol_situations(maker),
        **tribe_situations(maker.desk),
        **camera_situations(maker),
        **{name: made for of in _OF_GAMES for name, made in of(folder).items()},
    }


def who(maker: Maker) -> Desk:
    desk = maker.desk()
    known = (("Ann", "boarix"), ("Ben", "warus"), ("Carla", "monkus"), ("Dora", ""))
    desk.settings.remember(*(Person(name=name, tribe=tribe) for name, tribe in known))
    return maker.then(desk, Goto("seats"), agree(Draft.on_page, "who:0"))


def rules(maker: Maker, word: str, *shown: str) -> Desk:
    """The rule book, with a word searched for, and rules shown one after the other."""
    desk = maker.then(maker.desk(), OpenRules(maker.game.id, *shown[:1]))
    if word:
        maker.then(desk, own("search"), Typed(word))
    return maker.then(desk, *(own("show_rule", one) for one in shown[1:]))


def pins(maker: Maker) -> Desk:
    """A box without pins, whatever this machine has."""
    desk = maker.desk()
    page = PinsPage(default_pins(), lambda _pins, _post: NoPanel(Said("no pins: this is no Raspberry Pi")))
    page.name = "pins"
    desk._put(page)
    return desk


def people(maker: Maker) -> Desk:
    desk = maker.desk()
    desk.settings.remember(Person(name="Ann", tribe="boarix"), Person(name="Ben"), Person(name="Carla"))
    return maker.then(desk, Goto("people"), own("forget_person", "Ben"))


def packed(maker: Maker) -> Desk:
    desk = maker.until(plays, 12)
    desk.packing.ask = lambda *_about, **_more: None  # type: ignore[method-assign]
    desk = maker.then(desk, MakeBundle())
    file = "/home/ann/.local/share/zo-companion/bundles/zo-support-2026-03-01.zip"
    desk.packing._writing = Writing(outcome=(_("The support bundle is written."), file))
    for _frame in range(REST + 1):
        desk.packing.follow()
    return desk
