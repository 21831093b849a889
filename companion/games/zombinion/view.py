"""What one pair of eyes may see of a state, in words and ready to be drawn.

The rule kept here: nothing is said of a hand or of a deck but to its owner, and of no pile how many it holds but of the
supply, the Cestino and one's own deck (decision ZB-31).
"""

from companion.game import Chance, Over, Seat, View
from companion.games.zombinion import describing, rules, table
from companion.games.zombinion.asking_words import asked
from companion.games.zombinion.hiding import public_state
from companion.games.zombinion.knowing import owned
from companion.games.zombinion.naming import called, listed, seat_name, to_do
from companion.games.zombinion.places import TRASH
from companion.games.zombinion.scoring import scores
from companion.games.zombinion.state import State
from companion.games.zombinion.turning import may_play
from companion.language import _, joined, several


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


def tally(state: State) -> tuple[tuple[str, int], ...]:
    """What the seat to act has left, each with its word; nothing while lots are drawn and when it is over."""
    if state.over is not None or state.phase == "lot":
        return ()
    return ((_("Actions"), state.actions), (_("Targets"), state.targets), (_("Shots"), state.shots))


def _headline(state: State) -> str:
    turn = rules.turn(state)
    if isinstance(turn, Over):
        names = joined([seat_name(state.agreed, seat) for seat in turn.winners])
        return several("{names} wins", "{names} win", len(turn.winners), names=names)
    if isinstance(turn, Chance):
        return _("Who begins?")
    step = state.step
    if step is not None:
        todo = to_do(state.agreed, step)
        if not step.card:
            return todo
        return _("{todo}: {card}").format(todo=todo, card=called(state.agreed, step.card))
    words = _("{name} to play") if state.phase == "action" else _("{name} to take a card")
    return words.format(name=seat_name(state.agreed, state.turn))


def _awaited(state: State) -> str:
    """What is to be done now."""
    if state.over is not None:
        return ""
    if state.phase == "lot":
        return _("Lay out the supply and the decks, draw five cards each, then press to draw lots.")
    if state.step is not None:
        return asked(state, state.step)
    if state.phase == "action":
        if may_play(state):
            return _("Play an Action, or end the Action phase.")
        return _("Lay down Mirare cards and take a card, or end the turn.")
    if state.targets:
        return _("Lay down Mirare cards and take a card, or end the turn.")
    return _("End the turn: put your cards in play and your hand onto the discards and draw five.")


def _notes(state: State) -> tuple[str, ...]:
    """The phase with what is left in it, what can be taken, and how near the end is."""
    if state.over is not None:
        return (state.over.words,)
    if state.phase == "lot":
        return ()
    agreed = state.agreed
    left = [
        several("{n} Target", "{n} Targets", state.targets),
        several("{n} Shot", "{n} Shots", state.shots),
    ]
    if state.phase == "action":
        left.insert(0, several("{n} Action", "{n} Actions", state.actions))
    phase = {"action": _("Action phase"), "hunt": "Caccia"}.get(state.phase, "Pulizia")
    lines = [_("{phase}: {what} left").format(phase=phase, what=", ".join(left))]
    if state.phase == "hunt" and state.targets:
        pairs = zip(agreed.priced, state.supply, strict=True)
        reach = [card for card, count in pairs if count and card.cost <= state.shots]
        reach.sort(key=lambda card: -card.cost)
        cards = ", ".join(f"{card.name} {card.cost}" for card in reach)
        lines.append(_("In reach: {cards}").format(cards=cards))
    return (*lines, *describing.ending_words(state))


def _aside(state: State, seat: Seat, *, own: bool) -> tuple[str, ...]:
    """What lies beside the table of one seat: its turns; to its own eyes its hand, and at the end its points."""
    player, agreed = state.players[seat], state.agreed
    lines = [several("{n} turn taken", "{n} turns taken", state.turns_taken[seat])]
    if state.over is not None:
        cards = owned(player)
        lines.append(
            several(
                "{n} point with {cards}",
                "{n} points with {cards}",
                scores(state)[seat],
                cards=several("{n} card", "{n} cards", len(cards)),
            )
        )
        lines.append(listed(agreed, sorted(cards)))
    elif own:
        known = [card for card in player.hand if card is not None]
        hidden = len(player.hand) - len(known)
        parts = [listed(agreed, known)] if known else []
        parts += [several("{n} not shown", "{n} not shown", hidden)] if hidden else []
        lines.append(_("Hand: {cards}").format(cards=", ".join(parts)) if parts else _("Hand: none"))
        lines.append(several("Deck: {n} card", "Deck: {n} cards", len(player.deck)))
    return tuple(lines)
