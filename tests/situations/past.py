"""The faces of kept games and of a journal that cannot be read: for screenshots, and for the tests of the screens."""

from collections.abc import Callable
from random import Random

from companion.game import Over
from companion.language import _
from tests.situations.maker import Maker
from ui.box.opening import Opened, OpeningFault
from ui.journal.store import open_anyhow
from ui.pages.desk import Desk
from ui.present.touches import Goto, Quit, Start

SEED = 5


def past_situations(maker: Maker) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation."""

    def past() -> Desk:
        """A game that was won, and one that has not ended."""
        desk = maker.until(lambda r: isinstance(r.now().turn, Over), 40)
        desk.session.tick()
        maker.then(desk, Goto("seats"), Start())
        event = maker.any_event(desk.session.referee, Random(SEED))
        assert event is not None
        desk.session.tell(event)
        return maker.then(desk, Goto("home"), Goto("past"))

    def kept() -> Desk:
        desk = past()
        return maker.then(desk, desk.model().answers[0].action)

    def deleting() -> Desk:
        return maker.then(kept(), Goto("deleting"))

    def deleted() -> Desk:
        desk = deleting()
        return maker.then(desk, desk.model().keys[1].action, Goto("bin"))

    def unseen() -> Desk:
        """A kept game whose camera is gone."""
        desk = kept()

        def gone(_referee: object, _book: object, _source: str) -> Opened:
            raise OpeningFault(_("the camera does not answer; check its cable"))

        desk.kept.opener = gone
        return maker.then(desk, desk.model().answers[0].action)

    def two_games() -> Desk:
        """A game that has not ended, and one just begun."""
        desk = maker.home_resume()
        return maker.then(desk, Goto("seats"), Start(), Goto("home"))

    def unread() -> Desk:
        """A journal that no version of this program has written."""
        folder = maker.folder / "unread"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "games").write_text("no folder")
        desk = maker.desk()
        desk.kept._use(open_anyhow(folder / "games"))
        return desk

    return {
        "past": past,
        "kept": kept,
        "deleting": deleting,
        "bin": deleted,
        "unseen": unseen,
        "quit": lambda: maker.then(maker.home_resume(), Quit()),
        "home-two": two_games,
        "home-unread": unread,
        "play-unkept": lambda: maker.then(unread(), Goto("seats"), Start()),
    }
