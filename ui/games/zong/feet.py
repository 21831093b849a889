"""What stands below ZONG's board: the seats with their discs, or the flicked pieces with where they go."""

from companion.game import Over, Seat, Seats
from companion.games.zong.rest import Placing, placings
from companion.games.zong.rules import turn
from companion.games.zong.state import State
from companion.language import number
from ui.games.zong.words import square_name
from ui.present.track import Foot, TouchPiece
from ui.words import _


def seat_feet(state: State, names: tuple[str, ...]) -> tuple[Foot, ...]:
    """A cell for each seat: its piece, its name, how many discs of each kind it owns."""
    now = turn(state)
    active: frozenset[Seat] = frozenset()
    if isinstance(now, Over):
        active = frozenset(now.winners)
    elif isinstance(now, Seats):
        active = now.seats
    return tuple(
        Foot(
            name,
            colour=state.agreed.colours[seat],
            seat=seat,
            discs=state.hands[seat],
            lit=seat in active,
        )
        for seat, name in enumerate(names)
    )


def placing_feet(state: State, touched: str | None, done: frozenset[str]) -> tuple[Foot, ...]:
    """A cell for each flicked piece: where it goes, and how far off another answer is where that is in doubt."""
    return tuple(
        Foot(
            goes(placing),
            distance(placing),
            placing.colour,
            placing.seat,
            action=TouchPiece(placing.colour),
            lit=placing.colour == touched,
            done=placing.colour in done or not placing.must_move,
            doubtful=placing.doubtful,
        )
        for placing in placings(state)
    )


def goes(placing: Placing) -> str:
    """Where a piece goes, in a word or two."""
    if not placing.must_move:
        return _("stays on {square}").format(square=square_name(placing.square))
    return _("to {square}").format(square=square_name(placing.square))


def distance(placing: Placing) -> str:
    """How far off the next answer is, where one is in doubt; or that people have decided."""
    if placing.decided:
        return _("decided")
    if placing.doubtful:
        other, away = placing.others[0]
        return _("{square}: {mm} mm").format(mm=number(away, 1), square=square_name(other))
    return ""
