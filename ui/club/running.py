"""The club's computer at work: database, ear and pages put together, until it is stopped."""

from collections.abc import Sequence

from ui.club.database import ClubDatabase
from ui.club.listening import ClubEar
from ui.club.site import ClubSite
from ui.club.tables import Tables
from ui.owned.club import ClubSettings
from ui.web.serving import Serving


class RunningClub:
    """One club, from `start` until `stop`. Raises DatabaseFault, BrokerFault, ServingFault where it cannot be."""

    def __init__(
        self,
        broker: ClubSettings,
        url: str,
        host: str = "127.0.0.1",
        port: int = 0,
        names: Sequence[str] = (),
    ) -> None:
        self.database = ClubDatabase(url)
        self.tables = Tables(self.database.now)
        self.tables.restore(self.database.boxes())
        self.tables.shut_out(self.database.shut_out())
        self.ear = ClubEar(broker, self.database, self.tables, self._changed, self._kept)
        self.site = ClubSite(self.database, self.tables, lambda: self.ear.connected, names)
        self.serving = Serving(self.site.app, host, port)

    def start(self) -> None:
        self.serving.start()
        self.ear.start()

    def stop(self) -> None:
        self.ear.stop()
        self.serving.stop()
        self.database.close()

    def _changed(self, boxes: set[str]) -> None:
        """In the writer's thread."""
        self.serving.soon(self.site.hub.tables_changed, boxes)
        if self.tables.list_changed():
            self.serving.soon(lambda: self.site.hub.read_again(tables=True))

    def _kept(self) -> None:
        self.serving.soon(lambda: self.site.hub.read_again(tables=False))
