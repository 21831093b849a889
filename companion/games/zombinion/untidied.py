"""What people may have left untidy after many events, worked out when somebody asks: play-outs never do."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

from companion.games.zombinion.state import State, Untidy

Found = tuple[Untidy, ...]
Mark = Callable[[Found, State, Any, State], Found]
"""What is untidy after an event: from what was before it, the state before it, the event and the state after it."""


class Later(Sequence[Untidy]):
    """The same as the tuple that it comes to, as soon as anything is asked of it.

    Whole chains of events wait in it, each for what the one before it left. The states in it have nothing untidy of
    their own, so no chain leads through them. `spread`: on the Cestino cards may lie beside each other, for many turns.
    """

    __slots__ = ("_found", "_waiting", "spread")

    def __init__(
        self, mark: Mark, earlier: Sequence[Untidy], change: tuple[State, Any, State], *, spread: bool
    ) -> None:
        self.spread = spread
        self._waiting: tuple[Mark, Sequence[Untidy], tuple[State, Any, State]] | None = (
            mark,
            earlier,
            change,
        )
        self._found: Found = ()

    def settled(self) -> Found:
        """What it comes to; all that it waits for is worked out first, the earliest first."""
        chain: list[tuple[Later, Any]] = []
        earlier: Sequence[Untidy] = self
        while isinstance(earlier, Later) and (waiting := earlier._waiting) is not None:
            chain.append((earlier, waiting))
            earlier = waiting[1]
        found = earlier._found if isinstance(earlier, Later) else tuple(earlier)
        for one, (mark, _, change) in reversed(chain):
            found = one._found = mark(found, *change)
            one._waiting = None
        return found

    def __len__(self) -> int:
        return len(self.settled())

    def __iter__(self) -> Iterator[Untidy]:
        return iter(self.settled())

    @overload
    def __getitem__(self, at: int) -> Untidy: ...

    @overload
    def __getitem__(self, at: slice) -> Found: ...

    def __getitem__(self, at: int | slice) -> Untidy | Found:
        return self.settled()[at]

    def __eq__(self, other: object) -> bool:
        return self.settled() == (other.settled() if isinstance(other, Later) else other)

    def __hash__(self) -> int:
        return hash(self.settled())

    def __repr__(self) -> str:
        return repr(self.settled())

    def __reduce__(self) -> tuple[type[Found], tuple[Found]]:
        return tuple, (self.settled(),)
