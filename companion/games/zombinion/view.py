"""What one pair of eyes may see of a state, in words and ready to be drawn.

The rule kept here: nothing is said of a hand or of a deck but to its owner, and of no pile how many it holds but of the
supply, the Cestino and one's own deck (decision ZB-31).
"""

from collections.abc import Callable

from companion.game import Chance, Over, Seat, View
from companion.games.zombinion import describing, rules, table
from companion.games.zombinion.effects import whose
from companion.games.zombinion.hiding import public_state
from companion.games.zombinion.knowing import owned
from companion.games.zombinion.places import TRASH
from companion.games.zombinion.saying import called, listed, seat_name, to_do
from companion.games.zombinion.scoring import scores
from companion.games.zombinion.state import State, Step
from companion.games.zombinion.turning import may_play
from companion.kits.counting import several


def view(state: State, eyes: Seat | None) -> View:
    """What these eyes may see; None = the shared screen, which shows only what everybody may know."""
    public = public_state(state)
    board = dict(table.look(public).regions)
    counts = dict(zip(state.agreed.piles, state.supply, strict=True))
    counts[TRASH] = len(state.trash)
    about = describing.about(public)
    if eyes is not None:
        left = len(state.players[eyes].deck)
        counts[f"deck.{eyes}"] = left
        about[f"deck.{eyes}"] = f"Your deck · {several(left, 'card', 'cards')}"
    aside = tuple(_aside(state, seat, own=seat == eyes) for seat in range(state.agreed.seats))
    return View(
        headline=_headline(public),
        awaited=_awaited(public),
        notes=_notes(public),
        board=board,
        about=about,
        aside=aside,
        counts=counts,
    )


def tally(state: State) -> tuple[tuple[str, int], ...]:
    """What the seat to act has left, each with its word; nothing while lots are drawn and when it is over."""
    if state.over is not None or state.phase == "lot":
        return ()
    return (("Azioni", state.actions), ("Obiettivi", state.targets), ("Colpi", state.shots))


def _headline(state: State) -> str:
    turn = rules.turn(state)
    if isinstance(turn, Over):
        names = " and ".join(seat_name(state.agreed, seat) for seat in turn.winners)
        return f"{names} {'win' if len(turn.winners) > 1 else 'wins'}"
    if isinstance(turn, Chance):
        return "Who begins?"
    step = state.step
    if step is not None:
        card = f": {called(state.agreed, step.card)}" if step.card else ""
        return to_do(state.agreed, step) + card
    name = seat_name(state.agreed, state.turn)
    return f"{name} to {'play' if state.phase == 'action' else 'take a card'}"


def _awaited(state: State) -> str:
    """What is to be done now."""
    if state.over is not None:
        return ""
    if state.phase == "lot":
        return "Lay out the supply and the decks, draw five cards each, then press to draw lots."
    if state.step is not None:
        asked = _ASKED.get(state.step.do)
        return f"{seat_name(state.agreed, state.step.seat)}: {asked(state, state.step)}." if asked else ""
    if state.phase == "action":
        if may_play(state):
            return "Play an Action, or end the Action phase."
        return "Lay down Mirare cards and take a card, or end the turn."
    if state.targets:
        return "Lay down Mirare cards and take a card from the supply, or end the turn: clear your cards and draw five."
    return "End the turn: put your cards in play and your hand onto the discards and draw five."


def _whose(state: State, step: Step) -> tuple[str, str]:
    """The owner of the cards that a step is about, and the cards that lie open there."""
    seat = whose(step)
    return seat_name(state.agreed, seat), listed(state.agreed, state.players[seat].shown)


def _discard(state: State, step: Step) -> str:
    if step.n:
        too_many = len(state.players[step.seat].hand) - step.n
        return f"discard {several(too_many, 'card', 'cards')}, down to {step.n}"
    return "discard any number of cards and draw as many; say how many"


def _trash(state: State, step: Step) -> str:
    limit = state.agreed.cards[step.card].limit
    what = {
        "sacrificio": f"up to {limit} cards of the hand, side by side,",
        "proiettili-esplosivi": "a Pallottola of the hand",
        "ricarica": "a Mirare of the hand",
    }
    none = " or say that there is none" if step.card in ("proiettili-esplosivi", "ricarica") else ""
    return f"put {what.get(step.card, 'a card of the hand')} on the Cestino{none}"


def _gain(_state: State, step: Step) -> str:
    if step.card == "ricarica":
        return f"gain a Mirare that costs up to {step.n}, into the hand; say which"
    return f"gain a card that costs up to {step.n}, onto the discards"


def _set_aside(state: State, step: Step) -> str:
    if step.cards:
        return f"set {listed(state.agreed, step.cards)} aside, or keep it"
    if step.n == 1:
        return "lay the card that was drawn aside if it is an Action, or keep it"
    return "lay an Action that was drawn aside, or keep them all"


def _spy(state: State, step: Step) -> str:
    name, cards = _whose(state, step)
    return f"{cards} of {name}: onto the discards, or back on the deck?"


def _thief_trash(state: State, step: Step) -> str:
    name, cards = _whose(state, step)
    return f"{name} reveals {cards}; put a Mirare of these on the Cestino"


def _thief_gain(state: State, step: Step) -> str:
    return f"take any of these onto your discards: {listed(state.agreed, step.cards)}"


def _envoy(state: State, step: Step) -> str:
    name, cards = _whose(state, step)
    return f"pick one of the cards of {name} to be discarded: {cards}"


def _said(words: str) -> Callable[[State, Step], str]:
    return lambda _state, _step: words


_ASKED: dict[str, Callable[[State, Step], str]] = {
    "react": _said("show a Barricata, or say that you show none"),
    "discard": _discard,
    "trash": _trash,
    "gain": _gain,
    "topdeck": _said("put a Vittoria card of the hand onto your deck, or show that there is none"),
    "twice": _said(
        "lay another Action of the hand before you: it is played twice; or say that there is none"
    ),
    "deck-to-discard": _said("you may put your whole deck onto your discards"),
    "set-aside": _set_aside,
    "spy-discard": _spy,
    "thief-trash": _thief_trash,
    "thief-gain": _thief_gain,
    "envoy-discard": _envoy,
    "reveal": _said("turn up the top card of your deck and lay it before you"),
    "shuffle": _said("shuffle your discards; they are your new deck"),
}


def _notes(state: State) -> tuple[str, ...]:
    """The phase with what is left in it, what can be taken, and how near the end is."""
    if state.over is not None:
        return (state.over.why,)
    if state.phase == "lot":
        return ()
    agreed = state.agreed
    left = [several(state.targets, "Obiettivo", "Obiettivi"), several(state.shots, "Colpo", "Colpi")]
    if state.phase == "action":
        left.insert(0, several(state.actions, "Azione", "Azioni"))
    phase = {"action": "Azione", "hunt": "Caccia"}.get(state.phase, "Pulizia")
    lines = [f"{phase}: {', '.join(left)} left"]
    if state.phase == "hunt" and state.targets:
        pairs = zip(agreed.priced, state.supply, strict=True)
        reach = [card for card, count in pairs if count and card.cost <= state.shots]
        reach.sort(key=lambda card: -card.cost)
        lines.append("In reach: " + ", ".join(f"{card.name} {card.cost}" for card in reach))
    return (*lines, *describing.ending_words(state))


def _aside(state: State, seat: Seat, *, own: bool) -> tuple[str, ...]:
    """What lies beside the table of one seat: its turns; to its own eyes its hand, and at the end its points."""
    player, agreed = state.players[seat], state.agreed
    lines = [several(state.turns_taken[seat], "turn", "turns") + " taken"]
    if state.over is not None:
        cards = owned(player)
        points = several(scores(state)[seat], "point", "points")
        lines.append(f"{points} with {several(len(cards), 'card', 'cards')}")
        lines.append(listed(agreed, sorted(cards)))
    elif own:
        known = [card for card in player.hand if card is not None]
        hidden = len(player.hand) - len(known)
        parts = [listed(agreed, known)] if known else []
        parts += [f"{hidden} not shown"] if hidden else []
        lines.append(f"Hand: {', '.join(parts) or 'none'}")
        lines.append(f"Deck: {several(len(player.deck), 'card', 'cards')}")
    return tuple(lines)
