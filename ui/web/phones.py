"""The desk's link to phones: nothing is loaded and nothing listens until somebody turns them on for an evening."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ui.words import _

if TYPE_CHECKING:
    from ui.pages.tableside import Tableside
    from ui.web.shelf import JournalShelf
    from ui.web.tonight import PhonesTonight


class WebPhones:
    """The phones of one box. `shelf` has its finished games; `clock`: seconds that only grow.

    `listened_at`: the address of this machine that is served, else all that it has in local networks.
    """

    def __init__(
        self, shelf: "JournalShelf", clock: Callable[[], float] = time.monotonic, listened_at: str = ""
    ) -> None:
        self._shelf, self._clock, self._listened_at = shelf, clock, listened_at
        self.tonight: PhonesTonight | None = None

    def turn_on(self) -> str:
        from ui.web.serving import ServingFault
        from ui.web.tonight import EVERYWHERE, PhonesTonight

        if self.tonight is None:
            try:
                self.tonight = PhonesTonight(self._shelf, self._clock, self._listened_at or EVERYWHERE)
            except ServingFault as fault:
                return _("Phones cannot reach the box: {why}").format(why=fault)
        return ""

    def turn_off(self) -> None:
        before, self.tonight = self.tonight, None
        if before is not None:
            before.stop()

    def tick(self, side: "Tableside | None") -> bool:
        return self.tonight is not None and self.tonight.tick(side)
