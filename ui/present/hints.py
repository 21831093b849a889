"""The hints of a first game: what is said once, when a game stands so for the first time."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ui.present.moment import GameSnapshot
from ui.secrecy import covered_legal

When = Callable[[GameSnapshot], object]


@dataclass(frozen=True, slots=True)
class Hint:
    """One hint: two short sentences, in English as marked, and the rule that they tell of.

    `when` gives something true while the game stands so, `where` which regions it is about, `parts` what its words name
    in braces. `key`: the icon of the key that it points to.
    """

    id: str
    words: str
    rule: str
    when: When
    where: Callable[[GameSnapshot], tuple[str, ...]] = lambda _moment: ()
    parts: Callable[[GameSnapshot], Mapping[str, object]] = lambda _moment: {}
    key: str = ""


# what the hints of several games ask


def bare(moment: GameSnapshot) -> bool:
    """Whether the table is to be laid out and nothing lies on it yet, as far as anybody has looked."""
    layout = moment.reply.layout
    if layout is None:
        return False
    return moment.scene is None or len(moment.reply.differences) >= len(layout.regions)


def tidying(moment: GameSnapshot) -> bool:
    return bool(moment.reply.chores)


def chored(*rules: str) -> Callable[[GameSnapshot], tuple[str, ...]]:
    """Where something is to be tidied by one of these rules."""
    return lambda moment: tuple(chore.region for chore in moment.reply.chores if chore.rule in rules)


def one_that_moves(moment: GameSnapshot) -> tuple[str, ...]:
    """A piece that may move, for a beginning; rather one that does nothing else, since its next touch asks nothing."""
    events = covered_legal(moment.game, moment.state)
    squares = {event.start for event in events if event.start}
    shooting = {event.start or event.by for event in events if not event.to}
    return tuple(sorted(squares, key=lambda square: (square in shooting, square)))[:1]


def happened(moment: GameSnapshot, kind: str) -> int:
    """How many events of a kind count so far."""
    return sum(type(line.entry.event).__name__ == kind for line in moment.standing)
