"""What every game of the family can do, and what each of them must say for itself: every state carries its game.

Whose turn it is, what may come now, what an event does, how well a seat stands; how the table looks, what people may
still have to tidy, what these eyes may see. Zoons are read from a scene here, too: every plausible reading, and the
likeliest assignment of sightings to cards of an army. Each chore knows every look of its square in which it is not
done. Rule kept: a step falls away by what everybody knows, so that it tells nothing hidden.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import product
from math import exp, log
from typing import Any, Generic

from msgspec.structs import replace

from companion.game import (
    Chance,
    Chore,
    Event,
    Game,
    Measure,
    Seat,
    Seats,
    Seen,
    Setup,
    Turn,
    View,
    Violation,
)
from companion.games.zoon.family import positions
from companion.games.zoon.family.deck import BOARD, thing_names
from companion.games.zoon.family.events import Reinforced, Starts, layouts, overrides_at, reinforcements
from companion.games.zoon.family.moves import LAID, Effect, March, Moved, PlayedTrump, grid_moves, plays
from companion.games.zoon.family.state import NAMES, NUMBERS, ROOM, WORDS, S, Stock, Wall, ZoonState, away
from companion.games.zoon.family.tribes import Agreed, agreed
from companion.language import Language, _, marked, spoken
from companion.sight import Kind, Look, Lying, Sighting, Table, Thing

SQUARE_MM = 66.0
"""Side of a square in mm: a card of 60 mm with room around it."""


@cache
def mat(*kinds: Kind) -> Table:
    side = SQUARE_MM * BOARD.columns
    return Table(side, side, regions=BOARD.regions(SQUARE_MM), kinds=kinds)


def trump_thing(agreed: Agreed, name: str | None) -> Thing:
    return Thing("card", name, "up", deck=agreed.facts.trumps[name].tribe if name else None)


def zoon_thing(agreed: Agreed, piece: Any, *, up: bool, seat: int | None) -> Thing:
    """A Zoon as the camera may see it: its tribe's back without a name, or its face, upright for this seat."""
    if not up or piece.card is None:
        return Thing("card", None, "down", deck=agreed.decks[piece.seat], seat=piece.seat)
    return Thing("card", piece.card, "up", deck=agreed.zoon(piece.card).tribe, seat=seat)


def lying_on(state: ZoonState, squares: Iterable[str] = NUMBERS) -> dict[str, Lying]:
    """What lies on each of these squares, all tidied except an unsettled attack."""
    board, agreed, lying = state.board, state.agreed, state.agreed.game.lying
    regions: dict[str, Lying] = {wall.at: (trump_thing(agreed, wall.trump),) for wall in state.walls}
    for square in squares:
        if (piece := board[NUMBERS[square]]) is not None:
            regions[square] = regions.get(square, ()) + lying(agreed, piece)
    return regions


@lru_cache(maxsize=2048)
def _chores_at(
    agreed: Agreed, things: tuple[Any, ...], tidy: Lying, here: Any, _language: Language
) -> tuple[Chore, ...]:
    """The chores of one square; `here` is the Zoon on it. Each has all looks in which it is not done yet."""
    game = agreed.game
    # Where all lie hidden, the look with nothing done comes first: the square as it looks when it happens.
    order = (True, False) if game.hidden else (False, True)
    ways: list[tuple[frozenset[int], Lying]] = []
    for undone in product(order, repeat=len(things)):
        left = [thing for thing, waits in zip(things, undone, strict=True) if waits]
        if left:
            places = frozenset(n for n, waits in enumerate(undone) if waits)
            ways.extend((places, way) for way in game.untidy_looks(agreed, left, tidy, here) if way != tidy)
    found = []
    for number, thing in enumerate(things):
        before = tuple(dict.fromkeys(way for places, way in ways if number in places))
        if before:
            owner = thing.piece or here
            seat = None if owner is None else owner.seat
            words = thing.words(agreed, here)
            found.append(Chore(thing.asks[thing.what][0], words, thing.at, before, seat))
    return tuple(found)


PLAUSIBLE = 0.02
"""Minimum probability of a reading that is followed up."""
UNNAMED = 0.02
"""Probability of a card that the eye did not name although it named others."""
WIDEST = 24
ALTERNATIVES = 4

Cards = tuple[Sighting, ...]
Row = tuple[float, tuple[str, ...]]


def cards_of(seen: Seen, square: str) -> Cards:
    return tuple(sighting for sighting in seen.regions.get(square, ()) if sighting.kind == "card")


def armies_laid(state: ZoonState, seen: Seen) -> Iterator[Any]:
    """Armies laid out: only once both lie complete, as they are laid at the same time."""
    laid = [tuple(cell for cell in BOARD.zone(seat) if cards_of(seen, cell)) for seat in (0, 1)]
    if all(len(cells) == state.to_lay(seat) for seat, cells in enumerate(laid)):
        for seat, cells in enumerate(laid):
            if not state.ready[seat]:
                yield state.agreed.game.deployed(seat, () if len(cells) == ROOM else cells)


def seen_in_play(
    state: ZoonState,
    seen: Seen,
    may_be: Callable[[Any, Any, Sighting], bool],
    moved: Callable[[Any, Seen, str, Any, str], Iterator[Any]],
    turned_up: Callable[[Any, Seen, str], Iterator[Any]],
    hiding: Iterable[str] = (),
) -> Iterator[Any]:
    """What may have happened in play: Zoons moved between squares, cards turned up, cards come from a hand.

    `may_be`: whether a card seen where a Zoon was may be it, unmoved. `moved`: the moves by which a Zoon gone from
    its square may be what lies on another; `hiding`: further squares to look at that look as they should.
    """
    changed = sorted(square for square in seen.changed if square in NUMBERS)
    starts = sorted({*changed, *(thing.at for thing in state.untidy if thing.what in ("come", "other"))})
    ends = {*changed, *hiding, *(thing.at for thing in state.untidy if thing.what == "off")}
    for start in starts:
        piece, here = state.at(start), cards_of(seen, start)
        if piece is None or piece.cage or any(may_be(state, piece, card) for card in here):
            continue
        for to in sorted(square for square in ends if square != start and cards_of(seen, square)):
            yield from moved(state, seen, start, piece, to)
    for square in changed:
        yield from turned_up(state, seen, square)
        for card, seat in product(cards_of(seen, square), (0, 1)):
            yield from _come_from_hand(state, square, card, seat)


def _come_from_hand(state: ZoonState, square: str, card: Sighting, seat: int) -> Iterator[Any]:
    """Possible cards that this seat laid there: a trump face up, or a reinforcement face down."""
    game, piece, is_free = state.agreed.game, state.at(square), state.is_free(NUMBERS[square])
    trumps = {name: state.agreed.facts.trumps[name].does for name in state.stock.hand[seat]}
    if card.face != "down":
        empty = piece is None if game.hidden else is_free
        for name, does in trumps.items():
            fits = card.chance(name) >= PLAUSIBLE or (card.label is None and empty == (does in LAID))
            if fits and does in (*LAID, "cage", "gear"):
                yield game.played(seat, name, square)
    if piece is not None or card.face == "up" or (card.face is None and not game.hidden):
        return
    if square in BOARD.back(seat) and state.stock.reinforcements[seat]:
        yield from (event for event in reinforcements(state, seat) if event.at == square)
        if not is_free and not state.agreed.is_shown:
            yield Reinforced(seat, square)
    if game.hidden:
        # A trump that becomes a Zoon lies face down from the start.
        yield from (game.played(seat, name, square) for name, does in trumps.items() if does == "zoon")


def read_as(army: tuple[str, ...], can: tuple[str, ...], sighting: Sighting) -> tuple[str, ...]:
    """The plausible readings of a card of an army, likeliest first; unread: every card that it can be."""
    named = [] if sighting.label is None else [(sighting.label, sighting.sure)]
    readings = sorted((*named, *sighting.others), key=lambda reading: -reading[1])
    found = tuple(dict.fromkeys(label for label, p in readings if p >= PLAUSIBLE and label in army))
    return found or (can if sighting.label is None else ())


def assigned(sightings: list[Sighting], pool: tuple[str, ...]) -> list[Row]:
    """The likeliest assignments of cards of the pool to sightings, each card used at most as often as it is there.

    Beam search: the surest sightings first, keeping the likeliest beginnings. Cards that the eye did not name are
    tried only where the named ones do not suffice.
    """
    return _searched(sightings, pool, named=True) or _searched(sightings, pool, named=False)


def _searched(sightings: list[Sighting], pool: tuple[str, ...], *, named: bool) -> list[Row]:
    count = Counter(pool)
    rows: list[tuple[float, dict[int, str]]] = [(0.0, {})]
    surest = [0.0 if one.label is None else one.sure for one in sightings]
    for place in sorted(range(len(sightings)), key=lambda n: -surest[n]):
        sighting = sightings[place]
        unread = sighting.label is None and not sighting.others
        found = {card: UNNAMED if unread else sighting.chance(card) for card in count}
        chances = [
            (card, log(max(chance, UNNAMED / 20)))
            for card, chance in found.items()
            if chance > 0 or not named
        ]
        grown = []
        for likelihood, given in rows:
            held = list(given.values())
            for card, chance in chances:
                if held.count(card) < count[card]:
                    grown.append((likelihood + chance, {**given, place: card}))
        rows = sorted(grown, key=lambda row: -row[0])[:WIDEST]
    whole = [(likelihood, tuple(given[n] for n in range(len(sightings)))) for likelihood, given in rows]
    return whole[:ALTERNATIVES]


def headline(state: ZoonState) -> str:
    if state.over is not None:
        if not state.over.winners:
            return state.over.words
        name = state.seat_name(state.over.winners[0])
        return _("Victory for {name}: {why}").format(name=name, why=state.over.words)
    if state.phase != "play":
        return _(WORDS["headline"][state.phase])
    if state.step is None:
        return _("{name} to move").format(name=state.seat_name(state.turn))
    words: str = state.step.headline(state)
    return words


def awaited(state: ZoonState) -> str:
    step, game = state.step, state.agreed.game
    if state.over is not None:
        return ""
    if state.phase == "deploy":
        counts = {seat: state.to_lay(seat) for seat in (0, 1) if not state.ready[seat]}
        named = ((state.seat_name(seat), count) for seat, count in counts.items())
        each = ", ".join(_("{name}: {n}").format(name=name, n=count) for name, count in named)
        return state.lay_words(each, set(counts.values()))
    if state.phase == "lot":
        return _("Press to draw lots.")
    if state.phase != "play":
        return _("Turn up the row that faces the enemy and put a penny, heads up, on each card.")
    if step is not None:
        asks: str = step.asks(state)
        return asks
    may_reinforce = bool(state.stock.reinforcements[state.turn])
    if state.stock.hand[state.turn] or state.aside[state.turn] or (may_reinforce and not game.hidden):
        whole = _("Move a Zoon, play a trump or lay a reinforcement.")
        return whole if may_reinforce else _("Move a Zoon or play a trump.")
    return _("Move a Zoon or lay a reinforcement.") if may_reinforce else _("Move a Zoon.")


def notes(state: ZoonState) -> tuple[str, ...]:
    """Notes for everybody: an Emblem under a cage is safe for good, once everybody can know that it lies there."""
    found = []
    for seat in (0, 1):
        emblem = state.agreed.emblems[seat]
        caged = [(n, p) for n, p in enumerate(state.board) if p is not None and p.seat == seat and p.cage]
        by_count = state.agreed.game.hidden and any(state.possible(n) == (emblem,) for n, _piece in caged)
        if by_count or any(piece.card == emblem for _n, piece in caged):
            words = _("The Emblem of {name} is caged: nobody can beat it any more.")
            found.append(words.format(name=state.seat_name(seat)))
    return tuple(found)


def named(state: ZoonState, number: int, card: str, things: Lying) -> Lying:
    """What lies on a square, with the name of its face-down card."""
    piece = state.board[number]
    known = Thing("card", card, "down", state.agreed.decks[piece.seat], piece.seat)
    return tuple(known if t.face == "down" and t.seat == piece.seat else t for t in things)


def may_go(state: ZoonState, number: int, piece: Any) -> str:
    """Words on where an uncaged Zoon may go now, to follow its name; empty if it is not its turn to move."""
    step, game, name = state.step, state.agreed.game, NAMES[number]
    if state.phase != "play" or state.over is not None or (game.hidden and piece.seat != state.turn):
        return ""
    events: Iterable[Any]
    if step is None and piece.seat == state.turn:
        events = game.grid_moves(state, number, state.all_faces(piece.seat)[number], piece.seat)
    elif isinstance(step, Effect) and (
        step.seat == piece.seat or (isinstance(step, March) and not game.hidden)
    ):
        events = step.moves(state)
    else:
        return ""
    squares = sorted({event.to for event in events if isinstance(event, Moved) and event.start == name})
    words = _("may go to {squares}").format(squares=", ".join(squares)) if squares else _("cannot move")
    return f" · {words}"


def view_of(
    state: ZoonState,
    board: Mapping[str, Lying],
    about: Mapping[str, str],
    more: tuple[tuple[str, ...], ...] = ((), ()),
) -> View:
    """What everybody is told of a state, with the squares as some eyes see them.

    Beside the board: trumps by name, `more` lines of each seat, and piles by their number of cards. The tomb is named
    once the game is over.
    """
    stock, aside = state.stock, []
    # Lines for each seat; one with nothing to tell is left out.
    for seat in (0, 1):
        lines = []
        if stock.hand[seat]:
            trumps = ", ".join(state.called(trump) for trump in stock.hand[seat])
            lines.append(_("In hand: {trumps}").format(trumps=trumps))
        lines.extend(more[seat])
        if stock.reinforcements[seat]:
            lines.append(_("Reinforcements: {n}").format(n=len(stock.reinforcements[seat])))
        if stock.tomb[seat]:
            cards = ", ".join(state.called(card, _("unknown")) for card in stock.tomb[seat])
            lying = len(stock.tomb[seat]) if state.over is None else cards
            lines.append(_("Tomb: {cards}").format(cards=lying))
        if stock.off[seat]:
            lines.append(_("Taken off by agreement: {n}").format(n=len(stock.off[seat])))
        aside.append(tuple(lines))
    return View(
        headline=headline(state),
        awaited=awaited(state),
        notes=notes(state),
        board=board,
        about=about,
        aside=tuple(aside),
    )


def about(state: ZoonState, piece: Any, said: str) -> str:
    """What is `said` of a Zoon, or whose face-down card it is, with the gear that it carries."""
    said = said or _("A face-down card of {name}").format(name=state.seat_name(piece.seat))
    if not piece.gear:
        return said
    return _("{card} · carries {trump}").format(card=said, trump=state.called(piece.gear))


def wall_words(state: ZoonState, wall: Wall) -> str:
    """What lies on a square for good: a trump by name, and whether it is an Obstacle."""
    if wall.trump is None:
        return _("An Obstacle")
    name = state.called(wall.trump)
    return _("{trump} · an Obstacle").format(trump=name) if wall.blocks else name


FOR_VALUE, FOR_ZOON = 0.035, 0.2
"""Worth of a point of a Zoon's printed value, and of having the Zoon at all."""
NEAR = (1.5, 0.9, 0.6, 0.4, 0.25, 0.12, 0.0)
"""Worth of the Zoon nearest to the rival's Emblem, by its distance in squares."""
FOR_ROW, FOR_SQUARE = 0.03, 0.02
"""Worth of every row ahead of the own edge, and of every square nearer to the rival's Emblem."""
UNKNOWN = 12
"""Value of an unknown card."""


def won(lead: float) -> float:
    """The chance to win with this lead in strength."""
    return 1 / (1 + exp(-lead))


def strengths(state: ZoonState, near: tuple[float, ...]) -> tuple[float, float]:
    """The strength of each seat's Zoons; a caged one has none.

    `near`: what the Zoon nearest to the rival's Emblem adds, by its distance.
    """
    agreed = state.agreed
    free = [(number, one) for number, one in enumerate(state.board) if one is not None and not one.cage]
    free += [(NUMBERS[step.at], step.piece) for step in state.todo if hasattr(step, "piece")]
    found = []
    for seat in (0, 1):
        total, nearest = 0.0, len(near)
        own, rival = agreed.emblems[seat], agreed.emblems[1 - seat]
        aim = next((number for number, one in free if one.seat != seat and one.card == rival), None)
        for number, one in free:
            if one.seat != seat or one.card == own:
                continue
            total += FOR_ZOON + FOR_VALUE * (UNKNOWN if one.card is None else agreed.zoon(one.card).value)
            total += FOR_ROW * BOARD.depth(seat, number)
            if aim is not None:
                nearest = min(nearest, away(number, aim))
                total += FOR_SQUARE * (BOARD.rows - away(number, aim))
        strength = total + (near[nearest] if nearest < len(near) else 0.0)
        found.append(strength + len(state.stock.reinforcements[seat]) * FOR_ZOON * 2)
    return found[0], found[1]


LOT = ("lot", Starts, "s2-lot", marked("the game has begun"))
"""The last thing before play."""


def _gone_on(state: S, event: Any) -> S:
    """Drops an unfinished march once another seat acts: that seat has seen that no further moves are wanted."""
    step = state.step
    if not isinstance(step, March) or not step.made or event.seat == step.seat:
        return state
    if not isinstance(event, Moved | PlayedTrump | Reinforced):
        return state
    return replace(state, todo=state.todo[:-1]).settled()


def _told_by_event(name: str) -> Any:
    """A method of the game that asks the event itself, on the state before it."""
    return lambda _game, state, event, *more: getattr(event, name)(state, *more)


class ZoonGame(Game[S], Generic[S]):
    """A game of the family, with its own structs for state, Zoons, steps and events."""

    seats = (2,)
    faces = "companion.games.zoon.family"

    grid_moves = staticmethod(grid_moves)
    plays = staticmethod(plays)
    reinforcements = staticmethod(reinforcements)
    faults = staticmethod(positions.faults)
    dump_position = staticmethod(positions.dump_position)
    load_position = positions.load_position
    thing_names = staticmethod(thing_names)
    overrides = staticmethod(overrides_at)

    def start(self, setup: Setup) -> S:
        """Both armies in hand, nothing on the board. Raises SetupFault."""
        given = agreed(setup, self)
        begun: S = self.state(agreed=given, stock=Stock(hand=given.trumps, unseen=given.armies))
        return begun

    def candidates(self, state: S, seen: Seen | None) -> Iterator[Event]:
        if seen is None:
            return self.lawful(state)
        return iter(()) if state.over is not None or state.phase == "lot" else self.seen(state, seen)

    def turn(self, state: S) -> Turn:
        step = state.step
        if state.over is not None or state.phase == "lot":
            return state.over or Chance("lot", (0, 1), _("Draw lots: who begins?"))
        if state.phase != "play":
            return Seats(frozenset(seat for seat in (0, 1) if not state.ready[seat]))
        if step is not None and step.fights:
            due: Turn = step.turn(state)
            return due
        return Seats(frozenset({state.turn if step is None else step.seat}))

    def lawful(self, state: S) -> Iterator[Event]:
        """Every lawful event; of very many layouts a sample.

        Not listed: what people may say at any time (surrender, agree to a draw, something tidied, a override).
        """
        step = state.step
        if state.over is not None:
            return iter(())
        if state.phase == "deploy":
            return layouts(state)
        if state.phase == "lot":
            return iter((Starts(0), Starts(1)))
        if state.phase != "play":
            return self.opening(state)
        if step is None:
            return state.acts()
        return step.lawful(state) if isinstance(step, Effect) else self.due(state, step)

    def violations(self, state: S, event: Any) -> Iterator[Violation]:
        """The rules that an event breaks: of its time, then of whose it is, then all others."""
        if state.over is not None and not event.override:
            yield Violation("ours-over", state.over.words)
            return
        if event.any_time:
            yield from event.violations(state)
            return
        if event.seat not in (None, 0, 1):
            yield Violation("ours-two-seats", str(event.seat))
            return
        state = _gone_on(state, event)
        if state.over is not None:
            yield Violation("ours-over", state.over.words)
            return
        is_early = False
        for phase, type_, rule, late in self.before:
            fits = type(event) is type_
            is_early = is_early or fits
            if (state.phase == phase) != fits:
                yield Violation(rule, "" if state.phase == phase else _(late))
        if state.phase == "play" and not is_early:
            yield from event.unasked(state) if state.step is None else state.step.early(state, event)
        yield from event.violations(state)

    def after(self, state: S, event: Any) -> S:
        """The state after an event, lawful or not; an event without effect ends no turn."""
        before = state
        if state.over is not None and not event.override:
            return state
        if not event.any_time:
            state = _gone_on(state, event)
        state = state.begun(event)
        changed: S = event.after(state)
        if changed is state and not event.fights:
            return before
        if event.override:
            return changed.credible()
        told_again = event.fights and (changed is state or state.step is None or not state.step.fights)
        if event.plays and not told_again:
            changed = changed.credible().settled()
        return changed

    def public_state(self, state: S) -> S:
        return state.public()

    def layout(self, state: S) -> Look | None:
        """Both armies as they are laid out, face down in the end; small ones with their front full."""
        if state.phase != "deploy":
            return None
        regions: dict[str, Lying] = {}
        for seat, deck in enumerate(state.agreed.decks):
            # A small army may leave any squares empty: until it lies, its front is shown full.
            cells = (*BOARD.front(seat), *BOARD.back(seat))[: state.to_lay(seat)]
            if state.ready[seat]:
                cells = tuple(cell for cell in BOARD.zone(seat) if state.at(cell) is not None)
            regions |= dict.fromkeys(cells, (Thing("card", None, "down", deck=deck, seat=seat),))
        return Look(regions)

    def chores(self, state: S) -> tuple[Chore, ...]:
        if not state.untidy:
            return ()
        by_square: dict[str, list[Any]] = {}
        for thing in state.untidy:
            by_square.setdefault(thing.at, []).append(thing)
        tidy, now = self.look(state, by_square), spoken()
        found: list[Chore] = []
        for at, things in by_square.items():
            found += _chores_at(state.agreed, tuple(things), tidy.of(at), state.board[NUMBERS[at]], now)
        return tuple(found)

    def whose_turn(self, state: S) -> Seat | None:
        return state.turn if state.phase == "play" and state.over is None else None

    def measures(self, state: S) -> tuple[Measure, ...]:
        """Each seat's Zoons on the board or still to come."""
        standing = [piece.seat for piece in state.board if piece is not None]
        zoons = tuple(standing.count(seat) + len(state.stock.reinforcements[seat]) for seat in (0, 1))
        return (Measure(_("Zoons"), zoons),)

    def worth(self, state: S, seat: Seat) -> float:
        """By the strength of both seats, hand included."""
        both = strengths(state, NEAR)
        return won(both[seat] - both[1 - seat])

    def brings(self, state: S, seat: Seat) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return state.stock.unseen[seat], state.stock.hand[seat]

    words, public, reveals, contest, alternatives, decided = map(
        _told_by_event, ("said", "public", "reveals", "contest", "alternatives", "decided")
    )

    # What each game overrides.

    hidden: bool
    """Whether Zoons lie face down all the game, except while they fight."""
    falls: str
    """The rule that ends the game when an Emblem is beaten."""
    before: tuple[tuple[str, type[Any], str, str], ...]
    """The phases before play, in order: name, its event, its rule, and the words once it is over."""

    # Its structs: a Zoon, what may be untidy, all steps that can be due, events that the family makes.
    state: type[Any]
    piece: type[Any]
    untidy: type[Any]
    step: Any
    deployed: type[Any]
    moved: type[Any]
    swapped: type[Any]
    played: type[Any]

    opening: Callable[..., Iterator[Any]]
    """The lawful events of a phase of its own before play."""
    due: Callable[..., Iterator[Any]]
    """The lawful events while a step of its own is due."""

    ruled: Callable[..., Iterator[Any]]
    """Rulings that people may make on a square, likeliest first, possible or not."""
    look: Callable[..., Look]
    seen: Callable[..., Iterator[Any]]
    """The events that could explain what was seen."""
    lying: Callable[..., Lying]
    """A Zoon with what lies on it."""
    untidy_looks: Callable[..., list[Lying]]
    """The looks of a square while exactly these things are not done; last argument: the Zoon of the square."""
    fields: tuple[str, ...]
    """All fields of a position, in the order in which they are written."""
    card: type[Any]
    """The struct of a card on a square of a position."""
    read_card: Callable[..., Any]
    """A Zoon from its card, the trumps on it, its field's name and the trumps that become Zoons."""
    read_more: Callable[..., Any]
    """The state with the game's own fields read, and the position for the rest of the reading."""
