"""What is being agreed before a game: names, options and the source of pictures, changed by touches."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from companion.game import Choice, Game, Setup, SetupFault, Value
from hardware import dice
from ui.box.opening import BY_TOUCH, SIMULATED
from ui.faces.page import Page
from ui.faces.registry import face_of
from ui.opponents.box_seats import BoxSeats
from ui.owned.settings import Person
from ui.pages.agreeing import MANY, TOUCH, needed_words, seats_model, source_for
from ui.pages.coach_agreed import COACH
from ui.pages.draft import Agree, Draft, by_seat, given_names, option_of
from ui.pages.seating import first_names
from ui.present.models import Banner, SeatsModel
from ui.present.touches import Touch, Typed, taken_by
from ui.records.beginning import WINNERS_BEFORE
from ui.words import upper_first


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
        self.trouble = ""
        if self._draft is None:
            game = self._first
            if self._named != SIMULATED:
                source = source_for(game, source, known)
            self._draft = self._as_before(game, source)
        else:
            still_there = self._draft.source in (*known, BY_TOUCH)
            source = self._draft.source if still_there else source
            self._draft = replace(self._draft, page="seats", source=source, typing=None)

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
        model = seats_model(self.draft, self._sources, self.people(), self.draw_many)
        fault = Banner("trouble", upper_first(self.trouble)) if self.trouble else model.fault
        typing = self.draft.typing
        return replace(model, fault=fault, editing=None if typing is None else (typing.title, typing.text))

    def back(self) -> bool:
        """One page back; False where that leads out of what is agreed."""
        draft, page = self.draft, self.draft.page
        if draft.typing is not None:
            self._draft = replace(draft, typing=None)
        elif page == "seats":
            return False
        else:
            among = page == COACH or page.startswith(MANY)
            self._draft = draft.on_page("options" if among else "seats")
        return True

    def take(self, touch: Touch) -> bool:
        """Does what a touch on the page asks for; False for what is none of its business."""
        match touch:
            case Agree():
                self.trouble = ""
                agreed = touch.method(self.draft, *touch.given, **dict(touch.named))
                assert isinstance(agreed, Draft)
                self._draft, self._named = agreed, agreed.named or self._named
            case Typed(text):
                self.trouble = ""
                self._typed(text)
            case _:
                return taken_by(self, touch)
        return True

    def _typed(self, text: str | None) -> None:
        """A text was typed; None leaves all as it was."""
        typing = self.draft.typing
        self._draft = replace(self.draft, typing=None)
        if text is None or typing is None:
            return
        told = typing.told(text.strip())
        if isinstance(told, str):
            self.trouble = told
        else:
            self._draft = told

    def draw_many(self, name: str) -> None:
        """So many different choices of an option of many as are wanted, all as likely, in the order of the choices."""
        option = option_of(self.game, name)
        order = [str(choice.value) for choice in option.choices]
        left = list(order)
        drawn = [left.pop(self._draw(range(len(left)))) for _n in range(option.many)]
        self.trouble = ""
        self._draft = self.draft.with_value(name, ",".join(sorted(drawn, key=order.index)))

    def tell_fact(self, name: str, value: Value | None) -> None:
        """A fact that the owner tells; None: as it is without."""
        self._draft = self.draft.with_fact(name, value)


def _begun(game: Game[Any], seats: int, names: tuple[str, ...], source: str) -> Draft:
    """An agreement on a game of which nothing is agreed yet."""
    return Draft(game, seats, names, (), source, facts=face_of(game).facts_at_first)
