"""A card and a place of the table in a line: what is printed there, as short as can be; the rules have it in full."""

from companion.games.zombinion.cards import Card
from companion.games.zombinion.places import TRASH
from companion.games.zombinion.saying import called, listed, seat_name
from companion.games.zombinion.state import Agreed, State
from companion.kits.counting import several

TYPES = {
    "treasure": "Mirare",
    "victory": "Vittoria",
    "curse": "Infezione",
    "action": "Azione",
    "attack": "Attacco",
    "reaction": "Reazione",
}
_DOES = {
    "barricata": "shown when an Attack is played, that Attack does not reach you",
    "deposito": "trash it; gain a card that costs up to {limit}",
    "esca": "discard any number of cards and draw as many",
    "fuga-rapida": "a Proiettili onto your deck; the others put a Vittoria card from the hand onto theirs",
    "ispezione": "the others reveal {limit} cards; you trash one Mirare of each and may take what was trashed",
    "molotov": "the others draw a card each",
    "munizioni": "gain a card that costs up to {limit}",
    "nascondiglio": "draw until {limit} cards are in your hand; Actions drawn may be set aside",
    "piano-superiore": "the others discard down to {limit} cards",
    "proiettili-esplosivi": "trash a Pallottola for {limit} shots",
    "radio": "reveal {limit} cards; your left neighbour picks one to discard, the others go into your hand",
    "raggrupparsi": "you may put your deck onto your discards",
    "ricarica": "trash a Mirare; gain one that costs up to {limit} more, into your hand",
    "ricognizione": "everybody reveals the top card of the deck; you say which are discarded",
    "rifornimento": "trash a card; gain one that costs up to {limit} more",
    "sacrificio": "trash up to {limit} cards",
    "sciame-di-zombi": "the others gain an Infezione each",
    "tattica": "play another Action of your hand twice",
    "tutto-per-tutto": "reveal cards until {limit} Mirare lie open; they go into your hand",
}


def card_words(agreed: Agreed, name: str) -> str:
    """A card in a line: name, what the name means, types, cost, and what it does."""
    card = agreed.cards[name]
    types = "–".join(TYPES[each] for each in card.types)
    does = ", ".join(_does(card))
    return f"{card.name} ({card.gloss}) · {types} · costs {card.cost}{' · ' + does if does else ''}"


def _does(card: Card) -> list[str]:
    """What a card adds, then what else it does, then what it counts."""
    found = []
    for number, one, more in (
        (card.cards, "Carta", "Carte"),
        (card.actions, "Azione", "Azioni"),
        (card.targets, "Obiettivo", "Obiettivi"),
    ):
        if number:
            found.append(f"+{several(number, one, more)}")
    if card.shots:
        found.append(f"{'' if card.is_treasure else '+'}{several(card.shots, 'shot', 'shots')}")
    if card.id in _DOES:
        found.append(_DOES[card.id].format(limit=card.limit))
    if card.points:
        each = f" for every {card.per} cards" if card.per else ""
        found.append(f"{several(card.points, 'point', 'points')}{each}")
    return found


def pile_words(state: State, name: str) -> str:
    """A pile of the supply."""
    left = state.left(name)
    said = card_words(state.agreed, name)
    return f"{said} · {left} left" if left else f"{said} · none left"


def trash_words(state: State) -> str:
    """The Cestino: everybody may look through it."""
    cards = listed(state.agreed, sorted(state.trash))
    return f"Cestino: {cards}" if cards else "Cestino: empty"


def seat_words(state: State, seat: int) -> dict[str, str]:
    """By region, what lies before a seat. How many cards a pile holds is not said (decision ZB-31)."""
    agreed, player = state.agreed, state.players[seat]
    name = seat_name(agreed, seat)
    found = {f"deck.{seat}": f"The deck of {name}" if player.deck else f"{name} has no card in the deck"}
    top = player.discard[-1] if player.discard else None
    if top is not None:
        found[f"discard.{seat}"] = f"The discards of {name} · on top {card_words(agreed, top)}"
    else:
        found[f"discard.{seat}"] = f"The discards of {name}" if player.discard else f"{name} has no discards"
    lines = []
    if player.in_play:
        lines.append(f"In play before {name}: {listed(agreed, player.in_play)}")
    if player.shown:
        lines.append(f"Open before {name}: {listed(agreed, player.shown)}")
    last = (*player.in_play, *player.shown)[-1:]
    lines += [card_words(agreed, card) for card in last]
    found[f"play.{seat}"] = " · ".join(lines) or f"Nothing is in play before {name}"
    return found


def about(state: State) -> dict[str, str]:
    """A line for every region of the table."""
    found = {name: pile_words(state, name) for name in state.agreed.piles}
    found[TRASH] = trash_words(state)
    for seat in range(state.agreed.seats):
        found |= seat_words(state, seat)
    return found


def ending_words(state: State) -> list[str]:
    """How near the end is: piles that are used up or nearly, where that matters."""
    agreed = state.agreed
    lines = []
    last = state.left("molti-piu-zombi")
    if last is not None and 0 < last <= NEAR:
        lines.append(f"{called(agreed, 'molti-piu-zombi')}: {last} left, then the game ends")
    empty = [name for name, left in zip(agreed.piles, state.supply, strict=True) if not left]
    if empty:
        lines.append(f"Used up: {listed(agreed, empty)} (three piles end the game)")
    low = [
        name
        for name, left in zip(agreed.piles, state.supply, strict=True)
        if 0 < left <= NEAR and name != "molti-piu-zombi"
    ]
    if low:
        lines.append(
            "Nearly used up: " + ", ".join(f"{called(agreed, name)} {state.left(name)}" for name in low)
        )
    return lines


NEAR = 2
"""A pile with so many cards is nearly used up."""
