"""What becomes of each step of a card: done at once, or left until people have said or shown what it waits for."""

from collections.abc import Callable, Iterator
from typing import cast

from msgspec.structs import replace

from companion.games.zombinion.cards import BARRICATA, PROIETTILI
from companion.games.zombinion.draft import Draft, in_reach, shuffled, turn_over
from companion.games.zombinion.events import Chose, Revealed, Shuffled, What
from companion.games.zombinion.knowing import could_hold, seems_to_hold
from companion.games.zombinion.state import Player, State, Step

# What Action cards do: what each adds, draws, and then puts onto `todo` as steps.
#
# Source: ledger 4.5, Dominion's first edition (decision ZB-01); the text of each card in the rules. What a card adds
# (+X) is in its facts. A step is a value in the state, so that any moment can be kept, taken back and gone on from.


TUTTO = "tutto-per-tutto"


def play(d: Draft, seat: int, card: str, *, again: bool = False) -> None:
    """Carry out an Action card that lies in play; an Attack first asks who shows a Barricata (decision ZB-21)."""
    step = Step("act", seat, card, again=again)
    if d.agreed.cards[card].is_attack:
        d.push(*(Step("react", other, card, of=seat) for other in d.others(seat)), step)
    else:
        act(d, step)


def act(d: Draft, step: Step) -> None:
    """The card's own words from top to bottom: what it adds, what it draws, then the rest."""
    card = d.agreed.cards[step.card]
    d.actions += card.actions
    d.targets += card.targets
    d.shots += card.shots
    special = SPECIAL.get(step.card)
    if special is not None:
        special(d, step)
    if card.cards:
        d.draw(step.seat, card.cards, step.card)


def what_of(step: Step) -> What:
    """What is chosen, of a step that awaits a choice."""
    return cast(What, step.do)


def whose(step: Step) -> int:
    """The seat whose cards a step is about."""
    return step.seat if step.of is None else step.of


def limit(d: Draft, step: Step) -> int:
    """The figure in the words of a step's card: how many, or at what cost at most."""
    return d.agreed.cards[step.card].limit


def _deposito(d: Draft, step: Step) -> None:
    """It is trashed the first time only (decision ZB-19); the gain does not depend on that."""
    p = d.players[step.seat]
    if not step.again and step.card in p.in_play:
        at = len(p.in_play) - 1 - p.in_play[::-1].index(step.card)
        in_play = p.in_play[:at] + p.in_play[at + 1 :]
        d.players[step.seat] = replace(p, in_play=in_play)
        d.trash = (*d.trash, step.card)
    d.push(Step("gain", step.seat, step.card, limit(d, step)))


def _fuga_rapida(d: Draft, step: Step) -> None:
    """A Proiettili of the supply onto the deck, where there is one (decision ZB-16)."""
    if d.left(PROIETTILI):
        d.out_of_supply(PROIETTILI)
        d.onto_deck(step.seat, PROIETTILI)
        d.passed.append(Chose(step.seat, "gain", (PROIETTILI,)))
    d.push(*(Step("topdeck", other, step.card) for other in d.others(step.seat, step.safe)))


def _ispezione(d: Draft, step: Step) -> None:
    steps = []
    for other in d.others(step.seat, step.safe):
        steps += [
            Step("reveal", other, step.card, limit(d, step)),
            Step("thief-trash", step.seat, step.card, of=other),
            Step("discard-shown", other, step.card),
        ]
    d.push(*steps, Step("thief-gain", step.seat, step.card))


def _molotov(d: Draft, step: Step) -> None:
    d.push(*(Step("draw", other, step.card, 1) for other in d.others(step.seat)))


def _radio(d: Draft, step: Step) -> None:
    """The left neighbour picks the discard (decision ZB-15)."""
    left = d.others(step.seat)[0]
    d.push(
        Step("reveal", step.seat, step.card, limit(d, step)),
        Step("envoy-discard", left, step.card, of=step.seat),
        Step("take-shown", step.seat, step.card),
    )


def _ricognizione(d: Draft, step: Step) -> None:
    """Everybody's top card, one after the other, the player of the card decides (decision ZB-14)."""
    steps = []
    for seat in (step.seat, *d.others(step.seat, step.safe)):
        steps += [
            Step("reveal", seat, step.card, limit(d, step)),
            Step("spy-discard", step.seat, step.card, of=seat),
        ]
    d.push(*steps)


def _nascondiglio(d: Draft, step: Step) -> None:
    d.push(Step("hide", step.seat, step.card), Step("discard-shown", step.seat, step.card))


def _tutto(d: Draft, step: Step) -> None:
    d.push(Step("reveal", step.seat, step.card, limit(d, step)), Step("take-shown", step.seat, step.card))


def _others(do: str) -> Callable[[Draft, Step], None]:
    """Each other seat that the card reaches does this, from the left neighbour on."""

    def special(d: Draft, step: Step) -> None:
        d.push(*(Step(do, other, step.card, limit(d, step)) for other in d.others(step.seat, step.safe)))

    return special


def _self(do: str) -> Callable[[Draft, Step], None]:
    """The player of the card does this."""

    def special(d: Draft, step: Step) -> None:
        d.push(Step(do, step.seat, step.card, limit(d, step)))

    return special


SPECIAL: dict[str, Callable[[Draft, Step], None]] = {
    "deposito": _deposito,
    "esca": _self("discard"),
    "fuga-rapida": _fuga_rapida,
    "ispezione": _ispezione,
    "molotov": _molotov,
    "munizioni": _self("gain"),
    "nascondiglio": _nascondiglio,
    "piano-superiore": _others("discard"),
    "proiettili-esplosivi": _self("trash"),
    "radio": _radio,
    "raggrupparsi": _self("deck-to-discard"),
    "ricarica": _self("trash"),
    "ricognizione": _ricognizione,
    "rifornimento": _self("trash"),
    "sacrificio": _self("trash"),
    "sciame-di-zombi": _others("curse"),
    "tattica": _self("twice"),
    TUTTO: _tutto,
}
"""What a card does beyond adding and drawing; the figure is its `limit`."""


def sort_of(step: Step) -> str:
    """What a step lets its seat choose out of the hand: a card's id or a type; empty where any card may be."""
    by_card = {"proiettili-esplosivi": "pallottola", "ricarica": "treasure"}
    return {"topdeck": "victory", "twice": "action"}.get(step.do) or by_card.get(step.card, "")


WAITS, DONE = True, False


def settle(d: Draft) -> None:
    """Do what is due until people have to say or do something."""
    todo = d.todo
    while todo:
        step = todo[-1]
        if step.do in AT_ONCE:
            todo.pop()
            AT_ONCE[step.do](d, step)
        elif MAY_WAIT[step.do](d, step):
            return


def skipped(d: Draft, seat: int, what: What, *, yes: bool | None = None) -> bool:
    """A choice that leaves nothing to choose is made by itself; it may be told all the same."""
    d.todo.pop()
    d.passed.append(Chose(seat, what, yes=yes))
    return DONE


def _reveal(d: Draft, step: Step) -> bool:
    """Cards of the deck are laid open, known ones by themselves; Tutto x tutto counts only Mirare."""
    seat, n = step.seat, step.n
    d.todo.pop()
    while n > 0:
        p = d.players[seat]
        if not p.deck:
            if not p.discard:
                return DONE
            if not d.shuffle(seat, Step("reveal", seat, step.card, n)):
                return DONE
            p = d.players[seat]
        top = p.deck[0]
        if top is None:
            d.todo.append(Step("reveal", seat, step.card, n))
            return WAITS
        d.reveal(seat, top)
        d.passed.append(Revealed(seat, top))
        n = left_to_reveal(d, step.card, n, top)
    return DONE


def left_to_reveal(d: Draft, by: str, n: int, card: str) -> int:
    """How many are still to be laid open after this card."""
    return n if by == TUTTO and not d.agreed.cards[card].is_treasure else n - 1


def _choose(d: Draft, step: Step) -> bool:
    """A choice is waited for where there is something to choose, as far as the table knows; else it is made at once."""
    p, known, shown = d.players[step.seat], d.agreed.cards, d.players[whose(step)].shown
    yes: bool | None = None
    match step.do:
        case "react":
            # A seat that may hold a Barricata is asked once: who has none says no.
            can, yes = seems_to_hold(d.agreed, p, BARRICATA), False
        case "discard":
            # Esca: any number. Piano superiore: down to the limit.
            can = len(p.hand) > step.n
        case "trash" | "topdeck" | "twice":
            sort = sort_of(step)
            can = could_hold(known, p, sort) if sort else bool(p.hand)
        case "gain":
            can = any(gainable(d, step))
        case "deck-to-discard":
            # Of an empty deck a yes says as little as a no.
            can, yes = bool(p.deck), False
            if not can:
                d.passed.append(Chose(step.seat, "deck-to-discard", yes=True))
        case "thief-trash":
            can = any(known[card].is_treasure for card in shown)
        case "thief-gain":
            can = bool(step.cards)
        case "spy-discard":
            can, yes = bool(shown), False
        case _:
            can = bool(shown)
    return WAITS if can else skipped(d, step.seat, what_of(step), yes=yes)


def gainable(at: State | Draft, step: Step) -> Iterator[str]:
    """The cards of the supply that may be gained."""
    only = step.card == "ricarica"
    return (card.id for card in in_reach(at, step.n) if card.is_treasure or not only)


def _discard_shown(d: Draft, step: Step) -> None:
    """What lies open goes onto the discards."""
    p = d.players[step.seat]
    if p.shown:
        d.players[step.seat] = replace(p, discard=p.discard + p.shown, shown=())


def _take_shown(d: Draft, step: Step) -> None:
    """Radio: the rest goes into the hand. Tutto x tutto: the Mirare do, and the rest is discarded."""
    p, known = d.players[step.seat], d.agreed.cards
    taken = tuple(card for card in p.shown if step.card != TUTTO or known[card].is_treasure)
    rest = tuple(card for card in p.shown if step.card == TUTTO and not known[card].is_treasure)
    d.players[step.seat] = replace(p, hand=p.hand + taken, discard=p.discard + rest, shown=())


def _hide(d: Draft, step: Step) -> None:
    """Nascondiglio: one card after the other until the hand is full; each Action drawn may be set aside.

    Where every deck is told it is asked of each card that may be one for all that the table knows: to ask of some only
    would tell which they are. `n` counts the cards drawn unseen: among those people say which Action they set aside,
    when the hand is full.
    """
    seat, known = step.seat, d.agreed.cards
    full, n = known[step.card].limit, step.n
    while len(d.players[seat].hand) < full:
        p = d.players[seat]
        if not p.deck:
            if not p.discard:
                break
            if not d.shuffle(seat, Step("hide", seat, step.card, n)):
                return
            continue
        top = p.deck[0]
        d.draw(seat, 1, step.card)
        if top is None:
            n += 1
        elif known[top].is_action or (d.agreed.known and seems_to_hold(d.agreed, d.players[seat], "action")):
            d.push(Step("set-aside", seat, step.card, cards=(top,)), Step("hide", seat, step.card, n))
            return
    if n:
        d.push(Step("set-aside", seat, step.card, n))
    else:
        d.passed.append(Chose(seat, "set-aside", yes=False))


def _set_aside(d: Draft, step: Step) -> bool:
    """Asked for a known card that was drawn, or for any Action among the cards drawn unseen."""
    if step.cards:
        return WAITS
    p = d.players[step.seat]
    unseen = (
        Player(hand=(None,), deck=(), unseen=p.unseen, lacks=p.lacks)
        if None in p.hand
        else Player(hand=(), deck=())
    )
    if could_hold(d.agreed.cards, unseen, "action"):
        return WAITS
    return skipped(d, step.seat, "set-aside", yes=False)


def _shuffle(d: Draft, step: Step) -> bool:
    """An order is waited for, unless by now a card is unseen: then nothing can be learnt from it."""
    p = d.players[step.seat]
    if not p.unseen:
        return WAITS
    d.todo.pop()
    d.players[step.seat] = shuffled(p)
    d.passed.append(Shuffled(step.seat))
    return DONE


AT_ONCE: dict[str, Callable[[Draft, Step], None]] = {
    "act": act,
    "again": lambda d, step: play(d, step.seat, step.card, again=True),
    "draw": lambda d, step: d.draw(step.seat, step.n, step.card),
    "curse": lambda d, step: d.infect(step.seat),
    "discard-shown": _discard_shown,
    "take-shown": _take_shown,
    "hide": _hide,
    "next-turn": lambda d, step: turn_over(d, step.seat),
}
"""What nobody has to say or do anything for."""
MAY_WAIT: dict[str, Callable[[Draft, Step], bool]] = {
    **dict.fromkeys(
        ("react", "discard", "trash", "gain", "topdeck", "twice", "deck-to-discard", "spy-discard"), _choose
    ),
    **dict.fromkeys(("thief-trash", "thief-gain", "envoy-discard"), _choose),
    "reveal": _reveal,
    "set-aside": _set_aside,
    "shuffle": _shuffle,
}
"""What people may be waited for; True: they are."""
