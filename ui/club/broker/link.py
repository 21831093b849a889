"""The desk's link to the club: nothing is loaded, opened or told until its owner turns the club on."""

from threading import Thread
from typing import TYPE_CHECKING

from ui.journal.store import Store
from ui.owned.club import ClubKept
from ui.pages.kept import KeptGames
from ui.pages.tableside import Tableside
from ui.words import _, several

if TYPE_CHECKING:
    from ui.club.broker.connection import ConnectionTrial
    from ui.club.broker.publisher import Following, Status


class BoxInClub:
    """One box. All of it is called from the thread of the desk, and none of it waits for the network."""

    def __init__(self) -> None:
        self.kept = ClubKept()
        self._was_on = self.kept.now.on
        self._following: Following | None = None
        self._ending: Thread | None = None
        self._trial: ConnectionTrial | None = None
        self._trouble = ""

    @property
    def said(self) -> tuple[str, bool]:
        trial = self._trial
        if trial is not None:
            return (trial.said, trial.well) if trial.said else (_("One moment …"), True)
        if self._trouble:
            return self._trouble, False
        return ("", True) if self._following is None else _status_words(self._following.status)

    def follow(self, page: str, played: Tableside | None, kept: KeptGames) -> None:
        following = self._following or self._begun(kept.store)
        if following is not None:
            following.follow(page, played, kept)

    def renew(self) -> None:
        now = self.kept.now
        following = self._following
        self._end(forget=following is not None and (not now.on or following.broker != (now.host, now.port)))
        self._was_on = self._was_on and now.on
        self._trial, self._trouble = None, ""

    def _end(self, *, forget: bool) -> None:
        """Nothing is told any longer. `forget`: the broker is to keep nothing of this box."""
        if self._following is not None:
            before, self._following = self._following, None
            self._ending = Thread(target=before.stop, kwargs={"forget": forget}, name="club-end", daemon=True)
            self._ending.start()

    def try_it(self) -> None:
        """See `ClubLink`. A broker that knows clients by their users lets each in once: what follows is ended first."""
        self._end(forget=False)
        try:
            from ui.club.broker.connection import ConnectionTrial
        except ModuleNotFoundError as fault:
            self._trouble = _missing(fault)
            return
        self._trial = ConnectionTrial(self.kept.now, self._ending)

    def close(self) -> None:
        """Ends it; what waits stays in the outbox."""
        if self._following is not None:
            self._following.stop()
            self._following = None

    def _begun(self, store: Store) -> "Following | None":
        """What follows, where that is wanted and can be; one that is still ending, or a try, is waited for."""
        ending = self._ending is not None and self._ending.is_alive()
        trying = self._trial is not None and not self._trial.said
        if not self.kept.now.on or self._trouble or ending or trying:
            return None
        try:
            from ui.club.broker.connection import BrokerFault
            from ui.club.broker.publisher import Following
        except ModuleNotFoundError as fault:
            self._trouble = _missing(fault)
            return None
        try:
            self._following = Following(self.kept.now, store, afresh=not self._was_on)
        except BrokerFault as fault:
            self._trouble = str(fault)
        self._was_on = True
        return self._following


def _missing(fault: ModuleNotFoundError) -> str:
    """Why nothing is told where a library of the extra is missing."""
    line = 'pip install -e ".[broker]"'
    return _("{name} is not installed here: {line}").format(name=fault.name, line=line)


def _status_words(status: "Status") -> tuple[str, bool]:
    if not status.connected:
        words = status.trouble or _("Connecting …")
        if status.waiting:
            kept = several(
                "One result is kept until the club has it.",
                "{n} results are kept until the club has them.",
                status.waiting,
            )
            words = f"{words} {kept}"
        return words, not status.trouble
    if status.waiting:
        waiting = several(
            "Connected. One result waits for the club’s computer.",
            "Connected. {n} results wait for the club’s computer.",
            status.waiting,
        )
        return waiting, True
    if status.club:
        return _("Connected: the club has everything."), True
    return _("Connected. The club’s computer does not listen now; results are kept for it."), True
