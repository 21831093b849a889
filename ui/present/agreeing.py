"""Who plays, with which options, and where pictures come from: what is agreed before a game, as a plain model."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.game import Choice, Game, Option, Setup, SetupFault, Value, checked
from ui.present.models import Action, Banner, Button, OptionRow, SeatColumn, SeatsModel
from ui.tribes_agreed import own_choices, with_owners
from ui.words import _

SIMULATED = "simulated"


@dataclass(frozen=True, slots=True)
class Draft:
    """A set-up in the making: names as typed, options as chosen, and the source of pictures."""

    game: Game[Any]
    seats: int
    names: tuple[str, ...] = ("", "")
    options: tuple[tuple[str, Value], ...] = ()
    source: str = SIMULATED
    page: str = "seats"
    edits: str = ""

    def setup(self) -> Setup:
        """The set-up as agreed so far, every option filled in. Raises SetupFault."""
        players = tuple(name.strip() or default_name(seat) for seat, name in enumerate(self.names))
        setup = with_owners(self.game, checked(self.game, Setup(self.seats, self.options, players)))
        self.game.start(setup)
        return setup

    def value(self, option: Option) -> Value:
        return next((value for name, value in self.options if name == option.name), option.default)

    def with_value(self, name: str, value: Value) -> "Draft":
        kept = tuple(pair for pair in self.options if pair[0] != name)
        return replace(self, options=(*kept, (name, value)))

    def for_seat(self, option: Option, seat: int, value: Value) -> "Draft":
        """With one seat's part of an option that each seat chooses for itself."""
        parts = str(self.value(option)).split(",")
        parts += [str(option.default).split(",")[-1]] * (self.seats - len(parts))
        parts[seat] = str(value)
        return self.with_value(option.name, ",".join(parts[: self.seats]))


def default_name(seat: int) -> str:
    return _("Player {number}").format(number=seat + 1)


def seats_model(draft: Draft, sources: Sequence[Choice]) -> SeatsModel:
    """Both pages of the agreement: the seats, and the options."""
    fault = None
    try:
        draft.setup()
    except SetupFault as problem:
        fault = Banner("trouble", str(problem))
    shared = [option for option in draft.game.options if not option.each_seat]
    views = tuple(
        Button(
            choice.words, Action("source", choice.value), "main" if choice.value == draft.source else "plain"
        )
        for choice in sources
    )
    on_seats = draft.page == "seats"
    other = (
        Button(_("Rules agreed"), Action("page", "options"), "plain", "list")
        if on_seats
        else Button(_("Players"), Action("page", "seats"), "plain", "back")
    )
    start = Button(_("Start"), Action("start"), "main", "play", enabled=fault is None)
    return SeatsModel(
        draft.page,
        draft.game.name,
        tuple(_column(draft, seat) for seat in range(draft.seats)),
        tuple(_row(draft, option) for option in shared),
        views,
        fault,
        (Button(_("Back"), Action("goto", "home"), "quiet", "back"), other, start),
    )


def _column(draft: Draft, seat: int) -> SeatColumn:
    typed = draft.names[seat] if seat < len(draft.names) else ""
    name = Button(typed or default_name(seat), Action("edit", f"name{seat}"), "plain", "pen", seat=seat)
    rows = []
    for option in draft.game.options:
        if option.each_seat:
            parts = str(draft.value(option)).split(",")
            chosen = parts[seat] if seat < len(parts) else ""
            rows.append(_choices(option, chosen, seat))
    return SeatColumn(seat, name, tuple(rows))


def _row(draft: Draft, option: Option) -> OptionRow:
    value = draft.value(option)
    if option.choices:
        return _choices(option, value, None)
    text = Button(str(value) or _("none"), Action("edit", option.name), "plain", "pen")
    return OptionRow(_(option.words), option.ledger, (), text)


def _choices(option: Option, chosen: Value, seat: int | None) -> OptionRow:
    buttons = tuple(
        Button(
            _(choice.words),
            Action("choose", (option.name, seat, choice.value)),
            "main" if choice.value == chosen else "plain",
            icon=f"face:{choice.value}" if seat is not None and choice in option.choices else "",
        )
        for choice in (*option.choices, *own_choices(option))
    )
    if option.open:
        buttons += (Button(_("Build a tribe"), Action("goto", "tribes"), "quiet", "pen"),)
    return OptionRow(_(option.words), option.ledger, buttons)
