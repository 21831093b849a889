"""Events in a sentence, told on the state before them; nothing hidden is named."""

from collections import Counter
from collections.abc import Iterable

from companion.games.zombinion import events
from companion.games.zombinion.state import Agreed, State, Step
from companion.kits.options import sheet_in
from companion.language import _, several, spoken

# What Zombinion's people, cards and steps are called; cards keep the names that are printed on them.


def seat_name(agreed: Agreed, seat: int) -> str:
    return agreed.setup.player(seat) or _("Player {n}").format(n=seat + 1)


def to_do(agreed: Agreed, step: Step) -> str:
    return _(events.STEPS[step.do].to_do).format(name=seat_name(agreed, step.seat))


WORDS = sheet_in("companion.games.zombinion", "words", dict[str, dict[str, str]])


def called(agreed: Agreed, card: str | None) -> str:
    entry = None if card is None else agreed.cards.get(card)
    return _("a card") if entry is None else entry.name


def listed(agreed: Agreed, cards: Iterable[str | None]) -> str:
    """Cards by name, equal ones together: `2 Pallottola, Proiettili`; in Italian, the language of the names, in the
    plural.
    """
    count = Counter(cards)
    italian = spoken().code == "it"
    return ", ".join(
        called(agreed, card)
        if n == 1
        else f"{n} {agreed.cards[card].plural if italian and card in agreed.cards else called(agreed, card)}"
        for card, n in count.items()
    )


def chosen(state: State, event: events.Chose) -> str:
    """What was answered to a card, in a sentence; nothing hidden is named."""
    agreed, step, cards = state.agreed, state.step, event.slots()
    name, by = seat_name(agreed, event.seat), "" if step is None else step.card
    if event.what == "discard" and len(cards) > 1:
        if cards[-1] is None:
            return several("{name} discards {n} card", "{name} discards {n} cards", len(cards), name=name)
        return several(
            "{name} discards {n} card, {card} on top",
            "{name} discards {n} cards, {card} on top",
            len(cards),
            name=name,
            card=called(agreed, cards[-1]),
        )

    # What it names: cards of its own, or those that lie revealed, and whose these are.
    nothing = {"set-aside": _("a card"), "trash": called(agreed, "pallottola")}
    named, other = listed(agreed, cards) or nothing.get(event.what, ""), ""
    if step is not None:
        other = seat_name(agreed, step.whose)
    if event.what == "spy-discard":
        revealed = None if step is None else listed(agreed, state.players[step.whose].shown)
        named = _("the cards") if revealed is None else revealed or _("the card")

    said = events.STEPS[event.what].said
    if event.what in events.YES_OR_NO:
        kind = "yes" if event.says_yes() else "no"
        by = "known" if step is not None and step.cards else by
    else:
        kind = "some" if cards else "none"
    words = _(said.get(f"{kind}-{by}") or said[kind])
    return words.format(name=name, card=named, cards=named, other=other)


def asked(state: State, step: Step) -> str:
    """What a card asks of the player of a step, in a whole sentence; nothing hidden is named."""
    agreed, n, kind = state.agreed, step.n, step.card
    name, other = seat_name(agreed, step.seat), seat_name(agreed, step.whose)
    if step.do == "discard" and n:
        return several(
            "{name}: discard {n} card, down to {left}.",
            "{name}: discard {n} cards, down to {left}.",
            len(state.players[step.seat].hand) - n,
            name=name,
            left=n,
        )
    about = step.cards if step.do in ("set-aside", "thief-gain") else state.players[step.whose].shown
    if step.do == "set-aside":
        kind = "known" if step.cards else "one" if n == 1 else ""
    if step.do == "trash":
        n = agreed.cards[step.card].limit
    asks = events.STEPS[step.do].asks
    words = _(asks.get(kind) or asks["any"])
    return words.format(name=name, n=n, cards=listed(agreed, about), other=other)
