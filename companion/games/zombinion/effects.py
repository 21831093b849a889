"""What Action cards do: what each adds, draws, and then puts onto `todo` as steps (steps.py has what becomes of those).

Source: ledger 4.5, Dominion's first edition (decision ZB-01); the text of each card in the rules. What a card adds
(+X) is in its facts. A step is a value in the state, so that any moment can be kept, taken back and gone on from.
"""

from collections.abc import Callable
from typing import cast

from msgspec.structs import replace

from companion.games.zombinion.cards import PROIETTILI
from companion.games.zombinion.draft import Draft
from companion.games.zombinion.events import Chose, What
from companion.games.zombinion.state import Step

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

SORTS = {"proiettili-esplosivi": "pallottola", "ricarica": "treasure"}
"""What a card can trash, where not any card."""
