"""What a game's own screens keep and do at the table, beside what every game's do."""

from companion.game import Event, Seat
from ui.box.by_touch import LayingHands
from ui.pages.played_table import PlayedTable
from ui.present.models import TableFocus, TableModel
from ui.present.moment import players
from ui.present.table_touches import TableTouch


class GameSide:
    """The side of a table screen that belongs to one game; this one adds nothing to what every game has.

    `take` does what the game's own touches ask for.
    """

    says_done_itself = False
    """Whether its own keys say what “done” would do."""
    hides_simulated = False
    """Whether its own board stands in the place of the simulated table."""

    def __init__(self, side: PlayedTable) -> None:
        self.side = side

    def take(self, _touch: TableTouch, /) -> bool:
        """Does what a touch asks for; False for one that is not the game's own."""
        return False

    def lay_told(self, hands: LayingHands, _event: Event, regions: list[str], /) -> bool:
        """Lays what was told on the simulated table, where it changed these regions; whether anything lay otherwise."""
        return hands.put(regions)

    def carry(self, _start: str, _to: str, /) -> bool:
        """Does what dragging a piece between two squares asks for; False where that is told as in any game."""
        return False

    @property
    def names(self) -> tuple[str, ...]:
        return players(self.side.session.referee.setup)

    @property
    def colours(self) -> tuple[str, ...]:
        """The colour of each seat's piece, where each plays one."""
        return ()

    def natural(self) -> Event | None:
        """What "done" says of its own while the table is as the book has it; None where something else may be meant."""
        return None

    def settled(self) -> Event | None:
        """What "done" says whatever the table shows."""
        return None

    def follow(self) -> bool:
        """Takes in what has been booked, seen and pressed; whether a screen has to change."""
        self.side.session.seat_presses = []
        return False

    def stays(self) -> TableFocus | None:
        """What stays open when something was booked."""
        return None

    def close(self) -> None:
        """What was touched is let go of."""

    def pressed(self, seat: Seat) -> None:
        """A seat's own button, while a screen hides what people lay."""

    def dress(self, _kind: str, model: TableModel, /) -> TableModel:
        """The model of a face of the table screen as this game shows it."""
        return model
