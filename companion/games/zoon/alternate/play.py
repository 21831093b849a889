"""Zoon by the alternate rules, as the referee knows it: how the table looks and what may be read from it.

Only squares that differ from the book say anything. Every plausible reading of a card is tried; an unread card may be
any that the count of the others allows; lawful or not, the referee judges.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from math import log
from typing import Any

from msgspec import UNSET

from companion.game import About, Event, PositionFault, RandomSource, Seat, Seen, Setup, View
from companion.games.zoon.alternate import events as acts
from companion.games.zoon.alternate.events import Fight, Moved, Piece, Roll, State, TurnedUp, TurnUp
from companion.games.zoon.family import play, positions
from companion.games.zoon.family.deck import BOARD, printed_with_penny, sign, together
from companion.games.zoon.family.events import Deployed, Starts
from companion.games.zoon.family.moves import Star, moves_enemies
from companion.games.zoon.family.play import LOT, ZoonGame, strengths, won
from companion.games.zoon.family.state import NAMES, NUMBERS, ordered
from companion.games.zoon.family.tribes import Agreed, options_of
from companion.kits.exact import checked_faults, common, converted
from companion.language import _, marked
from companion.sight import Look, Lying, Sighting, Table, Thing

NO_PENNY = ""
"""In place of a penny's side: there is no penny."""


@lru_cache(maxsize=8192)
def lying_zoon(agreed: Agreed, piece: Piece, penny: str | None = None, *, beneath: bool = False) -> Lying:
    """A Zoon with what lies on it. `penny`: a side in place of its own, `NO_PENNY` for none.

    `beneath`: another card lies over it, and may hide it.
    """
    card = play.zoon_thing(agreed, piece, up=piece.up, seat=piece.seat)
    things = [replace(card, hidden=beneath or bool(piece.on))]
    things.extend(play.trump_thing(agreed, name) for name in piece.on)
    side = piece.penny if penny is None else penny
    if side:
        things.append(Thing("penny", side, hidden=beneath or bool(piece.gear)))
    return tuple(things)


def _may_be(_state: State, piece: Piece, sighting: Sighting) -> bool:
    """Whether a card seen on its square may be this Zoon, unmoved, or the gear that may hide it."""
    if piece.gear and sighting.chance(piece.gear) >= play.PLAUSIBLE:
        return True
    if not piece.up:
        return sighting.face != "up"
    if sighting.face == "down" or sighting.seat not in (None, piece.seat):
        return False
    if sighting.label is None:
        return True
    return piece.card is not None and sighting.chance(piece.card) >= play.PLAUSIBLE


def _moves(state: State, seen: Seen, start: str, piece: Piece, to: str) -> Iterator[Moved]:
    """The moves of a Zoon gone from one square that explain a card on another."""
    there = play.cards_of(seen, to)
    target, step = state.at(to), state.step
    mover = step.seat if step is not None and moves_enemies(state, start) else piece.seat
    for at, sighting in enumerate(there):
        if target is not None and len(there) == 1 and _may_be(state, target, sighting):
            continue
        # What a face-down defender may prove to be; None: nothing of it shows.
        met: tuple[str | None, ...] = (None,)
        if target is not None and not target.up:
            army, can = state.agreed.armies[target.seat], state.possible(NUMBERS[to])
            beneath = (*there[:at], *there[at + 1 :])
            shown = [s for s in beneath if s.face != "down" and s.seat in (None, target.seat)]
            met = tuple(dict.fromkeys(name for s in shown for name in play.read_as(army, can, s))) or met
        for card in _names(state, piece, start, sighting):
            yield from (Moved(mover, start, to, card, name) for name in met)


def _names(state: State, piece: Piece, start: str, sighting: Sighting) -> tuple[str | None, ...]:
    """What the Zoon may prove to be, by the card seen where it went; None: it still lies face down."""
    if piece.gear and sighting.chance(piece.gear) >= play.PLAUSIBLE:
        return (piece.card if piece.up else None,)
    if piece.up:
        return (piece.card,) if _may_be(state, piece, sighting) else ()
    if sighting.face == "down":
        return (None,)
    if sighting.seat not in (None, piece.seat):
        return ()
    can = state.possible(NUMBERS[start])
    return play.read_as(can if piece.card else state.agreed.armies[piece.seat], can, sighting)


def _turned_up(state: State, seen: Seen, square: str) -> Iterator[TurnedUp]:
    piece = state.at(square)
    if piece is None or piece.up or piece.cage:
        return
    for sighting in play.cards_of(seen, square):
        if sighting.face == "up" and sighting.seat in (None, piece.seat):
            can = state.possible(NUMBERS[square])
            for card in play.read_as(state.agreed.armies[piece.seat], can, sighting):
                yield TurnedUp(piece.seat, square, card)


SAMPLES = 36
"""Maximum ways listed to turn up front rows."""


CLOSE = log(50)
"""Maximum gap in log-likelihood to the best reading for an alternative."""


def _up(seen: Seen, cell: str) -> Sighting | None:
    """The card that lies face up in a square."""
    cards = [card for card in play.cards_of(seen, cell) if card.face != "down"]
    return cards[-1] if cards else None


def _about(state: State, number: int, piece: Piece, seen: str) -> str:
    if piece.cage:
        words = _("{card} under {trump} · an Obstacle")
        return words.format(card=state.card_name(piece), trump=state.called(piece.cage))
    said = _("Face down: {card}").format(card=state.called(seen)) if seen else ""
    if piece.up:
        assert piece.card is not None
        zoon = state.agreed.zoon(piece.card)
        on_tails, on_heads = _("{name} · penny on tails: {sum}"), _("{name} · penny on heads: {sum}")
        words = on_tails if piece.penny == "tails" else on_heads
        corners = acts.pair(zoon.corners, piece.penny)
        figure = " + ".join(map(sign, corners))
        if "star" not in corners and "x" not in corners:
            figure += f" = {together(corners)}"
        said = words.format(name=zoon.name, sum=figure)
        said += play.may_go(state, number, piece)
    return play.about(state, piece, said)


NEAR = (0.9, 0.9, 0.6, 0.4, 0.25, 0.12, 0.0)
"""Worth of the Zoon nearest to the rival's Emblem, by its distance in squares."""
STRIKE, THREAT, LOST = 1.0, 1.5, 0.6
"""Worth of a sure strike kept for later, of one that the rival has in its next turn, and of the Zoon that strikes."""


def _falls(state: State, seat: Seat) -> float:
    """The chance that a seat's Emblem is beaten by the rival's best strike now."""
    agreed, board, best = state.agreed, state.board, 0.0
    emblem = agreed.emblems[seat]
    own = ((number, one) for number, one in enumerate(board) if one is not None and one.seat == seat)
    at, target = next((found for found in own if found[1].card == emblem), (None, None))
    if at is None or target is None or target.cage:
        return 0.0
    for number, one in enumerate(board):
        if one is None or one.seat == seat or one.cage or one.card is None:
            continue
        if state.is_any_open(agreed.facts.ways(one.card, one.seat, number, one.gear).get(at, ())):
            best = max(best, acts.odds(state.values(state.side_of(one), state.side_of(target))))
    return best


class ZoonAlternate(ZoonGame[State]):
    """Zoon by Steffan O'Sullivan's alternate rules, on top of the rules of Zoondo."""

    id = "zoon_alternate"
    name = marked("Zoon (alternate rules)")
    about = About(
        gist=marked("Two armies meet; a die each decides a fight."),
        needs=marked("two tribes of cards, pennies, the mat of squares"),
        minutes=(30, 60),
    )
    options = options_of("alternate")
    events: tuple[type[Event], ...] = acts.EVENTS

    hidden = False
    falls = "za-24-emblem-falls"
    before = (
        ("deploy", Deployed, "zo-03-armies-first", marked("the armies lie already")),
        ("fronts", acts.FrontsUp, "za-02-fronts-up-first", marked("the front rows are up already")),
        LOT,
    )
    state, piece, untidy, step, card = State, Piece, acts.Untidy, acts.AnyStep, positions.Card
    deployed, moved, swapped, played = Deployed, Moved, acts.Swapped, acts.PlayedTrump
    fields = tuple(name for name in positions.FIELDS if name != "fought")

    lying = staticmethod(lying_zoon)
    ruled = staticmethod(acts.ruled)
    printed = staticmethod(printed_with_penny)

    def chance_event(self, state: State, values: tuple[int | str, ...]) -> Event:
        if state.phase == "lot":
            return Starts(int(values[0]))
        return acts.Fought((int(values[0]), int(values[1])))

    def table(self, _setup: Setup) -> Table:
        return play.mat("card", "penny")

    def due(self, state: State, step: acts.AnyStep) -> Iterator[Any]:
        if isinstance(step, Roll):
            yield from map(acts.Fought, acts.DICE)
        elif isinstance(step, TurnUp | acts.Show):
            # Every way to turn up the due card, with an event for each card that it may prove to be.
            squares = [NUMBERS[step.at]] if isinstance(step, acts.Show) else state.face_down(step.seat)
            for number in squares:
                for card in state.possible(number):
                    yield TurnedUp(step.seat, NAMES[number], card)

    def look(self, state: State, squares: Iterable[str] = NUMBERS) -> Look:
        """What lies on these squares, all tidied. An attack not fought yet lies over its defender."""
        regions, step = play.lying_on(state, squares), state.fight
        if isinstance(step, Fight):
            defender = state.at(step.at)
            under = () if defender is None else lying_zoon(state.agreed, defender, beneath=True)
            regions[step.at] = (*under, *lying_zoon(state.agreed, step.piece))
        return Look(regions)

    def layout(self, state: State) -> Look | None:
        """What is being laid out: both armies face down, then both front rows face up with pennies on heads."""
        if state.phase != "fronts":
            return super().layout(state)
        regions = dict(self.look(state).regions)
        for seat in (0, 1):
            if state.ready[seat]:
                continue
            face = Thing("card", None, "up", deck=state.agreed.decks[seat], seat=seat)
            for cell in (
                *state.laid_on(BOARD.front(seat)),
                *state.laid_on(BOARD.back(seat))[: state.more_up(seat)],
            ):
                regions[cell] = (face, Thing("penny", "heads"))
        return Look(regions)

    def untidy_looks(
        self, agreed: Agreed, left: list[acts.Untidy], tidy: Lying, _here: Piece | None
    ) -> list[Lying]:
        whats = {thing.what for thing in left}
        elsewhere = [thing for thing in left if thing.what in ("come", "other")]
        if len(elsewhere) > 1 or (elsewhere and whats & {"off", "penny"}):
            return []
        for thing in elsewhere:
            # Nothing has come yet, or something else still stands there, its penny turned or not.
            other = thing.piece
            if other is None:
                return [()]
            if thing.over is not None:
                return [(*lying_zoon(agreed, other, beneath=True), *lying_zoon(agreed, thing.over))]
            turned = [lying_zoon(agreed, other, acts.other_side(other.penny))] if other.penny else []
            return [lying_zoon(agreed, other), *turned]
        own = list(tidy)
        pennies = [n for n, thing in enumerate(own) if thing.kind == "penny"]
        if pennies and whats & {"penny", "flip"}:
            # The last penny is not there, or lies on its other side.
            last = pennies[-1]
            turned_over = replace(own[last], label="tails" if own[last].label == "heads" else "heads")
            own[last : last + 1] = [] if "penny" in whats else [turned_over]
        if "spare" in whats:
            own = [own[0], Thing("penny", None, hidden=True), *own[1:]]
        found: list[Lying] = [tuple(own)]
        for piece, below in ((thing.piece, thing.beneath) for thing in left if thing.what == "off"):
            if piece is None:
                continue
            extras = (lying_zoon(agreed, piece, beneath=below), lying_zoon(agreed, piece, NO_PENNY))
            if not below:
                # A card over it may hide its penny.
                found = [
                    tuple(replace(t, hidden=t.hidden or t.kind == "penny") for t in base) for base in found
                ]
            found = [(*extra, *base) if below else (*base, *extra) for base in found for extra in extras]
        return list(dict.fromkeys(found))

    def seen(self, state: State, seen: Seen) -> Iterator[Event]:
        if state.phase == "deploy":
            yield from play.armies_laid(state, seen)
        for seat in (0, 1) if state.phase == "fronts" else ():
            # Front rows, the likeliest first; nothing before all cards of one lie face up.
            squares, more = state.laid_on(BOARD.front(seat)), state.more_up(seat)
            also = tuple(cell for cell in state.laid_on(BOARD.back(seat)) if _up(seen, cell) is not None)[
                :more
            ]
            shown = [face for cell in (*squares, *also) if (face := _up(seen, cell)) is not None]
            if not state.ready[seat] and len(shown) >= len(squares) + more:
                rows = play.assigned(shown, state.stock.unseen[seat])
                fair = (cards for likelihood, cards in rows if likelihood >= rows[0][0] - CLOSE)
                yield from (acts.FrontsUp(seat, cards, also) for cards in fair)
        if state.phase != "play":
            return
        yield from play.seen_in_play(state, seen, _may_be, _moves, _turned_up)
        step = state.step
        if not isinstance(step, Star) or state.agreed.zoon(step.card).star != "trade":
            return
        for square in sorted(seen.changed):
            piece = state.at(square)
            if piece is not None and piece.seat == step.seat and square != step.at:
                for sighting in play.cards_of(seen, step.at):
                    for card in _names(state, piece, square, sighting):
                        yield acts.Swapped(step.seat, step.at, square, None if piece.up else card)

    def opening(self, state: State) -> Iterator[acts.FrontsUp]:
        """A sample of the lawful front rows: the army's cards in at most SAMPLES orders."""
        for seat in (0, 1):
            if state.ready[seat]:
                continue
            squares, pool = state.laid_on(BOARD.front(seat)), state.stock.unseen[seat]
            more = state.more_up(seat)
            also = state.laid_on(BOARD.back(seat))[:more]
            rows = (ordered(pool, sample)[: len(squares) + more] for sample in range(SAMPLES))
            yield from (acts.FrontsUp(seat, cards, also) for cards in dict.fromkeys(rows))

    def view(self, state: State, eyes: Seat | None) -> View:
        """What these eyes may see; None = the shared screen, which shows only what lies open."""
        board = dict(self.look(state).regions)
        about = {}
        for number, piece in enumerate(state.board):
            if piece is None:
                continue
            name, known = NAMES[number], state.possible(number) if not piece.up else ()
            # Once it is over everybody; before, only the owner, in its own turn and while no fight is due.
            may_look = state.over is not None or (eyes == piece.seat == state.turn and state.fight is None)
            seen = known[0] if len(known) == 1 and may_look else ""
            if seen:
                board[name] = play.named(state, number, seen, board[name])
            about[name] = _about(state, number, piece, seen)
        about |= {wall.at: play.wall_words(state, wall) for wall in state.walls}
        if isinstance(state.step, Roll):
            about[state.step.at] = state.step.told(state, _("{one} {value} against {other} {other_value}"))
        pennies = tuple(
            ", ".join(acts.trump_beside(state, one.trump, one.penny) for one in state.aside[seat])
            for seat in (0, 1)
        )
        more = tuple((_("Beside the board: {trumps}").format(trumps=row),) if row else () for row in pennies)
        return play.view_of(state, board, about, more)

    def world_for(self, state: State, seat: Seat | None, rng: RandomSource) -> State:
        """A state drawn from all that this seat cannot tell from the real one: the rival's face-down cards.

        What nobody has told the referee is drawn for both seats, once both have turned up their front rows.
        """
        if state.phase in ("deploy", "fronts"):
            return state
        for owner in (0, 1):
            hidden = seat not in (None, owner)
            state = state.drawn(owner, rng, hidden=hidden)
        return state

    def worth(self, state: State, seat: Seat) -> float:
        """The chance to win, by the strength of Zoons and by strikes at the Emblems.

        The seat to move strikes now or later; the rival can strike only after that.
        """
        strong = strengths(state, NEAR)
        mover = state.turn
        lead = strong[mover] - strong[1 - mover] - THREAT * _falls(state, mover)
        falls = _falls(state, 1 - mover)
        found = max(won(lead + STRIKE * falls), falls + (1 - falls) * won(lead - LOST))
        return found if seat == mover else 1 - found

    def read_card(
        self, _known: Any, card: positions.Card, laid: Mapping[str, str], at: str, becomes: Collection[str]
    ) -> Piece:
        """A card with a name lies face up on heads unless it says otherwise."""
        up = card.card is not None if card.up is UNSET else card.up
        penny = card.penny
        if penny is UNSET:
            penny = "heads" if up and not laid["cage"] else None
        piece = Piece(**common(card, Piece) | dict(laid) | {"up": up, "penny": penny})
        checked_faults(piece.faults(at))
        if not up and card.card in becomes:
            raise PositionFault(f"{at}.up", "a trump that became a Zoon lies face up")
        return piece

    def read_more(self, state: State, given: Mapping[str, Any]) -> tuple[State, Mapping[str, Any]]:
        """The state with the trumps beside the board; one given by name alone holds its penny as usual."""
        rows = converted(given.get("aside", [[], []]), tuple[tuple[acts.Aside | str, ...], ...], "aside")
        if len(rows) != 2:
            raise PositionFault("aside", "expected a list for each of two seats")
        for seat, row in enumerate(rows):
            held = [acts.Aside(one) if isinstance(one, str) else one for one in row]
            for one in held:
                trump = state.agreed.facts.trumps.get(one.trump)
                if trump is None or not (trump.reused and trump.corners):
                    raise PositionFault("aside", f"no trump of this name holds a penny, found {one.trump!r}")
            state = state.with_aside(seat, held)
        return state, given
