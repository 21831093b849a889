"""Pages of an app that is all its machine runs: it is switched off, not quit, and turns its picture."""

from collections.abc import Callable
from functools import partial

from hardware.machine import CommandFault, Power
from hardware.said import Said
from hardware.updates import Change, Progress, Updates
from tests.own_touches import own
from tests.situations.maker import Maker
from ui.club.broker.link import BoxInClub
from ui.owned.settings import ClubKept, ClubSettings
from ui.pages.desk import Desk
from ui.pages.kept import KeptGames
from ui.pages.tableside import Tableside
from ui.present.touches import Goto, Touch
from ui.words import _


class Machine(Power):
    """A machine that only notes what it was asked, and refuses where it is to."""

    def __init__(self, *, refuses: bool = False) -> None:
        self.asked: list[str] = []
        self.refuses = refuses

    def off(self) -> None:
        self._ask("off")

    def restart(self) -> None:
        self._ask("restart")

    def _ask(self, what: str) -> None:
        self.asked.append(what)
        if self.refuses:
            raise CommandFault(Said("the machine refuses: {why}"), "not now")


class Versions(Updates):
    """Versions of the program of which `line` is what changing them says; `ended`: it has come to its end."""

    before = ""

    def __init__(
        self,
        before: str = "",
        *,
        stick: bool = False,
        line: str = "",
        ended: bool = False,
        well: bool = False,
    ) -> None:
        self.before, self._stick, self._came = before, stick, Progress(line, ended=ended, well=well)
        self._asked = False

    @property
    def tells(self) -> bool:
        return bool(self._came.line)

    def has_stick(self) -> bool:
        return self._stick

    def begin(self, _change: Change) -> None:
        self._asked = True

    def progress(self) -> Progress:
        return self._came if self._asked else Progress()


class Club(BoxInClub):
    """A club that says what it is to say, and is told nothing."""

    def __init__(self, said: str = "", *, well: bool = True, on: bool = False) -> None:
        self.kept = ClubKept()
        if said:
            self.kept.now = ClubSettings(on=on, tls=on, host="club.local", port=8883, table="Table 7")
        self._said, self._well = said, well

    @property
    def said(self) -> tuple[str, bool]:
        return _(self._said).format(where="club.local:8883"), self._well

    def follow(self, page: str, played: Tableside | None, kept: KeptGames) -> None:
        """Nobody follows."""

    def renew(self) -> None:
        """Nothing is begun."""

    def try_it(self) -> None:
        """Nothing is tried."""


def box_situations(maker: Maker) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation."""
    shown: dict[str, tuple[Touch, ...]] = {
        "box-home": (),
        "box-settings": (Goto("settings"),),
        "box-off": (Goto("power"),),
        "box-ending": (Goto("power"), own("switch_off")),
    }
    refused = partial(_in_a_box, maker, Machine(refuses=True), Goto("power"), own("switch_off"))
    told = "Installing the new version. This takes some minutes"
    damaged = "setup.sh: expected a whole bundle, found its end at byte 1000"
    updates = {
        "update-without-stick": Versions(),
        "update-offered": Versions("0.9.0", stick=True),
        "update-going-on": Versions("0.9.0", stick=True, line=told),
        "update-done": Versions("0.9.0", stick=True, line=told, ended=True, well=True),
        "update-damaged": Versions("0.9.0", stick=True, line=damaged, ended=True),
    }
    return {
        **{name: partial(_updating, maker, versions) for name, versions in updates.items()},
        **{name: partial(_in_a_box, maker, Machine(), *touches) for name, touches in shown.items()},
        "box-refused": refused,
        "club-off": partial(_in_club, maker, Club()),
        "club-on": partial(_in_club, maker, Club("Connected: the club has everything.", on=True)),
        "club-unreached": partial(
            _in_club, maker, Club("The broker at {where} does not answer.", well=False)
        ),
        "club-typing": partial(_in_club, maker, Club(), own("type_for_club", "host")),
    }


def _in_a_box(maker: Maker, machine: Machine, *touches: Touch) -> Desk:
    desk = maker.home_resume()
    desk.be_box(machine)
    return maker.then(desk, *touches)


def _in_club(maker: Maker, club: Club, *touches: Touch) -> Desk:
    desk = maker.home_resume()
    desk.club = club
    return maker.then(desk, Goto("settings"), Goto("club"), *touches)


def _updating(maker: Maker, versions: Versions) -> Desk:
    """The page that changes the version; where there is something to be told of a change, it was begun there."""
    desk = maker.home_resume()
    desk.be_box(Machine())
    desk.may_change_version(versions)
    maker.then(desk, Goto("settings"), Goto("update"))
    if versions.tells:
        maker.then(desk, own("install_update"))
        desk.tick()
    return desk
