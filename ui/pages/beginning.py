"""How games get onto the table: as agreed on, with the same people once more, or a kept one gone on with."""

from ui.box.opening import Opened, OpeningFault
from ui.faces.page import Page
from ui.opponents.box_seats import BoxSeats
from ui.owned.settings import SettingsKept
from ui.pages.agreement import Agreement
from ui.pages.front import ShownPage
from ui.pages.kept import KeptGames, Unseen
from ui.pages.seating import people_of
from ui.pages.tableside import Tableside
from ui.present import past
from ui.present.desk_touches import ComeBack, GameTouch, PlayAgain, Rematch, Resume, ResumeWith, Start
from ui.records.beginning import once_more
from ui.words import _, upper_first


class Beginning:
    """Begins games, and goes on with kept ones.

    Of the one that was begun last, `source` is what looks at it, `box` which seats the box plays, and `coach` whether
    all people agreed to a coach; `lost` says what of this is not known any more.
    """

    def __init__(self, agreement: Agreement, kept: KeptGames, settings: SettingsKept) -> None:
        self._agreement, self._kept, self._settings = agreement, kept, settings
        self.source = ""
        self.box: BoxSeats = {}
        self.coach = False
        self.lost = ""

    def begun(self, touch: GameTouch, on_table: Tableside | None) -> Opened | Page | None:
        """The game that a touch asks for, or the page that asks what is to look at it; None where there is none.

        `on_table`: the game that lies there now. Raises StoreFault, OpeningFault, GameFault.
        """
        match touch:
            case Start():
                return self._as_agreed()
            case PlayAgain():
                return None if on_table is None else self._again(on_table)
            case Rematch(id):
                return self._rematch(id)
            case Resume(id):
                return self._resumed(id, self._kept.source_of(id) or self._agreement.source)
            case ResumeWith(id, source):
                return self._resumed(id, source)
            case ComeBack(id):
                return self._come_back(id)

    def _as_agreed(self) -> Opened | None:
        agreement = self._agreement
        setup = agreement.setup()
        if setup is None:
            return None
        opened = self._kept.begin(agreement.game, setup, agreement.source)
        self._watched_by(agreement.source, agreement.draft.box_seats, coach=agreement.draft.coach_agreed)
        agreement.trouble = ""
        self._settings.remember(*people_of(agreement.draft))
        return opened

    def _again(self, on_table: Tableside) -> Opened:
        """The same people at the same table once more; who won is handed on to games that ask for it."""
        session = on_table.session
        setup = once_more(session.referee.game, session.referee.setup, session.reply.turn)
        return self._kept.begin(session.referee.game, setup, self.source)

    def _rematch(self, id: int) -> Opened | None:
        """The people of the kept game that is looked back on once more, looked at as they were."""
        looked = self._kept.past.looked
        if looked is None:
            return None
        setup = once_more(looked.game, looked.setup, looked.game.turn(looked.walk.states[-1]))
        source = self._kept.source_of(id) or self._agreement.source
        opened = self._kept.begin(looked.game, setup, source)
        self._as_kept(id, source)
        return opened

    def _as_kept(self, id: int, source: str) -> None:
        self._watched_by(source, self._kept.box_seats_of(id), coach=self._kept.has_coach(id))
        self.lost = self._kept.box_lost(id)

    def _watched_by(self, source: str, box: BoxSeats, *, coach: bool) -> None:
        self.source, self.box, self.coach, self.lost = source, box, coach, ""

    def _come_back(self, id: int) -> Opened:
        """A kept game with its own source of pictures, and no other. Raises StoreFault, OpeningFault, GameFault."""
        source = self._kept.source_of(id)
        if source is None:
            raise OpeningFault(_("It is not known any more what watched this game."))
        try:
            opened = self._kept.resume(id, source)
        except Unseen as unseen:
            raise OpeningFault(upper_first(str(unseen))) from None
        self._as_kept(id, source)
        return opened

    def _resumed(self, id: int, source: str) -> Opened | Page:
        try:
            opened = self._kept.resume(id, source)
        except Unseen as unseen:
            choices = self._agreement.sources_for(unseen.game)
            return ShownPage("unseen", past.source_model(id, _(unseen.game.name), str(unseen), choices))
        self._as_kept(id, source)
        return opened
