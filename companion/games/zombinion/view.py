"""What one pair of eyes may see of a state, in words and ready to be drawn.

Rule kept: only its owner is told of a hand or deck, and numbers of cards are told only for the supply, the Cestino
and one's own deck (decision ZB-31).
"""

from companion.game import Chance, Over, Seat, View
from companion.games.zombinion import rules, table
from companion.games.zombinion.cards import EFFECTS
from companion.games.zombinion.state import Agreed, State, in_reach, scores
from companion.games.zombinion.steps import WAITING, to_do
from companion.games.zombinion.table import TRASH
from companion.games.zombinion.worlds import public_state
from companion.language import _, joined, several

TYPES = {
    "treasure": "Mirare",
    "victory": "Vittoria",
    "curse": "Infezione",
    "action": "Azione",
    "attack": "Attacco",
    "reaction": "Reazione",
}


def card_words(agreed: Agreed, name: str) -> str:
    """A card on one line: name, its meaning, types, cost, and effects."""
    card = agreed.cards[name]
    # What the card gives in play.
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
    if line := EFFECTS[card.id].line:
        found.append(_(line).format(limit=card.limit))
    # What it is worth at the end of the game.
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
    # An explanation that only repeats the name is left out.
    gloss = _(card.gloss)
    parts = (
        card.name if gloss.lower() == card.name.lower() else f"{card.name} ({gloss})",
        "–".join(TYPES[each] for each in card.types),
        _("costs {n}").format(n=card.cost),
        ", ".join(found),
    )
    return " · ".join(filter(None, parts))


def sentences(state: State) -> dict[str, str]:
    """A line for every region of the table, without the size of a seat's piles (decision ZB-31)."""
    agreed, found = state.agreed, dict[str, str]()
    for name, left in state.piles.items():
        count = several("{n} left", "{n} left", left) if left else _("none left")
        found[name] = f"{card_words(agreed, name)} · {count}"
    cards = agreed.listed(sorted(state.trash))
    found[TRASH] = _("Cestino: {cards}").format(cards=cards) if cards else _("Cestino: empty")
    for seat, player in enumerate(state.players):
        name = agreed.seat_name(seat)
        words = _("The deck of {name}") if player.deck else _("{name} has no card in the deck")
        found[f"deck.{seat}"] = words.format(name=name)
        top = player.discard[-1] if player.discard else None
        words = _("The discards of {name}") if player.discard else _("{name} has no discards")
        if top is not None:
            words = _("The discards of {name} · on top {card}")
        card = "" if top is None else card_words(agreed, top)
        found[f"discard.{seat}"] = words.format(name=name, card=card)
        lines = []
        if player.in_play:
            words = _("In play before {name}: {cards}")
            lines.append(words.format(name=name, cards=agreed.listed(player.in_play)))
        if player.shown:
            words = _("Open before {name}: {cards}")
            lines.append(words.format(name=name, cards=agreed.listed(player.shown)))
        lines += [card_words(agreed, card) for card in (*player.in_play, *player.shown)[-1:]]
        found[f"play.{seat}"] = " · ".join(lines) or _("Nothing is in play before {name}").format(name=name)
    return found


NEAR = 2
"""A pile with this many cards is nearly used up."""


def view(state: State, eyes: Seat | None) -> View:
    """What these eyes may see; None = the shared screen, which shows only what everybody may know."""
    public = public_state(state)
    board = dict(table.look(public).regions)
    counts = state.piles | {TRASH: len(state.trash)}
    about = sentences(public)
    if eyes is not None:
        left = len(state.players[eyes].deck)
        counts[f"deck.{eyes}"] = left
        about[f"deck.{eyes}"] = several("Your deck · {n} card", "Your deck · {n} cards", left)
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


def _headline(state: State) -> str:
    turn = rules.turn(state)
    if isinstance(turn, Over):
        names = joined([state.agreed.seat_name(seat) for seat in turn.winners])
        return several("{names} wins", "{names} win", len(turn.winners), names=names)
    if isinstance(turn, Chance):
        return _("Who begins?")
    step = state.step
    if step is not None:
        todo = to_do(state.agreed, step)
        card = state.agreed.called(step.card)
        return _("{todo}: {card}").format(todo=todo, card=card) if step.card else todo
    hunts = _("{name} to take a card") if state.targets else _("{name} to end the turn")
    words = _("{name} to play") if state.phase == "action" else hunts
    return words.format(name=state.agreed.seat_name(state.turn))


def _awaited(state: State) -> str:
    if state.over is not None:
        return ""
    if state.phase == "lot":
        return _("Lay out the supply and the decks, draw five cards each, then press to draw lots.")
    if state.step is not None:
        return WAITING[state.step.do].asked(state, state.step)
    if state.phase == "action" and rules.may_play(state):
        return _("Play an Action, or end the Action phase.")
    if state.phase == "action" or state.targets:
        return _("Lay down Mirare cards and take a card, or end the turn.")
    return _("End the turn: put your cards in play and your hand onto the discards and draw five.")


def _notes(state: State) -> tuple[str, ...]:
    """The phase with what is left in it, what can be taken, and how near the end is."""
    agreed = state.agreed
    if state.over is not None:
        return (state.over.words,)
    if state.phase == "lot":
        return ()
    # What is left in this phase, and which cards it can pay for.
    left = [
        several("{n} Target", "{n} Targets", state.targets),
        several("{n} Shot", "{n} Shots", state.shots),
    ]
    if state.phase == "action":
        left.insert(0, several("{n} Action", "{n} Actions", state.actions))
    phase = {"action": _("Action phase"), "hunt": "Caccia"}.get(state.phase, "Pulizia")
    lines = [_("{phase}: {what} left").format(phase=phase, what=", ".join(left))]
    if state.phase == "hunt" and state.targets:
        reach = sorted(in_reach(state, state.shots), key=lambda card: -card.cost)
        cards = ", ".join(f"{card.name} {card.cost}" for card in reach)
        lines.append(_("In reach: {cards}").format(cards=cards))

    # Piles used up, or nearly, where that matters.
    last = state.piles.get("molti-piu-zombi", 0)
    if 0 < last <= NEAR:
        lines.append(
            several(
                "{card}: {n} left, then the game ends",
                "{card}: {n} left, then the game ends",
                last,
                card=agreed.called("molti-piu-zombi"),
            )
        )
    empty = [name for name, left in state.piles.items() if not left]
    if empty:
        lines.append(_("Used up: {piles} (three piles end the game)").format(piles=agreed.listed(empty)))
    low = [
        f"{agreed.called(name)} {left}"
        for name, left in state.piles.items()
        if 0 < left <= NEAR and name != "molti-piu-zombi"
    ]
    if low:
        lines.append(_("Nearly used up: {piles}").format(piles=", ".join(low)))
    return tuple(lines)


def _aside(state: State, seat: Seat, *, own: bool) -> tuple[str, ...]:
    """Lines beside the table for one seat: its turns; for its own eyes its hand; at the end its points."""
    player, agreed = state.players[seat], state.agreed
    lines = [several("{n} turn taken", "{n} turns taken", state.turns_taken[seat])]
    if state.over is not None:
        cards = player.owned()
        lines.append(
            several(
                "{n} point with {cards}",
                "{n} points with {cards}",
                scores(state)[seat],
                cards=several("{n} card", "{n} cards", len(cards)),
            )
        )
        lines.append(agreed.listed(sorted(cards)))
    elif own:
        known = [card for card in player.hand if card is not None]
        hidden = len(player.hand) - len(known)
        parts = [agreed.listed(known)] if known else []
        parts += [several("{n} not shown", "{n} not shown", hidden)] if hidden else []
        lines.append(_("Hand: {cards}").format(cards=", ".join(parts)) if parts else _("Hand: none"))
        lines.append(several("Deck: {n} card", "Deck: {n} cards", len(player.deck)))
    return tuple(lines)
