"""The end of a turn and of the game: clean-up, the ends, points, and who has won."""

from msgspec.structs import replace

from companion.game import Over
from companion.games.zombinion.cards import MOLTI_PIU_ZOMBI, Cards
from companion.games.zombinion.draft import Draft
from companion.games.zombinion.events import Ended, Shuffled
from companion.games.zombinion.knowing import owned, removed
from companion.games.zombinion.standstill import stands_still
from companion.games.zombinion.state import ACTIONS, HAND, TARGETS, Player, Slots, State, Step
from companion.language import marked

EMPTY_PILES = 3


def clean_up(d: Draft, seat: int, top: str | None) -> None:
    """What is in play and then the hand go onto the discards, `top` uppermost where that is seen; five are drawn.

    A top card like one that was in play tells nothing of the hand: cards are discarded in any order (decision ZB-30).
    """
    p = d.players[seat]
    hand, unseen = p.hand, p.unseen
    if None in hand:
        known = tuple(card for card in hand if card is not None)
        hand = (*known, *(None,) * (len(hand) - len(known)))
        if top is not None and top not in known + p.in_play and top in unseen:
            hand, unseen = (*hand[:-1], top), removed(unseen, top)
    laid: Slots = p.discard + p.shown + p.in_play
    pile = laid + hand
    if top is not None and (top in hand or top in p.in_play or top in p.discard[-1:]):
        pile = _uppermost(pile, top)
    if d.todo:
        _given_up(d, seat)
    if len(p.deck) >= HAND:
        d.players[seat] = Player(
            hand=p.deck[:HAND],
            deck=p.deck[HAND:],
            discard=pile,
            in_play=(),
            shown=(),
            unseen=unseen,
            lacks=(),
        )
        turn_over(d, seat)
        return
    d.players[seat] = Player(
        hand=(), deck=p.deck, discard=pile, in_play=(), shown=(), unseen=unseen, lacks=()
    )
    d.phase = "cleanup"
    d.passed.append(Ended(seat))
    d.todo.append(Step("next-turn", seat))
    d.draw(seat, HAND)
    if d.todo[-1].do == "shuffle" and ending(d):
        del d.todo[-3:]
        d.passed.append(Shuffled(seat))
        turn_over(d, seat)


def _given_up(d: Draft, seat: int) -> None:
    """A turn that ends in the middle of a card, against the rules: what lies open is discarded."""
    d.todo.clear()
    for other in d.others(seat):
        p = d.players[other]
        d.players[other] = replace(p, discard=p.discard + p.shown, shown=())


def _uppermost(slots: Slots, card: str) -> Slots:
    if slots[-1] == card:
        return slots
    at = len(slots) - 1 - slots[::-1].index(card)
    return (*slots[:at], *slots[at + 1 :], card)


def turn_over(d: Draft, seat: int) -> None:
    """A seat's turn has ended: now, and only now, the game may have (decision ZB-25)."""
    taken = d.turns_taken
    d.turns_taken = (*taken[:seat], taken[seat] + 1, *taken[seat + 1 :])
    done = Ended(seat)
    if not d.passed or done not in d.passed:
        d.passed.append(done)
    if d.supply.count(0):
        d.over = ended(d)
        if d.over is not None:
            d.phase = "over"
            return
    d.turn = (seat + 1) % d.agreed.seats
    d.phase = "action"
    d.actions, d.targets, d.shots = ACTIONS, TARGETS, 0


def ending(at: Draft | State) -> bool:
    """Whether a turn that ends now ends the game: no order of a last hand has to be told then."""
    number = at.agreed.pile.get(MOLTI_PIU_ZOMBI)
    if at.supply.count(0) >= EMPTY_PILES or (number is not None and not at.supply[number]):
        return True
    return 0 in at.supply and stands_still(at)


def ended(at: Draft | State) -> Over | None:
    """How the game has ended and who has won, where a turn that ends now ends it."""
    number = at.agreed.pile.get(MOLTI_PIU_ZOMBI)
    if number is not None and not at.supply[number]:
        name = at.agreed.cards[MOLTI_PIU_ZOMBI].name
        parts = (("card", name), ("points", _told(at)))
        why = marked("no {card} left; points: {points}")
        return Over(winners(at), why, "zb-end-molti-piu-zombi", parts)
    if at.supply.count(0) < EMPTY_PILES:
        if stands_still(at):
            why = marked("nobody can take a card any more; points: {points}")
            return Over(winners(at), why, "zb-end-standstill", (("points", _told(at)),))
        return None
    empty = [card.name for card, left in zip(at.agreed.priced, at.supply, strict=True) if not left]
    parts = (("piles", ", ".join(empty)), ("points", _told(at)))
    return Over(winners(at), marked("{piles} are used up; points: {points}"), "zb-end-three-piles", parts)


def _told(at: Draft | State) -> str:
    """The points of all seats, in their order."""
    return ", ".join(str(each) for each in scores(at))


def winners(at: Draft | State) -> tuple[int, ...]:
    """The most points; among equals the fewest turns taken; several who are equal in both (decision ZB-26)."""
    points = scores(at)
    best = max((score, -turns) for score, turns in zip(points, at.turns_taken, strict=True))
    pairs = zip(points, at.turns_taken, strict=True)
    return tuple(seat for seat, (score, turns) in enumerate(pairs) if (score, -turns) == best)


def scores(at: Draft | State) -> tuple[int, ...]:
    """The points of each seat, from all cards that it owns; unseen ones count too, their faces are known."""
    return tuple(score(at.agreed.cards, player) for player in at.players)


def score(known: Cards, player: Player) -> int:
    """The points of all cards of a seat; Survivors by how many cards those are."""
    cards = owned(player)
    points = 0
    for face in cards:
        card = known[face]
        if card.points:
            points += card.points * (len(cards) // card.per if card.per else 1)
    return points
