"""The agreement before a game: the set-up in the making as a value, and the pages that change it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Concatenate, Literal

from companion.game import Choice, Game, Option, Seat, Setup, SetupFault, Value, checked, nobody
from companion.search import BEGINNER, EASY, LEVELS, MIDDLE, STRONG, Level
from companion.sight import place_of
from hardware import dice
from ui.box.opening import BY_TOUCH, SIMULATED
from ui.faces.face import Face, Facts, face_of
from ui.opponents.thinker import BY_NAME, BoxSeats
from ui.outcome import seat_name
from ui.owned.settings import Person
from ui.owned.tribes import is_of_tribes, numbered, own_choices
from ui.pages.played_table import GameSide, PlayedTable
from ui.present import models
from ui.present.board import side_of
from ui.present.models import Banner, Button, StepModel, Tile, back_button, choice, home_button
from ui.present.names import card_facts
from ui.present.touches import Do, Goto, P, Start, Touch, Typed, do
from ui.records.beginning import WINNERS_BEFORE
from ui.words import _, homonym, marked, several, upper_first, word_tables

TOUCH = Choice(BY_TOUCH, marked("No camera: by touch"))
PIECE_COLOURS = frozenset({"red", "blue", "green", "yellow", "black", "white"})
MOST_SHOWN, MOST_LETTERS = 12, 14
LEVEL_WORDS = {
    BEGINNER: (marked("Beginner"), marked("for a first game: often plays anything")),
    EASY: (marked("Easy"), marked("for children and beginners: slips now and then")),
    MIDDLE: (marked("Good"), marked("for players who know the game")),
    STRONG: (marked("Strong"), marked("the best that it can; takes five seconds a move")),
}
"""Names of the box's levels, and the players each is for."""


@dataclass(frozen=True, slots=True)
class Typing:
    """A text being typed: title, text so far, and a function to the next draft or the reason against it."""

    title: str
    text: str
    told: "Callable[[str], Draft | str]"


@dataclass(frozen=True, slots=True)
class Draft:
    """A set-up in the making: typed names, chosen options, picture source, owner's facts."""

    game: Game[Any]
    seats: int
    names: tuple[str, ...] = ("", "")
    options: tuple[tuple[str, Value], ...] = ()
    source: str = SIMULATED
    page: str = "seats"
    facts: tuple[tuple[str, Value], ...] = ()
    box: tuple[str, ...] = ()  # by seat, the level of the box; empty for a person
    coach: tuple[str, ...] = ()  # by seat, the name that agreed to a coach, as people may change seats
    named: str | None = None  # the source that people chose
    typing: Typing | None = None

    def setup(self) -> Setup:
        """The set-up so far with every option filled in. Raises SetupFault."""
        players = tuple(map(self._name, range(len(self.names))))
        given = checked(self.game, Setup(self.seats, self.options, players, self.facts))
        setup = face_of(self.game).with_owners(given)
        self.game.start(setup)
        return setup

    @property
    def box_seats(self) -> BoxSeats:
        return {seat: BY_NAME[name] for seat, name in enumerate(self.box[: self.seats]) if name}

    def on_page(self, page: str) -> "Draft":
        return replace(self, page=page)

    def seen_by(self, source: str) -> "Draft":
        return replace(self, source=source, named=source)

    def played_by_box(self, seat: Seat, level: str) -> "Draft":
        """With the box at a seat, at a level and under its name in this game; an empty level: a person."""
        box = list(by_seat(self.box, self.seats))
        names = list(self.names)
        if not level:
            names[seat] = ""
        elif not box[seat]:
            # The box's name in this game, with a number if another seat has it.
            names[seat] = numbered(face_of(self.game).persona.name, {*names[:seat], *names[seat + 1 :]})
        box[seat] = level
        return replace(self, box=tuple(box), names=tuple(names), page="seats")

    def agrees(self, seat: Seat) -> bool:
        """Whether the player at a seat agrees to a coach; the box always does."""
        agreed = self.coach[seat] if seat < len(self.coach) else ""
        return seat in self.box_seats or agreed == self._name(seat)

    @property
    def coach_agreed(self) -> bool:
        return any(self.coach) and all(self.agrees(seat) for seat in range(self.seats))

    def agreeing(self, seat: Seat) -> "Draft":
        """With a person's agreement to a coach given or withdrawn."""
        names = list(by_seat(self.coach, self.seats))
        names[seat] = "" if self.agrees(seat) else self._name(seat)
        return replace(self, coach=tuple(names))

    def without_coach(self) -> "Draft":
        return replace(self, coach=())

    def name_of(self, seat: Seat) -> str:
        """The name that players read for a seat."""
        return self.names[seat].strip() or seat_name(seat, ())

    def _name(self, seat: Seat) -> str:
        return self.names[seat].strip() or nobody(seat)

    def value(self, option: Option) -> Value:
        return next((value for name, value in self.options if name == option.name), option.default)

    def with_value(self, name: str, value: Value) -> "Draft":
        kept = tuple(pair for pair in self.options if pair[0] != name)
        return replace(self, options=(*kept, (name, value)))

    def with_fact(self, name: str, value: Value | None) -> "Draft":
        """With one of the owner's facts set; None removes it."""
        kept = tuple(pair for pair in self.facts if pair[0] != name)
        return replace(self, facts=kept if value is None else (*kept, (name, value)))

    def with_facts(self, facts: tuple[tuple[str, Value], ...]) -> "Draft":
        return replace(self, facts=facts)

    def with_seats(self, seats: int) -> "Draft":
        """With another number of seats; remaining ones keep their names and choices."""
        drafted = replace(self, seats=seats, names=by_seat(self.names, seats))
        for option in self.game.options:
            if option.each_seat:
                parts = self.parts(option)
                spare = [str(choice.value) for choice in option.choices if choice.value not in parts]
                more = [*parts, *(spare if option.apart else [parts[-1]] * seats)][:seats]
                drafted = drafted.with_value(option.name, ",".join(more))
        return drafted

    def parts(self, option: Option) -> list[str]:
        """Each seat's value of an option that each chooses for itself."""
        return str(self.value(option)).split(",")

    def many(self, option: Option) -> list[str]:
        return [part for part in self.parts(option) if part]

    def toggled(self, name: str, value: str) -> "Draft":
        """With a choice of a multiple-choice option added or removed; one over the limit is ignored."""
        option = option_of(self.game, name)
        taken = {*self.many(option)} ^ {value}
        if len(taken) > option.many:
            return self
        order = [str(choice.value) for choice in option.choices]
        return self.with_value(name, ",".join(sorted(taken, key=order.index)))

    def for_seat(self, option: Option, seat: int, value: Value) -> "Draft":
        """With one seat's value of its own option; a value that no two may have is swapped."""
        parts = self.parts(option)
        parts += [str(option.default).split(",")[-1]] * (self.seats - len(parts))
        if option.apart and str(value) in parts[: self.seats]:
            parts[parts.index(str(value))] = parts[seat]
        parts[seat] = str(value)
        return self.with_value(option.name, ",".join(parts[: self.seats]))


class Agree(Do, frozen=True):
    """Replaces the draft by the result of a function of it."""


def agree(change: Callable[Concatenate[Draft, P], Draft], *given: P.args, **named: P.kwargs) -> Agree:
    return Agree(change, given, tuple(named.items()))


def option_of(game: Game[Any], name: str) -> Option:
    return next(option for option in game.options if option.name == name)


def by_seat(words: Sequence[str], seats: int) -> tuple[str, ...]:
    """The first `seats` words, filled up with empty ones."""
    return (*words, *("",) * seats)[:seats]


def given_names(setup: Setup) -> tuple[str, ...]:
    """The names that people gave, by seat; empty for unnamed ones, which each language calls otherwise."""
    given = ("" if name == nobody(seat) else name for seat, name in enumerate(setup.players))
    return by_seat(tuple(given), setup.seats)


class PageFace(Face):
    """A game's share of the pages; the base suits most games."""

    @property
    def steps(self) -> Mapping[str, Callable[..., models.StepPage]]:
        """By name, functions that begin the game's own pages; they may raise StepFault."""
        return {}

    def seat_key(self, _draft: Draft, _option: Option, _seat: int, /) -> Button | None:
        """The key to a page for one seat's choice of an option; None lists the choices instead."""
        return None

    def facts_key(self, _facts: Facts, /) -> Button | None:
        """The key, below the seats, to owner's facts that newcomers should know; None without any."""
        return None

    def agreement_page(self, _draft: Draft, /) -> StepModel | None:
        """The game's own page for the draft's page name; None for the general ones."""
        return None

    def setup_fault(self, _draft: Draft, _fault: SetupFault, /) -> str:
        """An invalid set-up in the game's own words; empty for the general ones."""
        return ""

    def chosen(self, _before: Draft, after: Draft, /) -> Draft:
        """The draft `after` an option was chosen, with what the game changes along with it."""
        return after

    def table_side(self, side: PlayedTable) -> GameSide:
        return GameSide(side)


def page_face(game: Game[Any]) -> PageFace:
    face = face_of(game)
    return face if isinstance(face, PageFace) else PageFace(game)


class Agreement(models.Page):
    """The agreement page; it remembers the players and options of the game before."""

    name = "seats"

    def __init__(
        self,
        games: tuple[Game[Any], ...],
        sources: Callable[[], tuple[Choice, ...]],
        source: str | None = None,
        draw: Callable[[Sequence[int]], int] = dice.draw,
        first: Game[Any] | None = None,
    ) -> None:
        self._draw = draw
        self._first = first or games[0]
        self.played_before: Callable[[str], tuple[Setup, BoxSeats] | None] = lambda _game: None
        self.people: Callable[[], tuple[Person, ...]] = tuple
        self.games, self._find = games, sources
        self._sources: tuple[Choice, ...] = ()
        self._named = source
        self.trouble = ""

    @cached_property
    def draft(self) -> Draft:
        """The draft; at first as the game was played the last time."""
        game, source = self._first, self._source_for(self._first, self._usual_source())
        if (before := self.played_before(game.id)) is None:
            # The last players, if enough are known.
            last = [person.name for person in self.people()[: game.seats[0]]]
            names = tuple(last) if len(last) == game.seats[0] else ("",) * game.seats[0]
            return _begun(game, game.seats[0], names, source)
        setup, box = before
        levels = tuple(box[seat].name if seat in box else "" for seat in range(setup.seats))
        options = tuple(pair for pair in setup.options if pair[0] != WINNERS_BEFORE)
        return replace(_begun(game, setup.seats, given_names(setup), source), options=options, box=levels)

    @property
    def game(self) -> Game[Any]:
        return self.draft.game

    def choose_game(self, id: str) -> None:
        """Changes the game, with the same players and source; options start as last played."""
        game = next(game for game in self.games if game.id == id)
        draft = self.draft
        if game.id != draft.game.id:
            # The number of players of its last game, else the smallest one.
            before = self.played_before(game.id)
            seats = before[0].seats if before is not None else game.seats[0]
            people = [one for seat, one in enumerate(draft.names) if seat not in draft.box_seats]
            names = by_seat(people, seats)
            self.draft = _begun(game, seats, names, self._source_for(game, draft.source))

    @property
    def picture_source(self) -> str:
        """The source for everything that needs pictures."""
        return SIMULATED if self.draft.source == BY_TOUCH else self.draft.source

    def sources_for(self, game: Game[Any]) -> tuple[Choice, ...]:
        """The sources for a game, including touch if its pages support that."""
        return (*self._find(), *((TOUCH,) if face_of(game).by_touch else ()))

    def afresh(self) -> None:
        """Returns to the page of the seats and looks for sources again."""
        self.trouble, usual = "", self._usual_source()
        known = (*(each.value for each in self._sources), BY_TOUCH)
        source = self.draft.source if self.draft.source in known else usual
        self.draft = replace(self.draft, page="seats", source=source, typing=None)

    def _usual_source(self) -> str:
        """The present source that people chose, else the first."""
        self._sources = self._find()
        known = [str(each.value) for each in self._sources]
        return self._named if self._named in known else known[0]

    def _source_for(self, game: Game[Any], source: str) -> str:
        """A game's first source: without a camera it is touch alone if its pages support that."""
        if self._named == SIMULATED:
            return source
        if face_of(game).by_touch:
            return BY_TOUCH if source == SIMULATED else source
        return str(self._sources[0].value) if source == BY_TOUCH else source

    def propose(self, setup: Setup) -> None:
        """Begins with a set-up of the current game, played by people, with the same source."""
        names, source = given_names(setup), self.draft.source
        self.draft = Draft(self.game, setup.seats, names, setup.options, source, facts=setup.facts)

    def setup(self) -> Setup | None:
        """The agreed set-up; None if it is invalid."""
        try:
            return self.draft.setup()
        except SetupFault as fault:
            self.trouble = needed_words(fault)
            return None

    def model(self) -> StepModel:
        typing, page = self.draft.typing, self._page(self.draft)
        if typing is not None:
            return StepModel("", editing=(typing.title, typing.text), names=True)
        return replace(page, banner=Banner("trouble", upper_first(self.trouble))) if self.trouble else page

    def _page(self, draft: Draft) -> StepModel:
        """The page of the seats (with the sources), of the options, or one that they lead to."""
        face = page_face(draft.game)
        if (own := face.agreement_page(draft)) is not None:
            return own
        match draft.page.split(":"):
            case ["many", option]:
                return self._choosing_many(draft, option_of(draft.game, option))
            case ["who", seat]:
                return who_model(draft, int(seat), self.people())
            case ["box", seat]:
                return box_model(draft, int(seat))
            case ["coach"]:
                return coach_page(draft)
        fault = ""
        # The reason against a start stands on the page, as its key is off then.
        if len(draft.box_seats) == draft.seats:
            fault = _("Somebody has to lay the cards: at least one player must be a person.")
        try:
            draft.setup()
        except SetupFault as problem:
            fault = face.setup_fault(draft, problem) or needed_words(problem)
        words = homonym("key that begins the game", "Start")
        start = Button(words, Start(), "main", "play", enabled=not fault)
        tools, tabs = [back_button(), home_button(), start], tuple[Button, ...]()
        rows: list[models.PageRow]
        if draft.page == "seats":
            rows = [tuple(_column(draft, seat, self.people()) for seat in range(draft.seats))]
            if (facts := face.facts_key(draft.facts)) is not None:
                rows.append(facts)
            # Without a camera there is only the simulated table, so nothing is to be chosen.
            if any(each.value != SIMULATED for each in self._sources):
                views = tuple(
                    choice(_(each.words), agree(Draft.seen_by, str(each.value)), each.value == draft.source)
                    for each in (*self._sources, *((TOUCH,) if face_of(draft.game).by_touch else ()))
                )
                rows.append(models.OptionRow(_("Pictures come from"), views))
            tools.insert(2, Button(_("Rules agreed"), agree(Draft.on_page, "options"), "plain", "list"))
            if len(draft.game.seats) > 1:
                counts = {n: several("{n} player", "{n} players", n) for n in draft.game.seats}
                tabs = tuple(
                    choice(words, agree(Draft.with_seats, n), n == draft.seats) for n, words in counts.items()
                )
        else:
            # Options that each seat chooses for itself stand in its column on the other page.
            shared = (option_row(draft, option) for option in draft.game.options if not option.each_seat)
            rows = [coach_row(draft), *face.fact_rows(draft.facts), *shared]
        banner = Banner("trouble", fault) if fault else None
        return StepModel(_(draft.game.name), banner=banner, tools=tuple(tools), tabs=tabs, rows=tuple(rows))

    def _choosing_many(self, draft: Draft, option: Option) -> StepModel:
        """A multiple-choice option: its choices as tiles, their count, and keys to have the box choose."""
        taken = draft.many(option)
        full = len(taken) >= option.many
        shown = []
        for each in option.choices:
            facts = card_facts(draft.game, Setup(draft.seats), str(each.value))
            name, _dot, more = _(each.words).partition(" · ")
            words, detail, before = name, more, ""
            if facts.cost is not None:
                words, detail, before = facts.name, facts.gloss, str(facts.cost)
            touch, chosen = agree(Draft.toggled, option.name, str(each.value)), str(each.value) in taken
            shown.append(Tile(words, touch, detail, before, lit=chosen, faded=full and not chosen))
        complete = len(taken) in (0, option.many)
        how_many = _("{n} of {all} chosen").format(n=len(taken), all=option.many)
        tools = (
            Button(_("As the set"), agree(Draft.with_value, option.name, ""), "quiet", "back"),
            Button(_("By chance"), do(self.draw_many, option.name), "plain", "turn"),
            Button(_("Done"), agree(Draft.on_page, "options"), "main", "done", enabled=complete),
        )
        return StepModel(how_many, tools=tools, rows=(models.Tiles(tuple(shown)),))

    def back(self) -> bool:
        """Goes one page back; False if that leaves the agreement."""
        draft, page = self.draft, self.draft.page
        if draft.typing is not None:
            self.draft = replace(draft, typing=None)
        elif page == "seats":
            return False
        else:
            among = page.startswith(("coach", "many:"))
            self.draft = draft.on_page("options" if among else "seats")
        return True

    def take(self, touch: Touch) -> bool:
        match touch:
            case Agree():
                self.trouble = ""
                agreed = touch.method(self.draft, *touch.given, **dict(touch.named))
                assert isinstance(agreed, Draft)
                self.draft, self._named = agreed, agreed.named or self._named
            case Typed(text):
                self.trouble = ""
                typing, self.draft = self.draft.typing, replace(self.draft, typing=None)
                told = self.draft if text is None or typing is None else typing.told(text.strip())
                if isinstance(told, str):
                    self.trouble = told
                else:
                    self.draft = told
            case _:
                return super().take(touch)
        return True

    def draw_many(self, name: str) -> None:
        """Draws the needed number of an option's choices, uniformly, kept in the order of the choices."""
        option = option_of(self.game, name)
        order = [str(each.value) for each in option.choices]
        left = list(order)
        drawn = [left.pop(self._draw(range(len(left)))) for _n in range(option.many)]
        self.trouble = ""
        self.draft = self.draft.with_value(name, ",".join(sorted(drawn, key=order.index)))

    def tell_fact(self, name: str, value: Value | None) -> None:
        self.draft = self.draft.with_fact(name, value)


def _begun(game: Game[Any], seats: int, names: tuple[str, ...], source: str) -> Draft:
    return Draft(game, seats, names, (), source, facts=face_of(game).facts_at_first)


def needed_words(problem: SetupFault) -> str:
    """The missing part of an invalid set-up; a fault of a file names that file and line itself."""
    if type(problem) is not SetupFault:
        return str(problem)
    found = counted_seats(problem.field, str(problem.found)) or _("nothing")
    return _("Needed: {expected}. Chosen: {found}.").format(expected=problem.expected, found=found)


def _column(draft: Draft, seat: int, people: Sequence[Person]) -> models.SeatColumn:
    # The player is picked from known people, else typed.
    touch = agree(Draft.on_page, f"who:{seat}") if people else agree(typing_name, seat)
    name = Button(draft.name_of(seat), touch, "plain", "pen", seat=seat)
    rows = tuple(option_row(draft, option, seat) for option in draft.game.options if option.each_seat)
    # The key shows the level of the box, or a person, and leads to the page of both.
    level = draft.box_seats.get(seat)
    played_by = _("Person") if level is None else _("Box: {level}").format(level=level_words(level)[0])
    who = choice(played_by, agree(Draft.on_page, f"box:{seat}"), level is not None)
    # The side of the table, if there are more than two seats with places of their own.
    where = ""
    with suppress(SetupFault):
        table = draft.game.table(Setup(draft.seats))
        if draft.seats > 2 and any(place_of(region.name).seat == seat for region in table.regions):
            where = _(word_tables("ui.pages")["sides"][side_of(table, seat)])
    return models.SeatColumn(seat, name, who, rows, where)


def option_row(draft: Draft, option: Option, seat: Seat | None = None) -> models.OptionRow:
    """An option's choices; `seat`: for that seat alone, of an option that each chooses for itself."""
    value, key = draft.value(option), None
    if seat is not None:
        value = (*draft.parts(option), *("",) * draft.seats)[seat]
        key = page_face(draft.game).seat_key(draft, option, seat)
    elif option.many:
        # The names taken, on a key to the page of all.
        words = {str(each.value): _(each.words).partition(" · ")[0] for each in option.choices}
        taken = draft.many(option)
        said = ", ".join(words.get(each, each) for each in taken) or _("none")
        key = choice(said, agree(Draft.on_page, f"many:{option.name}"), taken, "cards")
    elif not option.choices:
        told = counted_seats(option.name, str(value)) or _("none")
        key = Button(told, agree(typing_option, option.name), "plain", "pen")
    if key is not None:
        return models.OptionRow(_(option.words), (key,))
    buttons = []
    for each in (*option.choices, *own_choices(option)):
        # A tribe's face or a piece's colour stands beside its choice.
        icon = ""
        if is_of_tribes(option):
            icon = f"face:{each.value}" if each in option.choices else ""
        elif option.each_seat and each.value in PIECE_COLOURS:
            icon = f"swatch:{each.value}"
        touch = agree(with_choice, option.name, seat, each.value)
        buttons.append(choice(_(each.words), touch, each.value == value, icon))
    if is_of_tribes(option):
        buttons.append(Button(_("Build a tribe"), Goto("tribes"), "quiet", "pen"))
    return models.OptionRow(_(option.words), tuple(buttons))


def typing_option(draft: Draft, name: str) -> Draft:
    option = option_of(draft.game, name)
    title, text = _(option.words), counted_seats(name, str(draft.value(option)))
    typing = Typing(title, text, lambda told: draft.with_value(name, counted_seats(name, told, -1)))
    return replace(draft, typing=typing)


def counted_seats(name: str, text: str, by: int = 1) -> str:
    """An option's text with seats counted from 1; `by` -1 turns it back to 0."""
    parts = text.split() if name == WINNERS_BEFORE else ()
    return " ".join(str(int(one) + by) if one.lstrip("-").isdecimal() else one for one in parts) or text


def with_choice(draft: Draft, name: str, seat: int | None, value: Value) -> Draft:
    """With an option chosen, for all or one `seat`, and what the game changes along with it."""
    if seat is None:
        after = draft.with_value(name, value)
    else:
        after = draft.for_seat(option_of(draft.game, name), seat, value)
    return page_face(draft.game).chosen(draft, after)


def piece_colours(game: Game[Any], seats: int, value: Callable[[Option], Value]) -> tuple[str, ...]:
    """The colour of each seat's piece; empty if seats have none. `value`: gives an option's value."""
    for option in game.options:
        if is_of_colours(option):
            return tuple(str(value(option)).split(","))[:seats]
    return ()


def who_model(draft: Draft, seat: Seat, people: Sequence[Person]) -> StepModel:
    """The people for a seat, the last player first; those at other seats are faint, as they would swap."""
    here = draft.names[seat].casefold()
    others = {name.casefold() for name in draft.names} - {here}
    tiles = []
    for person in people[:MOST_SHOWN]:
        name, had = person.name.casefold(), [_last(option, person) for option in draft.game.options]
        detail = next((_(choice.words) for choice in had if choice is not None), "")
        touch = agree(seated, seat, person)
        tiles.append(Tile(person.name, touch, detail=detail, lit=name == here, faded=name in others))
    buttons = (
        Button(_("Back"), agree(Draft.on_page, "seats"), "quiet", "back"),
        Button(_("New name"), agree(typing_name, seat), "main", "pen"),
    )
    return StepModel(seat_name(seat, ()), tools=buttons, rows=(models.Tiles(tuple(tiles)),))


def level_words(level: Level) -> tuple[str, str]:
    name, detail = LEVEL_WORDS[level]
    return _(name), _(detail)


def box_model(draft: Draft, seat: Seat) -> StepModel:
    now, persona = draft.box_seats.get(seat), face_of(draft.game).persona
    tiles = [Tile(_("A person"), agree(Draft.played_by_box, seat, ""), lit=now is None)]
    for level in LEVELS:
        name, detail = level_words(level)
        touch = agree(Draft.played_by_box, seat, level.name)
        tiles.append(Tile(name, touch, detail=detail, lit=level == now))
    about = _("{name}: {words}").format(name=persona.name, words=_(persona.temper))
    how = _("It says its moves and throws its dice; you lay its cards.")
    back = Button(_("Back"), agree(Draft.on_page, "seats"), "quiet", "back")
    title = seat_name(seat, ())
    return StepModel(
        title, banner=Banner("calm", about, how), tools=(back,), rows=(models.Tiles(tuple(tiles)),)
    )


def typing_name(draft: Draft, seat: Seat) -> Draft:
    words = _("Name of player {number}, at most {most} letters")

    def told(text: str) -> Draft:
        names = (*draft.names[:seat], text[:MOST_LETTERS], *draft.names[seat + 1 :])
        return replace(draft, names=names, page="seats")

    title = words.format(number=seat + 1, most=MOST_LETTERS)
    return replace(draft, typing=Typing(title, draft.names[seat], told))


def seated(draft: Draft, seat: Seat, person: Person) -> Draft:
    """With a person at a seat and, if free, the last tribe or colour; the previous player swaps places."""
    names = list(draft.names)
    box = list(by_seat(draft.box, draft.seats))
    for other, name in enumerate(names):
        if name.casefold() == person.name.casefold():
            names[other], box[other] = names[seat], box[seat]
    names[seat], box[seat] = person.name, ""
    draft = replace(draft, names=tuple(names), page="seats", box=tuple(box))
    for option in draft.game.options:
        last = _last(option, person)
        taken = [part for other, part in enumerate(draft.parts(option)) if other != seat]
        if last is not None and str(last.value) not in taken:
            draft = draft.for_seat(option, seat, str(last.value))
    return draft


def _kind(option: Option) -> Literal["tribe", "colour", ""]:
    """The kind of choice that is remembered for a person, if this option is one."""
    if is_of_tribes(option) and option.each_seat:
        return "tribe"
    return "colour" if is_of_colours(option) else ""


def _last(option: Option, person: Person) -> Choice | None:
    """A person's last tribe or colour as a choice of this option; None without one."""
    wanted = getattr(person, kind) if (kind := _kind(option)) else ""
    choices = (*option.choices, *own_choices(option)) if wanted else ()
    return next((choice for choice in choices if str(choice.value) == wanted), None)


def is_of_colours(option: Option) -> bool:
    return option.each_seat and {choice.value for choice in option.choices} == PIECE_COLOURS


def people_of(draft: Draft) -> tuple[Person, ...]:
    """The named people with their choices; seats without a name are left out."""
    found = []
    for seat, name in enumerate(draft.names):
        if name.strip() and seat not in draft.box_seats:
            parts = {kind: draft.parts(each) for each in draft.game.options if (kind := _kind(each))}
            chosen = {kind: had[seat] for kind, had in parts.items() if seat < len(had)}
            found.append(Person(name=name.strip(), **chosen))
    return tuple(found)


def coach_row(draft: Draft) -> models.OptionRow:
    """The agreement on a coach, with a key to the page that asks everybody."""
    people = [seat for seat in range(draft.seats) if seat not in draft.box_seats]
    agreed = sum(draft.agrees(seat) for seat in people)
    words = _("{n} of {all} agreed").format(n=agreed, all=len(people)) if agreed else _("Ask everybody")
    if draft.coach_agreed:
        words = _("On: all agreed")
    keys = (
        choice(_("Off"), agree(Draft.without_coach), not any(draft.coach)),
        choice(words, agree(Draft.on_page, "coach"), draft.coach_agreed),
    )
    return models.OptionRow(_("A coach for everybody"), keys)


def coach_page(draft: Draft) -> StepModel:
    """One key per person; there is a coach only if all agree."""
    tiles = []
    for seat in sorted(set(range(draft.seats)) - draft.box_seats.keys()):
        words, agreed = _("{name} agrees").format(name=draft.name_of(seat)), draft.agrees(seat)
        tiles.append(Tile(words, agree(Draft.agreeing, seat), _("agreed") if agreed else "", lit=agreed))
    how = _(
        "It says what whoever is to act may do and why, and after the game what was missed. "
        "It knows no more than that person."
    )
    about = Banner("calm", _("A coach needs everybody: each touches their own key."), how)
    if draft.coach_agreed:
        about = Banner("good", _("The coach is on."), how)
    keys = (
        Button(_("No coach"), agree(Draft.without_coach), "quiet", "wrong"),
        Button(_("Done"), agree(Draft.on_page, "options"), "main", "done"),
    )
    return StepModel(_("A coach for everybody"), banner=about, tools=keys, rows=(models.Tiles(tuple(tiles)),))
