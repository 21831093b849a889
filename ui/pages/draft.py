"""A set-up in the making, as a value that touches change."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Concatenate, ParamSpec

from companion.game import PLAYER, Game, Option, Seat, Setup, Value, checked, nobody
from ui.box.opening import SIMULATED
from ui.faces.registry import face_of, with_owners
from ui.opponents.box_seats import BY_NAME, BoxSeats
from ui.owned.tribes import numbered
from ui.present.touches import Do
from ui.words import _

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Typing:
    """What is being typed: its title, its text so far, and what comes of it: another draft, or why it cannot be so."""

    title: str
    text: str
    told: "Callable[[str], Draft | str]"


@dataclass(frozen=True, slots=True)
class Draft:
    """A set-up in the making: names as typed, options as chosen, the source of pictures, and facts of the owner's.

    `box`: by seat, the name of the level at which the box plays it; empty for a person. `coach`: by seat, under which
    name somebody agreed to a coach: who sits down there later has not. `named`: the source that people asked for.
    """

    game: Game[Any]
    seats: int
    names: tuple[str, ...] = ("", "")
    options: tuple[tuple[str, Value], ...] = ()
    source: str = SIMULATED
    page: str = "seats"
    facts: tuple[tuple[str, Value], ...] = ()
    box: tuple[str, ...] = ()
    coach: tuple[str, ...] = ()
    named: str | None = None
    typing: Typing | None = None

    def setup(self) -> Setup:
        """The set-up as agreed so far, every option filled in. Raises SetupFault."""
        players = tuple(map(self._name, range(len(self.names))))
        setup = with_owners(
            self.game, checked(self.game, Setup(self.seats, self.options, players, self.facts))
        )
        self.game.start(setup)
        return setup

    @property
    def box_seats(self) -> BoxSeats:
        return {seat: BY_NAME[name] for seat, name in enumerate(self.box[: self.seats]) if name}

    def on_page(self, page: str) -> "Draft":
        return replace(self, page=page)

    def seen_by(self, source: str) -> "Draft":
        """With pictures from a source that people ask for."""
        return replace(self, source=source, named=source)

    def played_by_box(self, seat: Seat, level: str) -> "Draft":
        """With a seat played by the box at a level, under the name that it has in this game; empty: by a person."""
        box = list(by_seat(self.box, self.seats))
        names = list(self.names)
        if not level or not box[seat]:
            names[seat] = self._own_name(seat) if level else ""
        box[seat] = level
        return replace(self, box=tuple(box), names=tuple(names), page="seats")

    def agrees(self, seat: Seat) -> bool:
        """Whether who sits there agrees to a coach; the box always does."""
        agreed = self.coach[seat] if seat < len(self.coach) else ""
        return seat in self.box_seats or agreed == self._name(seat)

    @property
    def coach_agreed(self) -> bool:
        return any(self.coach) and all(self.agrees(seat) for seat in range(self.seats))

    def agreeing(self, seat: Seat) -> "Draft":
        """With the person at a seat for a coach, or no more so."""
        names = list(by_seat(self.coach, self.seats))
        names[seat] = "" if self.agrees(seat) else self._name(seat)
        return replace(self, coach=tuple(names))

    def without_coach(self) -> "Draft":
        return replace(self, coach=())

    def name_of(self, seat: Seat) -> str:
        """How players read who sits at a seat."""
        return self.names[seat].strip() or default_name(seat)

    def _name(self, seat: Seat) -> str:
        return self.names[seat].strip() or nobody(seat)

    def _own_name(self, seat: Seat) -> str:
        """The name that the box has in this game, with a number where another seat has it."""
        name = face_of(self.game).persona.name
        return numbered(name, {one for other, one in enumerate(self.names) if other != seat})

    def value(self, option: Option) -> Value:
        return next((value for name, value in self.options if name == option.name), option.default)

    def with_value(self, name: str, value: Value) -> "Draft":
        kept = tuple(pair for pair in self.options if pair[0] != name)
        return replace(self, options=(*kept, (name, value)))

    def with_fact(self, name: str, value: Value | None) -> "Draft":
        """With one of the owner's facts told otherwise; None: as it is without."""
        kept = tuple(pair for pair in self.facts if pair[0] != name)
        return replace(self, facts=kept if value is None else (*kept, (name, value)))

    def with_facts(self, facts: tuple[tuple[str, Value], ...]) -> "Draft":
        return replace(self, facts=facts)

    def with_seats(self, seats: int) -> "Draft":
        """With another number of seats: those that stay keep their names and what they chose."""
        drafted = replace(self, seats=seats, names=by_seat(self.names, seats))
        for option in self.game.options:
            if option.each_seat:
                parts = self.parts(option)
                spare = [str(choice.value) for choice in option.choices if choice.value not in parts]
                more = [*parts, *(spare if option.apart else [parts[-1]] * seats)][:seats]
                drafted = drafted.with_value(option.name, ",".join(more))
        return drafted

    def parts(self, option: Option) -> list[str]:
        """What each seat has of an option that each chooses for itself."""
        return str(self.value(option)).split(",")

    def many(self, option: Option) -> list[str]:
        return [part for part in self.parts(option) if part]

    def toggled(self, name: str, value: str) -> "Draft":
        """With one more choice of an option of many, or one less; one too many is not taken."""
        option = option_of(self.game, name)
        taken = {*self.many(option)} ^ {value}
        if len(taken) > option.many:
            return self
        order = [str(choice.value) for choice in option.choices]
        return self.with_value(name, ",".join(sorted(taken, key=order.index)))

    def for_seat(self, option: Option, seat: int, value: Value) -> "Draft":
        """With one seat's part of an option that each seat chooses for itself; what no two may have is swapped."""
        parts = self.parts(option)
        parts += [str(option.default).split(",")[-1]] * (self.seats - len(parts))
        if option.apart and str(value) in parts[: self.seats]:
            parts[parts.index(str(value))] = parts[seat]
        parts[seat] = str(value)
        return self.with_value(option.name, ",".join(parts[: self.seats]))


class Agree(Do, frozen=True):
    """What is agreed becomes what a function of the draft makes of it."""


def agree(change: Callable[Concatenate[Draft, P], Draft], *given: P.args, **named: P.kwargs) -> Agree:
    return Agree(change, given, tuple(named.items()))


def option_of(game: Game[Any], name: str) -> Option:
    return next(option for option in game.options if option.name == name)


def by_seat(words: Sequence[str], seats: int) -> tuple[str, ...]:
    """A word for each seat: as many of these as there are seats, empty where there are too few."""
    return (*words, *("",) * seats)[:seats]


def given_names(setup: Setup) -> tuple[str, ...]:
    """The names that people gave: empty for who gave none, whom every language calls otherwise."""
    given = ("" if name == nobody(seat) else name for seat, name in enumerate(setup.players))
    return by_seat(tuple(given), setup.seats)


def default_name(seat: int) -> str:
    return _(PLAYER).format(number=seat + 1)
