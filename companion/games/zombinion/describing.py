"""A card and a place of the table in a line: what is printed there, as short as can be; the rules have it in full."""

from companion.games.zombinion.cards import Card
from companion.games.zombinion.naming import called, listed, seat_name
from companion.games.zombinion.places import TRASH
from companion.games.zombinion.state import Agreed, State
from companion.language import _, marked, several

TYPES = {
    "treasure": "Mirare",
    "victory": "Vittoria",
    "curse": "Infezione",
    "action": "Azione",
    "attack": "Attacco",
    "reaction": "Reazione",
}
_DOES = {
    "barricata": marked("shown when an Attack is played, that Attack does not reach you"),
    "deposito": marked("trash it; gain a card that costs up to {limit}"),
    "esca": marked("discard any number of cards and draw as many"),
    "fuga-rapida": marked(
        "a Proiettili onto your deck; the others put a Vittoria card from the hand onto theirs"
    ),
    "ispezione": marked(
        "the others reveal {limit} cards; you trash one Mirare of each and may take what was trashed"
    ),
    "molotov": marked("the others draw a card each"),
    "munizioni": marked("gain a card that costs up to {limit}"),
    "nascondiglio": marked("draw until {limit} cards are in your hand; Actions drawn may be set aside"),
    "piano-superiore": marked("the others discard down to {limit} cards"),
    "proiettili-esplosivi": marked("trash a Pallottola for {limit} shots"),
    "radio": marked(
        "reveal {limit} cards; your left neighbour picks one to discard, the others go into your hand"
    ),
    "raggrupparsi": marked("you may put your deck onto your discards"),
    "ricarica": marked("trash a Mirare; gain one that costs up to {limit} more, into your hand"),
    "ricognizione": marked("everybody reveals the top card of the deck; you say which are discarded"),
    "rifornimento": marked("trash a card; gain one that costs up to {limit} more"),
    "sacrificio": marked("trash up to {limit} cards"),
    "sciame-di-zombi": marked("the others gain an Infezione each"),
    "tattica": marked("play another Action of your hand twice"),
    "tutto-per-tutto": marked("reveal cards until {limit} Mirare lie open; they go into your hand"),
}


def card_words(agreed: Agreed, name: str) -> str:
    """A card in a line: name, what the name means, types, cost, and what it does."""
    card = agreed.cards[name]
    types = "–".join(TYPES[each] for each in card.types)
    parts = (_with_gloss(card), types, _("costs {n}").format(n=card.cost), ", ".join(_does(card)))
    return " · ".join(filter(None, parts))


def _with_gloss(card: Card) -> str:
    """A card's name and, where that says something else, what it means."""
    gloss = _(card.gloss)
    return card.name if gloss.lower() == card.name.lower() else f"{card.name} ({gloss})"


def _does(card: Card) -> list[str]:
    """What a card adds, then what else it does, then what it counts."""
    found = []
    if card.cards:
        found.append(several("+{n} card", "+{n} cards", card.cards))
    if card.actions:
        found.append(several("+{n} Action", "+{n} Actions", card.actions))
    if card.targets:
        found.append(several("+{n} target", "+{n} targets", card.targets))
    if card.shots and card.is_treasure:
        found.append(several("{n} shot", "{n} shots", card.shots))
    elif card.shots:
        found.append(several("+{n} shot", "+{n} shots", card.shots))
    if card.id in _DOES:
        found.append(_(_DOES[card.id]).format(limit=card.limit))
    if card.points and card.per:
        found.append(
            several(
                "{n} point for every {per} cards",
                "{n} points for every {per} cards",
                card.points,
                per=card.per,
            )
        )
    elif card.points:
        found.append(several("{n} point", "{n} points", card.points))
    return found


def pile_words(state: State, name: str) -> str:
    """A pile of the supply."""
    left = state.left(name)
    said = card_words(state.agreed, name)
    count = several("{n} left", "{n} left", left) if left else _("none left")
    return f"{said} · {count}"


def trash_words(state: State) -> str:
    """The Cestino: everybody may look through it."""
    cards = listed(state.agreed, sorted(state.trash))
    return _("Cestino: {cards}").format(cards=cards) if cards else _("Cestino: empty")


def seat_words(state: State, seat: int) -> dict[str, str]:
    """By region, what lies before a seat. How many cards a pile holds is not said (decision ZB-31)."""
    agreed, player = state.agreed, state.players[seat]
    name = seat_name(agreed, seat)
    deck = _("The deck of {name}") if player.deck else _("{name} has no card in the deck")
    found = {f"deck.{seat}": deck.format(name=name)}
    top = player.discard[-1] if player.discard else None
    if top is not None:
        words = _("The discards of {name} · on top {card}")
        found[f"discard.{seat}"] = words.format(name=name, card=card_words(agreed, top))
    else:
        words = _("The discards of {name}") if player.discard else _("{name} has no discards")
        found[f"discard.{seat}"] = words.format(name=name)
    lines = []
    if player.in_play:
        words = _("In play before {name}: {cards}")
        lines.append(words.format(name=name, cards=listed(agreed, player.in_play)))
    if player.shown:
        words = _("Open before {name}: {cards}")
        lines.append(words.format(name=name, cards=listed(agreed, player.shown)))
    last = (*player.in_play, *player.shown)[-1:]
    lines += [card_words(agreed, card) for card in last]
    found[f"play.{seat}"] = " · ".join(lines) or _("Nothing is in play before {name}").format(name=name)
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
        lines.append(
            several(
                "{card}: {n} left, then the game ends",
                "{card}: {n} left, then the game ends",
                last,
                card=called(agreed, "molti-piu-zombi"),
            )
        )
    empty = [name for name, left in zip(agreed.piles, state.supply, strict=True) if not left]
    if empty:
        words = _("Used up: {piles} (three piles end the game)")
        lines.append(words.format(piles=listed(agreed, empty)))
    low = [
        name
        for name, left in zip(agreed.piles, state.supply, strict=True)
        if 0 < left <= NEAR and name != "molti-piu-zombi"
    ]
    if low:
        piles = ", ".join(f"{called(agreed, name)} {state.left(name)}" for name in low)
        lines.append(_("Nearly used up: {piles}").format(piles=piles))
    return lines


NEAR = 2
"""A pile with so many cards is nearly used up."""
