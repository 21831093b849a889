"""Who plays, with which options, and where pictures come from: what is agreed before a game, as a plain model."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.game import Choice, Game, Option, Setup, SetupFault, Value, checked
from ui.games import with_owners
from ui.games.zones.agreed import ARMY, army_faults, army_key, army_page, is_of_zones, roster_row
from ui.games.zong.agreed import asks_facts, fact_rows
from ui.present.card_facts import CardFacts, card_facts
from ui.present.models import Action, Banner, Button, OptionRow, SeatColumn, SeatsModel, Tile
from ui.present.sides import owner, side_of
from ui.tribes_agreed import is_of_tribes, own_choices
from ui.words import _, several

SIMULATED = "simulated"
BY_TOUCH = "touch"
"""No pictures at all: everything is told by touch."""
TOUCH = Choice(BY_TOUCH, "No camera: by touch")
MANY = "many:"
"""The page of an option of many choices begins so; the option's name follows."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A set-up in the making: names as typed, options as chosen, the source of pictures, and facts of the owner's."""

    game: Game[Any]
    seats: int
    names: tuple[str, ...] = ("", "")
    options: tuple[tuple[str, Value], ...] = ()
    source: str = SIMULATED
    page: str = "seats"
    edits: str = ""
    facts: tuple[tuple[str, Value], ...] = ()

    def setup(self) -> Setup:
        """The set-up as agreed so far, every option filled in. Raises SetupFault."""
        players = tuple(name.strip() or default_name(seat) for seat, name in enumerate(self.names))
        setup = with_owners(
            self.game, checked(self.game, Setup(self.seats, self.options, players, self.facts))
        )
        self.game.start(setup)
        return setup

    def setup_without_armies(self) -> Setup:
        """What is agreed besides armies that are being put together, right or wrong."""
        options = tuple(pair for pair in self.options if pair[0] != "armies")
        setup = Setup(self.seats, options, (), self.facts)
        try:
            return with_owners(self.game, setup)
        except SetupFault:
            return setup

    def value(self, option: Option) -> Value:
        return next((value for name, value in self.options if name == option.name), option.default)

    def with_value(self, name: str, value: Value) -> "Draft":
        kept = tuple(pair for pair in self.options if pair[0] != name)
        return replace(self, options=(*kept, (name, value)))

    def with_seats(self, seats: int) -> "Draft":
        """With another number of seats: those that stay keep their names and what they chose."""
        drafted = replace(self, seats=seats, names=(*self.names, *("",) * seats)[:seats])
        for option in self.game.options:
            if option.each_seat:
                parts = str(self.value(option)).split(",")
                spare = [str(choice.value) for choice in option.choices if choice.value not in parts]
                more = [*parts, *(spare if option.apart else [parts[-1]] * seats)][:seats]
                drafted = drafted.with_value(option.name, ",".join(more))
        return drafted

    def many(self, option: Option) -> tuple[str, ...]:
        """The choices taken of an option of many."""
        return tuple(part for part in str(self.value(option)).split(",") if part)

    def for_seat(self, option: Option, seat: int, value: Value) -> "Draft":
        """With one seat's part of an option that each seat chooses for itself; what no two may have is swapped."""
        parts = str(self.value(option)).split(",")
        parts += [str(option.default).split(",")[-1]] * (self.seats - len(parts))
        if option.apart and str(value) in parts[: self.seats]:
            parts[parts.index(str(value))] = parts[seat]
        parts[seat] = str(value)
        return self.with_value(option.name, ",".join(parts[: self.seats]))


PIECE_COLOURS = frozenset({"red", "blue", "green", "yellow", "black", "white"})
"""Choices that are the colour of a piece."""


def default_name(seat: int) -> str:
    return _("Player {number}").format(number=seat + 1)


def seats_model(draft: Draft, sources: Sequence[Choice]) -> SeatsModel:
    """Both pages of the agreement: the seats, and the options."""
    fault = None
    try:
        draft.setup()
    except SetupFault as problem:
        fault = Banner("trouble", _fault_words(draft, problem))
    shared = [option for option in draft.game.options if not option.each_seat]
    views = tuple(
        Button(
            _(choice.words),
            Action("source", choice.value),
            "main" if choice.value == draft.source else "plain",
        )
        for choice in (*sources, *((TOUCH,) if by_touch_too(draft.game) else ()))
    )
    if draft.page.startswith(ARMY):
        return _army_model(draft, int(draft.page.removeprefix(ARMY)))
    many = next((option for option in draft.game.options if draft.page == MANY + option.name), None)
    if many is not None:
        return choosing_many(draft, many)
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
        (*_fact_rows(draft), *(_row(draft, option) for option in shared)),
        views,
        fault,
        (
            Button(_("Back"), Action("page_back"), "quiet", "back"),
            Button(_("Home"), Action("goto", "home"), "quiet", "home"),
            other,
            start,
        ),
        counts=_counts(draft),
    )


def needed_words(problem: SetupFault) -> str:
    """What a set-up needs and has not; what names a file and its line says that by itself."""
    if type(problem) is not SetupFault:
        return str(problem)
    found = str(problem.found) or _("nothing")
    return _("Needed: {expected}. Chosen: {found}.").format(expected=problem.expected, found=found)


def _fault_words(draft: Draft, problem: SetupFault) -> str:
    """Why a set-up cannot be; limits of armies in whole sentences."""
    if not (is_of_zones(draft.game) and problem.field == "armies"):
        return needed_words(problem)
    names = tuple(name.strip() or default_name(seat) for seat, name in enumerate(draft.names))
    return army_faults(draft.setup_without_armies(), draft.value(_armies(draft)), names) or needed_words(
        problem
    )


def _army_model(draft: Draft, seat: int) -> SeatsModel:
    """An army put together by cost."""
    title, tiles, fault, keys = army_page(draft.setup_without_armies(), draft.value(_armies(draft)), seat)
    return SeatsModel(draft.page, title, (), (), (), fault, keys, tiles=tiles)


def _armies(draft: Draft) -> Option:
    return next(option for option in draft.game.options if option.name == "armies")


def by_touch_too(game: Game[Any]) -> bool:
    """Whether a game has screens on which all of it is told by touch."""
    return is_of_zones(game) or asks_facts(game)


def source_for(game: Game[Any], source: str, known: Sequence[str]) -> str:
    """The source that a game begins with: without a camera by touch alone, where it has screens for that."""
    if by_touch_too(game):
        return BY_TOUCH if source == SIMULATED else source
    return (known[0] if known else SIMULATED) if source == BY_TOUCH else source


def _fact_rows(draft: Draft) -> tuple[OptionRow, ...]:
    if is_of_zones(draft.game):
        return (roster_row(draft.facts),)
    return fact_rows(draft.facts) if asks_facts(draft.game) else ()


def _counts(draft: Draft) -> tuple[Button, ...]:
    """How many play, where the game leaves that open."""
    if len(draft.game.seats) < 2:
        return ()
    return tuple(
        Button(
            several("{n} player", "{n} players", seats),
            Action("seats", seats),
            "main" if seats == draft.seats else "plain",
        )
        for seats in draft.game.seats
    )


def choosing_many(draft: Draft, option: Option) -> SeatsModel:
    """All choices of an option of many as tiles, how many are taken, and the ways to let the box choose."""
    taken = draft.many(option)
    full = len(taken) >= option.many
    shown = []
    for choice in option.choices:
        facts = card_facts(draft.game, Setup(draft.seats), str(choice.value))
        words, detail = choice_words(choice, facts)
        chosen = str(choice.value) in taken
        shown.append(
            Tile(
                words,
                Action("toggle_many", (option.name, choice.value)),
                detail=detail,
                before="" if facts.cost is None else str(facts.cost),
                lit=chosen,
                faded=full and not chosen,
            )
        )
    complete = len(taken) in (0, option.many)
    how_many = _("{n} of {all} chosen").format(n=len(taken), all=option.many)
    return SeatsModel(
        draft.page,
        how_many,
        (),
        (),
        (),
        None,
        (
            Button(_("As the set"), Action("set_many", (option.name, ())), "quiet", "back"),
            Button(_("By chance"), Action("draw_many", option.name), "plain", "turn"),
            Button(_("Done"), Action("page", "options"), "main", "done", enabled=complete),
        ),
        tiles=tuple(shown),
    )


def choice_words(choice: Choice, facts: CardFacts) -> tuple[str, str]:
    """A choice's name and its second line."""
    name, _dot, more = choice.words.partition(" · ")
    return (_(name), more) if facts.cost is None else (facts.name, facts.gloss)


def _column(draft: Draft, seat: int) -> SeatColumn:
    typed = draft.names[seat] if seat < len(draft.names) else ""
    name = Button(typed or default_name(seat), Action("edit", f"name{seat}"), "plain", "pen", seat=seat)
    rows = []
    for option in draft.game.options:
        if option.each_seat:
            parts = str(draft.value(option)).split(",")
            chosen = parts[seat] if seat < len(parts) else ""
            key = (
                army_key(option, draft.setup_without_armies(), chosen, seat)
                if is_of_zones(draft.game)
                else None
            )
            rows.append(OptionRow(_(option.words), "", (key,)) if key else _choices(option, chosen, seat))
    return SeatColumn(seat, name, tuple(rows), _where(draft, seat))


def _where(draft: Draft, seat: int) -> str:
    """On which side of the table a seat sits, where there are more than two and each has places of its own."""
    if draft.seats <= 2:
        return ""
    try:
        table = draft.game.table(Setup(draft.seats))
    except SetupFault:
        return ""
    if not any(owner(region.name) == seat for region in table.regions):
        return ""
    known = {
        "near": _("in front of the screen"),
        "left": _("at the left side"),
        "far": _("across the table"),
        "right": _("at the right side"),
    }
    return known[side_of(table, seat)]


def _row(draft: Draft, option: Option) -> OptionRow:
    value = draft.value(option)
    if option.many:
        return _many_row(draft, option)
    if option.choices:
        return _choices(option, value, None)
    text = Button(str(value) or _("none"), Action("edit", option.name), "plain", "pen")
    return OptionRow(_(option.words), option.ledger, (), text)


def _many_row(draft: Draft, option: Option) -> OptionRow:
    """What was taken of an option of many, by name; touched, it leads to the page of all."""
    words = {str(choice.value): choice.words.partition(" · ")[0] for choice in option.choices}
    taken = draft.many(option)
    said = ", ".join(_(words.get(value, value)) for value in taken) or _("none")
    text = Button(said, Action("page", MANY + option.name), "main" if taken else "plain", "cards")
    return OptionRow(_(option.words), option.ledger, (), text)


def piece_colours(draft: Draft) -> tuple[str, ...]:
    """The colour of each seat's piece as it is chosen by now; none where seats play no piece of one colour."""
    for option in draft.game.options:
        if option.each_seat and {choice.value for choice in option.choices} == PIECE_COLOURS:
            return tuple(str(draft.value(option)).split(","))[: draft.seats]
    return ()


def _choice_icon(option: Option, choice: Choice) -> str:
    """What stands beside a choice: the face of a tribe's deck, or the colour of a piece."""
    if is_of_tribes(option):
        return f"face:{choice.value}" if choice in option.choices else ""
    return f"swatch:{choice.value}" if option.each_seat and choice.value in PIECE_COLOURS else ""


def _choices(option: Option, chosen: Value, seat: int | None) -> OptionRow:
    buttons = tuple(
        Button(
            _(choice.words),
            Action("choose", (option.name, seat, choice.value)),
            "main" if choice.value == chosen else "plain",
            icon=_choice_icon(option, choice),
        )
        for choice in (*option.choices, *own_choices(option))
    )
    if is_of_tribes(option):
        buttons += (Button(_("Build a tribe"), Action("goto", "tribes"), "quiet", "pen"),)
    return OptionRow(_(option.words), option.ledger, buttons)
