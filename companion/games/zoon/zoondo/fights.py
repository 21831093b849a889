"""A fight: corners touched, cards turned up, the numbers compared, and what that leaves.

The attacker touches first, then the defender; it is settled once nothing is left to be shown.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from msgspec.structs import replace

from companion.game import Breach, Event
from companion.games.zoon.family.board import NAMES, NUMBERS, Claim
from companion.games.zoon.family.moves import star_begun
from companion.games.zoon.family.sheet import Corner, Corners
from companion.games.zoon.family.state import (
    Agreed,
    card_on,
    forgotten,
    learnt,
    lost,
    put,
    seat_name,
    taken_off,
    tidied,
)
from companion.games.zoon.family.turns import misfit_of_square
from companion.games.zoon.family.unseen import faces_of, refuted
from companion.games.zoon.family.words import card_called
from companion.games.zoon.zoondo import trumps
from companion.games.zoon.zoondo.events import CornerName, Moved, PlayedTrump, Swapped, Touched, TurnedUp
from companion.games.zoon.zoondo.knowledge import known_as, turned_down
from companion.games.zoon.zoondo.moves import fitting_ways
from companion.games.zoon.zoondo.state import Duel, Fight, Fought, Piece, Role, Shot, State, Touch, Untidy
from companion.language import _

Won = Literal["attacker", "defender", "nobody"]

OPPOSITE: dict[CornerName, CornerName] = {"tl": "br", "br": "tl", "tr": "bl", "bl": "tr"}
"""Where a corner lies once its card is turned by 180 degrees."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fight: the number or sign in the corner that was touched on its card, and what trumps add."""

    corner: Corner
    boosts: tuple[str, ...] = ()

    @property
    def score(self) -> int:
        """What the corner counts; star and X are no numbers, and no trump adds to them."""
        if not isinstance(self.corner, int):
            return 0
        score = self.corner
        for boost in self.boosts:
            score = score * 2 if boost == "double" else score + 1
        return score


@dataclass(frozen=True, slots=True)
class Outcome:
    """A fight decided. `star`: the one side whose star was touched; `broken`: the X of the trump was touched."""

    sides: tuple[Side, Side]
    won: Won
    star: Literal["attacker", "defender"] | None = None
    broken: bool = False


def fought(attacker: Side, defender: Side) -> Outcome:
    """Two Zoons: the higher number wins; one star decides by its effect; two stars, or equal numbers, are a tie."""
    sides = (attacker, defender)
    stars = (attacker.corner == "star", defender.corner == "star")
    if stars == (True, False):
        return Outcome(sides, "nobody", "attacker")
    if stars == (False, True):
        return Outcome(sides, "nobody", "defender")
    if stars == (True, True) or attacker.score == defender.score:
        return Outcome(sides, "nobody")
    return Outcome(sides, "attacker" if attacker.score > defender.score else "defender")


def shot(trump: Side, target: Side, *, beaten_is_lost: bool = False) -> Outcome:
    """A trump shoots: only a higher number strikes; a star is a miss; X breaks the trump, whatever else was touched.

    `beaten_is_lost`: a lower number breaks it, too.
    """
    beaten = target.corner != "star" and trump.score < target.score
    broken = trump.corner == "x" or (beaten_is_lost and beaten)
    struck = not broken and target.corner != "star" and trump.score > target.score
    return Outcome((trump, target), "attacker" if struck else "nobody", broken=broken)


def outcome(state: State, duel: Duel) -> Outcome:
    """Who wins by the corners that were touched. A card that nobody knows fights with nothing."""
    defender = _side(state, state.at(duel.at), duel.defender)
    if isinstance(duel, Shot):
        corners = state.agreed.facts.trumps[duel.trump].corners
        lost_ = state.agreed.chose("shots", "lost")
        return shot(Side(_corner(corners, duel.attacker)), defender, beaten_is_lost=lost_)
    boost = state.agreed.facts.trumps[duel.piece.moved].boost if duel.piece.moved else None
    return fought(_side(state, duel.piece, duel.attacker, boost), defender)


def _side(state: State, piece: Piece | None, touch: Touch | None, boost: str | None = None) -> Side:
    if piece is None or piece.card is None:
        return Side(0)
    worn = state.agreed.facts.trumps[piece.gear].boost if piece.gear else None
    boosts = tuple(sorted(one for one in (worn, boost) if one is not None))
    return Side(_corner(state.agreed.zoon(piece.card).corners, touch), boosts)


def _corner(corners: Corners | None, touch: Touch | None) -> Corner:
    return 0 if corners is None or touch is None else corners.by_name()[touch.corner]


def back_of(state: State, fight: Fight) -> str:
    """Where a tie sends the attacker: one square back along its path, to its start after one step or a green move."""
    start, to, card = NUMBERS[fight.start], NUMBERS[fight.at], fight.piece.card
    if card is not None:
        event = Moved(fight.seat, fight.start, fight.at, fight.path)
        for way in fitting_ways(state, event, start, fight.piece, card, to):
            return NAMES[way.back]
    return fight.start


def after_fight(state: State, duel: Duel) -> State:
    """The state once a fight is settled: both touched, nothing left to be shown."""
    result = outcome(state, duel)
    defender = state.at(duel.at)
    state = replace(state, todo=state.todo[:-1])
    if defender is None or defender.card is None:
        return state
    state, defender = known_as(state, defender, defender.card)
    if isinstance(duel, Shot):
        return _shot(state, duel, defender, result)
    if duel.piece.card is None:
        return state
    state, attacker = known_as(state, duel.piece, duel.piece.card)
    cards = ((attacker.seat, attacker.card or ""), (defender.seat, defender.card or ""))
    at, duel = duel.at, replace(duel, piece=attacker)
    state = put(replace(state, fought=Fought(at, cards)), {NUMBERS[at]: turned_down(defender)})
    starred = {"attacker": attacker, "defender": defender}.get(result.star or "")
    won: str = result.won
    if starred is not None and state.agreed.zoon(starred.card or "").star == "slay":
        won = result.star or won
    if won == "attacker":
        left = (Untidy("off", at, defender, beneath=True), Untidy("down", at, attacker))
        state = replace(state, untidy=(*tidied(state.untidy, at), *left))
        return lost(put(state, {NUMBERS[at]: turned_down(attacker)}), defender)
    if won == "defender":
        left = (Untidy("off", at, attacker), Untidy("down", at, defender))
        return lost(replace(state, untidy=(*tidied(state.untidy, at), *left)), attacker)
    # The attacker steps back, then the one star that was touched does its work, if there is one.
    back = back_of(state, duel)
    if not state.is_free(NUMBERS[back]):
        # The people put something on that square: they have to say where the attacker is.
        left = (Untidy("off", at, attacker), Untidy("down", at, defender))
        return taken_off(replace(state, untidy=(*tidied(state.untidy, at), *left)), attacker)
    untidy = (
        *tidied(state.untidy, at, back),
        Untidy("off", at, attacker, to=back),
        Untidy("down", at, defender),
        Untidy("come", back),
        Untidy("down", back, attacker),
    )
    drawn = replace(put(state, {NUMBERS[back]: turned_down(attacker)}), untidy=untidy)
    if result.star is None:
        return drawn
    own, other = (back, at) if result.star == "attacker" else (at, back)
    acted = star_begun(drawn, own, other, attacked=result.star == "attacker")
    if acted.board is not drawn.board:
        acted = replace(acted, untidy=_untidy_after_trade(duel, defender, back, drawn, acted))
    return acted


def _shot(state: State, duel: Shot, target: Piece, result: Outcome) -> State:
    seen = Fought(duel.at, ((target.seat, target.card or ""),))
    state = replace(state, fought=seen, untidy=tidied(state.untidy, duel.at))
    if result.broken:
        state = trumps.broken(state, duel.seat, duel.trump)
    if result.won == "attacker":
        state = replace(state, untidy=(*state.untidy, Untidy("off", duel.at, target)))
        return lost(put(state, {NUMBERS[duel.at]: None}), target)
    state = replace(state, untidy=(*state.untidy, Untidy("down", duel.at, target)))
    return put(state, {NUMBERS[duel.at]: turned_down(target)})


def _untidy_after_trade(
    fight: Fight, defender: Piece, back: str, drawn: State, acted: State
) -> tuple[Untidy, ...]:
    """What may still be seen where Zoons traded squares at once after a tie: any stage of it."""
    fighters = {turned_down(piece): piece for piece in (defender, fight.piece)}
    moved = [NAMES[n] for n, piece in enumerate(acted.board) if piece != drawn.board[n]]
    untidy = tidied(acted.untidy, fight.at, back, *moved)
    for square in dict.fromkeys((fight.at, back, *moved)):
        before, here = drawn.at(square), acted.at(square)
        if square == fight.at:
            untidy = (*untidy, Untidy("other", square, defender, over=fight.piece, to=back))
        elif square == back:
            untidy = (*untidy, Untidy("come", square))
        if square in moved and before is not None:
            untidy = (*untidy, Untidy("other", square, fighters.get(before, before)))
        if here in fighters:
            untidy = (*untidy, Untidy("down", square, fighters[here]))
    return untidy


CORNERS: tuple[CornerName, ...] = ("tl", "tr", "br", "bl")
SIDES: tuple[Role, Role] = ("attacker", "defender")


def to_touch(agreed: Agreed, duel: Duel) -> tuple[int, ...]:
    """The seats that may touch next: the attacker's, then the defender's, or either; none once both have."""
    left = [duel.seat] if duel.defender is None else []
    if duel.attacker is None and (not left or agreed.chose("touching", "either")):
        left.append(1 - duel.seat)
    return tuple(left)


def fighter(state: State, duel: Duel, side: Role) -> Piece | None:
    """The Zoon on one side; None for the trump that shoots."""
    if side == "defender":
        return state.at(duel.at)
    return duel.piece if isinstance(duel, Fight) else None


def to_show(state: State, duel: Duel) -> tuple[Role, ...]:
    """Whose card must be turned up before the fight is settled: unknown, or touched on its back."""
    found: list[Role] = []
    for side in SIDES:
        piece, touch = fighter(state, duel, side), touch_on(duel, side)
        if piece is not None and (piece.card is None or (touch is not None and touch.back)):
            found.append(side)
    return tuple(found)


def touch_on(duel: Duel, side: Role) -> Touch | None:
    """Where this side's card was touched."""
    return duel.defender if side == "defender" else duel.attacker


def seats_due(state: State, duel: Duel) -> frozenset[int]:
    """Who is to act in a fight: to touch, or to turn up."""
    if seats := to_touch(state.agreed, duel):
        return frozenset(seats)
    pieces = (fighter(state, duel, side) for side in to_show(state, duel))
    return frozenset(piece.seat for piece in pieces if piece is not None)


def touch_breaches(state: State, event: Touched) -> Iterator[Breach]:
    duel = state.duel
    seats = () if duel is None else to_touch(state.agreed, duel)
    if not seats:
        yield Breach("zo-12-no-touch-due")
        return
    if event.seat not in seats:
        yield Breach("zo-12-attacker-first", seat_name(state, seats[0]))
    if event.corner is None:
        yield Breach("zo-13-which-corner")


def after_touch(state: State, event: Touched) -> State:
    duel = state.duel
    if duel is None or event.corner is None or event.seat not in to_touch(state.agreed, duel):
        return state
    return settled_if_ready(*with_touch(state, duel, event))


def with_touch(state: State, duel: Duel, event: Touched) -> tuple[State, Duel]:
    """The fight with one corner more touched."""
    assert event.corner is not None
    on_trump = isinstance(duel, Shot) and event.seat != duel.seat
    touch = Touch(event.corner, event.back and not on_trump)
    if event.seat == duel.seat:
        return state, replace(duel, defender=touch)
    return state, replace(duel, attacker=touch)


def settled_if_ready(state: State, duel: Duel) -> State:
    """The state with the fight as it stands now, settled once both have touched and nothing is left to be shown."""
    state = replace(state, todo=(*state.todo[:-1], duel))
    if to_touch(state.agreed, duel) or to_show(state, duel):
        return state
    return after_fight(state, duel)


def touches(agreed: Agreed, duel: Duel) -> Iterator[Touched]:
    """Every way to touch; a trump lies face up, so its back cannot be touched."""
    for seat in to_touch(agreed, duel):
        backs = (False,) if isinstance(duel, Shot) and seat != duel.seat else (False, True)
        yield from (Touched(seat, corner, back) for back in backs for corner in CORNERS)


def misfit_fight(state: State, duel: Any) -> str:
    piece, wrong = state.at(duel.at), misfit_of_square(state, duel.at)
    if wrong or piece is None:
        return wrong
    if piece.seat == duel.seat or piece.cage:
        return f"at: a fight has two sides, and seat {duel.seat} has nobody to fight on {duel.at}"
    wrong = _misfit_fight(duel) if isinstance(duel, Fight) else _misfit_shot(state, duel)
    if not wrong and not seats_due(state, duel):
        return "attacker: both have touched and nothing is left to be shown, so the fight is settled"
    return wrong


def _misfit_fight(fight: Fight) -> str:
    if fight.piece.cage:
        return "piece: a caged Zoon does not fight"
    if fight.start not in NUMBERS:
        return f"start: expected a square a1 … f6, found {fight.start!r}"
    return "path: expected squares a1 … f6" if any(square not in NUMBERS for square in fight.path) else ""


def _misfit_shot(state: State, shot: Shot) -> str:
    trump = state.agreed.facts.trumps.get(shot.trump)
    if trump is None or trump.does != "shot":
        return f"trump: no trump of this name shoots, found {shot.trump!r}"
    if shot.trump not in state.agreed.trumps[shot.seat]:
        return f"trump: {shot.trump} is no trump of seat {shot.seat}"
    return ""


def turned_side(state: State, duel: Duel, event: TurnedUp) -> Role | None:
    """Which of the two cards a seat turned up: one that is due before one that is not."""
    if event.at != duel.at:
        return None
    due = to_show(state, duel)
    for side in (*due, *SIDES):
        piece = fighter(state, duel, side)
        if piece is not None and piece.seat == event.seat:
            return side
    return None


def turn_breaches(state: State, event: TurnedUp) -> Iterator[Breach]:
    if event.at not in NUMBERS:
        yield Breach("ours-squares", event.at)
        return
    duel = state.duel
    if duel is None:
        # A card of the fight that was just settled may be told once more; nothing else lies face up.
        held = state.fought
        cards = [card for seat, card in held.cards if seat == event.seat] if held is not None else []
        if held is None or held.at != event.at or not cards:
            yield Breach("zo-13-stays-down", event.at)
        elif event.card not in (None, *cards):
            card = card_called(state.agreed.facts, cards[0])
            about = _("{card} on {square}").format(card=card, square=event.at)
            yield Breach("ours-same-card", about)
        return
    if to_touch(state.agreed, duel):
        yield Breach("zo-12-touch-first", duel.at)
    side = turned_side(state, duel, event)
    piece = None if side is None else fighter(state, duel, side)
    if piece is None:
        yield Breach("zo-13-turned-up", duel.at)
    else:
        yield from filter(None, (face_breach(state, piece, event),))


def face_breach(state: State, piece: Piece, event: TurnedUp) -> Breach | None:
    """Whether the card that was turned up can be the one that lay there."""
    card, facts = event.card, state.agreed.facts
    if piece.card is not None:
        if card in (None, piece.card):
            return None
        return Breach("ours-same-card", card_on(state, piece, event.at))
    can = faces_of(state, piece)
    if card is None:
        return Breach("zo-13-turned-up", event.at) if len(can) > 1 else None
    if card in can:
        return None
    claim = refuted(state, piece, card) if card in state.stock.unseen[piece.seat] else None
    if claim is None:
        return Breach("ours-cards-of-the-army", card_called(facts, card, card))
    about = f"{facts.name(card)}: {claim_words(state, claim)}"
    return Breach("zo-06-as-it-went", about, earlier(state, piece.seat, claim))


def claim_words(state: State, claim: Claim) -> str:
    by = f" ({state.agreed.facts.name(claim.by)})" if claim.by else ""
    return f"{claim.start} → {claim.to}{by}"


def earlier(state: State, seat: int, claim: Claim) -> Event:
    """The event by which a card did what it is held to."""
    trump, star = state.agreed.facts.trumps.get(claim.by), ""
    if trump is None and claim.by:
        star = state.agreed.zoon(claim.by).star or ""
    if trump is not None and trump.does in ("shot", "gear"):
        return PlayedTrump(seat, trump.id, claim.to, claim.start if trump.does == "shot" else None)
    if star == "trade":
        return Swapped(seat, claim.to, claim.start)
    mover = 1 - seat if trump is not None and trump.does == "control" else seat
    return Moved(mover, claim.start, claim.to)


def after_turning(state: State, event: TurnedUp) -> State:
    duel = state.duel
    if duel is None:
        # Nothing changes, but another card than the booked one may be what lies open there.
        held = state.fought
        if (
            event.card is None
            or held is None
            or held.at != event.at
            or (event.seat, event.card) in held.cards
        ):
            return state
        untidy = tuple(
            replace(thing, piece=replace(thing.piece, card=event.card))
            if thing.at == event.at and thing.piece is not None and thing.piece.seat == event.seat
            else thing
            for thing in state.untidy
        )
        return state if event.card not in state.agreed.armies[event.seat] else replace(state, untidy=untidy)
    if turned_side(state, duel, event) is None:
        return state
    ahead, done = with_card(state, duel, event)
    return state if done is duel and ahead is state else settled_if_ready(ahead, done)


def with_card(state: State, duel: Duel, event: TurnedUp) -> tuple[State, Duel]:
    """The fight with one card more turned up; just as it was where nobody can tell which card that is."""
    side = turned_side(state, duel, event)
    piece = None if side is None else fighter(state, duel, side)
    if piece is None:
        return state, duel
    can = faces_of(state, piece)
    card = event.card or piece.card or (can[0] if len(can) == 1 else None)
    found = None if card is None else retold(state, piece, card)
    if found is None:
        return state, duel
    state, piece = found
    touch = None if side is None else touch_on(duel, side)
    lies = "" if touch is None or not touch.back else "turned" if event.turned else "upright"
    piece = replace(piece, up=True, lies=lies)
    if side == "defender" or isinstance(duel, Shot):
        touch = _as_it_lay(touch, event)
        return put(state, {NUMBERS[duel.at]: piece}), replace(duel, defender=touch)
    touch = _as_it_lay(touch, event)
    return state, replace(duel, piece=piece, attacker=touch)


def retold(state: State, piece: Piece, card: str) -> tuple[State, Piece] | None:
    """A Zoon that proves to be this card; what lies where that card was thought to be is then what this one was.

    None where the card cannot be told from anything that is known.
    """
    if card in state.stock.unseen[piece.seat]:
        if piece.card is not None:
            state = forgotten(state, piece.seat, piece.card)
        state = learnt(state, piece.seat, card)
    elif card != piece.card:
        holders = (
            n
            for n, other in enumerate(state.board)
            if other is not None
            and (other.seat, other.card) == (piece.seat, card)
            and not other.on
            and not other.up
        )
        number = next(holders, None)
        if number is None:
            return None
        state = put(state, {number: Piece(seat=piece.seat, card=piece.card)})
    return known_as(state, replace(piece, card=card), card)


def _as_it_lay(touch: Touch | None, event: TurnedUp) -> Touch | None:
    """The corner that was touched on the back, now that everybody sees whether the card lay turned."""
    if touch is None or not touch.back:
        return touch
    return Touch(OPPOSITE[touch.corner] if event.turned else touch.corner)


def reveals(state: State, duel: Duel) -> Iterator[TurnedUp]:
    """Every way to turn up the cards that are due, an event for each card that they may prove to be."""
    for side in to_show(state, duel):
        piece, touch = fighter(state, duel, side), touch_on(duel, side)
        if piece is None:
            continue
        for turned_ in (False, True) if touch is not None and touch.back else (False,):
            for card in faces_of(state, piece):
                yield TurnedUp(piece.seat, duel.at, card, turned_)
