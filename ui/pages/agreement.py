"""What is being agreed before a game: names, options and the source of pictures, changed by touches."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, assert_never

from companion.game import Choice, Game, Option, Setup, SetupFault, Value
from hardware import dice
from ui.box.opening import BY_TOUCH, SIMULATED
from ui.faces.page import Page
from ui.faces.registry import face_of
from ui.opponents.box_seats import BY_NAME, BoxSeats
from ui.owned.settings import Person
from ui.pages.agreeing import (
    MANY,
    TOUCH,
    needed_words,
    seats_model,
    source_for,
)
from ui.pages.agreement_touches import (
    AgreeToCoach,
    Choose,
    ChooseSeats,
    ChooseSource,
    DrawMany,
    EditFact,
    EditName,
    EditOption,
    EditTouch,
    NoCoach,
    OptionTouch,
    PageTouch,
    PlayedByBox,
    SetFacts,
    SetMany,
    ShowPage,
    SitDown,
    TellFact,
    ToggleMany,
)
from ui.pages.coach_agreed import COACH
from ui.pages.draft import Draft, by_seat, given_names
from ui.pages.face import page_face
from ui.pages.seating import first_names, seated
from ui.present.models import Banner, SeatsModel
from ui.present.touches import Touch, Typed
from ui.records.beginning import WINNERS_BEFORE
from ui.words import _, upper_first

MOST_LETTERS = 14


class Agreement(Page):
    """A set-up in the making; it remembers the players and options of the game before."""

    name = "seats"

    def __init__(
        self,
        games: tuple[Game[Any], ...],
        sources: Callable[[], tuple[Choice, ...]],
        source: str | None = None,
        draw: Callable[[Sequence[int]], int] = dice.draw,
        first: Game[Any] | None = None,
    ) -> None:
        """`first`: the game that is agreed on until another is chosen."""
        self._draw = draw
        self._first = first or games[0]
        self.played_before: Callable[[str], tuple[Setup, BoxSeats] | None] = lambda _game: None
        self.people: Callable[[], tuple[Person, ...]] = tuple
        self._games, self._find = games, sources
        self._sources: tuple[Choice, ...] = ()
        self._named = source
        self._draft: Draft | None = None
        self.editing: EditTouch | None = None
        self.trouble = ""

    @property
    def draft(self) -> Draft:
        if self._draft is None:
            self.afresh()
        assert self._draft is not None
        return self._draft

    @property
    def game(self) -> Game[Any]:
        return self.draft.game

    @property
    def games(self) -> tuple[Game[Any], ...]:
        """The games that may be agreed on."""
        return self._games

    def choose_game(self, id: str) -> None:
        """Another game with the same players and the same source of pictures; its options are agreed afresh."""
        game = next(game for game in self._games if game.id == id)
        draft = self.draft
        if game.id != draft.game.id:
            seats = self._seats(game)
            people = [one for seat, one in enumerate(draft.names) if seat not in draft.box_seats]
            names = by_seat(people, seats)
            known = tuple(str(choice.value) for choice in self._sources)
            source = draft.source if self._named == SIMULATED else source_for(game, draft.source, known)
            self._draft = _begun(game, seats, names, source)

    @property
    def source(self) -> str:
        return self.draft.source

    @property
    def picture_source(self) -> str:
        """Where pictures come from for all that is done with pictures only."""
        return SIMULATED if self.source == BY_TOUCH else self.source

    def sources_for(self, game: Game[Any]) -> tuple[Choice, ...]:
        """Where pictures of a game may come from; by touch too, where it has screens for that."""
        return (*self._find(), *((TOUCH,) if face_of(game).by_touch else ()))

    def afresh(self) -> None:
        """Begins another agreement with what was agreed last."""
        self._sources = self._find()
        known = [str(choice.value) for choice in self._sources]
        source = self._named if self._named in known else known[0]
        self.trouble, self.editing = "", None
        if self._draft is None:
            game = self._first
            if self._named != SIMULATED:
                source = source_for(game, source, known)
            self._draft = self._as_before(game, source)
        else:
            still_there = self._draft.source in (*known, BY_TOUCH)
            self._draft = replace(
                self._draft, page="seats", source=self._draft.source if still_there else source
            )

    def _seats(self, game: Game[Any]) -> int:
        """So many as played the game the last time, else as few as can play it."""
        before = self.played_before(game.id)
        return before[0].seats if before is not None else game.seats[0]

    def _as_before(self, game: Game[Any], source: str) -> Draft:
        """As the game was played the last time: by whom, the box among them, and with which options."""
        if (before := self.played_before(game.id)) is None:
            return _begun(game, game.seats[0], first_names(self.people(), game.seats[0]), source)
        setup, box = before
        levels = tuple(box[seat].name if seat in box else "" for seat in range(setup.seats))
        options = tuple(pair for pair in setup.options if pair[0] != WINNERS_BEFORE)
        return replace(_begun(game, setup.seats, given_names(setup), source), options=options, box=levels)

    def propose(self, setup: Setup) -> None:
        """Begins with this set-up of the game at hand, played by people, from the same source of pictures."""
        self._draft = replace(
            self.draft,
            seats=setup.seats,
            names=given_names(setup),
            options=setup.options,
            facts=setup.facts,
            box=(),
            coach=(),
        )

    def setup(self) -> Setup | None:
        """The set-up agreed on, None where something in it cannot be."""
        try:
            return self.draft.setup()
        except SetupFault as fault:
            self.trouble = needed_words(fault)
            return None

    def model(self) -> SeatsModel:
        model = seats_model(self.draft, self._sources, self.people())
        fault = Banner("trouble", upper_first(self.trouble)) if self.trouble else model.fault
        return replace(model, fault=fault, editing=self._editing())

    def _editing(self) -> tuple[str, str] | None:
        """What is being typed: its title and text."""
        draft, most = self.draft, MOST_LETTERS
        match self.editing:
            case None:
                return None
            case EditName(seat):
                words = _("Name of player {number}, at most {most} letters")
                return words.format(number=seat + 1, most=most), draft.names[seat]
            case EditFact(name):
                return page_face(draft.game).fact_typed(draft.facts, name)
            case EditOption(name):
                option = self._option(name)
                return _(option.words), str(draft.value(option))
            case _:
                assert_never(self.editing)

    def back(self) -> bool:
        """One page back; False where that leads out of what is agreed."""
        page = self.draft.page
        if page == "seats" and self.editing is None:
            return False
        if self.editing is None:
            among = page == COACH or page.startswith(MANY)
            self._draft = replace(self.draft, page="options" if among else "seats")
        self.editing = None
        return True

    def take(self, touch: Touch) -> bool:
        """Does what a touch on the page asks for; False for what is none of its business."""
        if isinstance(touch, OptionTouch):
            self._draft = self._with_option(touch)
        elif isinstance(touch, PageTouch):
            self.trouble = ""
            self._take(touch)
            return True
        else:
            agreed = page_face(self.game).agree(self.draft, touch)
            if agreed is None:
                return False
            self._draft = agreed
        self.trouble = ""
        return True

    def _take(self, touch: PageTouch) -> None:
        match touch:
            case ShowPage(page):
                self._draft = replace(self.draft, page=page)
            case ChooseSource(source):
                self._draft = replace(self.draft, source=source)
                self._named = source
            case EditName() | EditOption() | EditFact():
                self.editing = touch
            case Typed(text):
                self._typed(text)
            case SitDown(seat, name):
                person = next((one for one in self.people() if one.name == name), Person(name=name))
                self._draft = seated(self.draft, seat, person)
            case PlayedByBox(seat, level):
                drafted = replace(self.draft, page="seats")
                self._draft = drafted.played_by_box(seat, BY_NAME.get(level))
            case AgreeToCoach(seat):
                self._draft = self.draft.agreeing(seat)
            case NoCoach():
                self._draft = replace(self.draft, coach=())
            case TellFact(name, value):
                self.tell_fact(name, value)
            case SetFacts(facts):
                self._draft = replace(self.draft, facts=facts)
            case _:
                assert_never(touch)

    def _with_option(self, touch: OptionTouch) -> Draft:
        draft = self.draft
        match touch:
            case ChooseSeats(seats):
                return draft.with_seats(seats)
            case ToggleMany(name, value):
                return self._toggled(name, str(value))
            case SetMany(name, values):
                return draft.with_value(name, ",".join(map(str, values)))
            case DrawMany(name):
                return draft.with_value(name, ",".join(self._drawn(self._option(name))))
            case Choose(name, None, value):
                return page_face(self.game).chosen(draft, draft.with_value(name, value))
            case Choose(name, seat, value):
                assert seat is not None
                return page_face(self.game).chosen(draft, draft.for_seat(self._option(name), seat, value))
            case _:
                assert_never(touch)

    def _option(self, name: str) -> Option:
        return next(option for option in self.game.options if option.name == name)

    def _toggled(self, name: str, value: str) -> Draft:
        """Takes one more of an option of many, or lets it go; one too many is not taken."""
        option = self._option(name)
        taken = list(self.draft.many(option))
        if value in taken:
            taken.remove(value)
        elif len(taken) < option.many:
            taken.append(value)
        order = [str(choice.value) for choice in option.choices]
        return self.draft.with_value(name, ",".join(sorted(taken, key=order.index)))

    def _drawn(self, option: Option) -> list[str]:
        """So many different choices as are wanted, all as likely, in the order of the choices."""
        order = [str(choice.value) for choice in option.choices]
        left = list(order)
        drawn = [left.pop(self._draw(range(len(left)))) for _n in range(option.many)]
        return sorted(drawn, key=order.index)

    def tell_fact(self, name: str, value: Value | None) -> None:
        """A fact that the owner tells; None: as it is without."""
        self._draft = self.draft.with_fact(name, value)

    def _told_fact(self, name: str, text: str) -> None:
        """What the owner typed for a fact."""
        told = page_face(self.game).told_fact(self.draft, name, text)
        if isinstance(told, str):
            self.trouble = told
        else:
            self._draft = told

    def _typed(self, text: str | None) -> None:
        """A text was typed; None leaves it as it was."""
        edited, self.editing = self.editing, None
        if text is None:
            return
        draft = self.draft
        match edited:
            case None:
                return
            case EditName(seat):
                names = (*draft.names[:seat], text.strip()[:MOST_LETTERS], *draft.names[seat + 1 :])
                self._draft = replace(draft, names=names, page="seats")
            case EditFact(name):
                self._told_fact(name, text)
            case EditOption(name):
                self._draft = draft.with_value(name, text.strip())
            case _:
                assert_never(edited)


def _begun(game: Game[Any], seats: int, names: tuple[str, ...], source: str) -> Draft:
    """An agreement on a game of which nothing is agreed yet."""
    return Draft(game, seats, names, (), source, facts=face_of(game).facts_at_first)
