"""Events in a sentence, told on the state before them; nothing hidden is named."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from companion.games.zombinion import events
from companion.games.zombinion.state import Agreed, State, Step
from companion.games.zombinion.steps import whose
from companion.games.zombinion.table import TRASH
from companion.language import _, joined, several, spoken
from companion.sight import place_of

# What Zombinion's people, cards and steps are called; cards keep the names that are printed on them.


def seat_name(agreed: Agreed, seat: int) -> str:
    return agreed.setup.player(seat) or _("Player {n}").format(n=seat + 1)


def to_do(agreed: Agreed, step: Step) -> str:
    return _(steps()[step.do].to_do).format(name=seat_name(agreed, step.seat))


class StepWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who has to do what, of a step that waits for people; what it `asks`, by its card or another kind of it; and what
    is `said` of an answer, `yes` or `no`, `some` cards or `none`, each perhaps another way by the card that asks.
    """

    to_do: str
    asks: dict[str, str]
    said: dict[str, str] = {}


@cache
def steps() -> dict[str, StepWords]:
    sheet = files("companion.games.zombinion").joinpath("steps.toml")
    return msgspec.toml.decode(sheet.read_bytes(), type=dict[str, StepWords])


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
        other = seat_name(agreed, whose(step))
    if event.what == "spy-discard":
        revealed = None if step is None else listed(agreed, state.players[whose(step)].shown)
        named = _("the cards") if revealed is None else revealed or _("the card")

    said = steps()[event.what].said
    if event.what in events.YES_OR_NO:
        kind = "yes" if event.says_yes() else "no"
        by = "known" if step is not None and step.cards else by
    else:
        kind = "some" if cards else "none"
    words = _(said.get(f"{kind}-{by}") or said[kind])
    return words.format(name=name, card=named, cards=named, other=other)


SUPPLY = "supply"


def words(state: State, event: Any) -> str:
    agreed = state.agreed
    name = "" if event.seat is None else seat_name(agreed, event.seat)
    card = "" if event.card is None else called(agreed, event.card)
    match event:
        case events.Starts():
            return _("{name} begins").format(name=name)
        case events.Played():
            return _("{name} plays {card}").format(name=name, card=card)
        case events.Shot() if not event.cards:
            return _("{name} lays down nothing").format(name=name)
        case events.Shot():
            return several(
                "{name} lays down {cards}: {n} shot",
                "{name} lays down {cards}: {n} shots",
                sum(agreed.cards[card].shots for card in event.cards if card in agreed.cards),
                name=name,
                cards=listed(agreed, event.cards),
            )
        case events.Took():
            return _("{name} takes {card}").format(name=name, card=card)
        case events.Chose():
            return chosen(state, event)
        case events.Shuffled():
            return _("{name} shuffles the discard pile into a new deck").format(name=name)
        case events.Revealed():
            return _("{name} reveals {card}").format(name=name, card=card)
        case events.Ended():
            return _ended(state, event, name)
    changes = joined(_changes(state, event))
    return (
        _("By agreement {changes}").format(changes=changes) if changes else _("By agreement nothing changes")
    )


def _ended(state: State, event: events.Ended, name: str) -> str:
    if event.seat != state.turn:
        return _("{name} has ended the turn").format(name=name)
    if state.phase == "action":
        return _("{name} ends the Action phase").format(name=name)
    top = "" if event.top is None else called(state.agreed, event.top)
    if not (state.targets and state.shots):
        words = _("{name} ends the turn, {card} on top of the discards") if top else _("{name} ends the turn")
        return words.format(name=name, card=top)
    if not top:
        return several(
            "{name} ends the turn, {n} shot not used",
            "{name} ends the turn, {n} shots not used",
            state.shots,
            name=name,
        )
    return several(
        "{name} ends the turn, {n} shot not used, {card} on top of the discards",
        "{name} ends the turn, {n} shots not used, {card} on top of the discards",
        state.shots,
        name=name,
        card=top,
    )


def _place(state: State, place: str | None) -> str:
    if place is None:
        return _("outside the game")
    if place == SUPPLY:
        return _("in the supply")
    if place == TRASH:
        return _("on the Cestino")
    own = place_of(place)
    said = {
        "hand": _("in the hand of {name}"),
        "deck": _("on the deck of {name}"),
        "discard": _("on the discards of {name}"),
        "play": _("in play before {name}"),
        "shown": _("open before {name}"),
    }
    who = _("nobody") if own.seat is None else seat_name(state.agreed, own.seat)
    return said.get(own.kind, own.kind).format(name=who)


def _changes(state: State, event: events.Ruled) -> list[str]:
    parts = []
    if event.card is not None:
        card = called(state.agreed, event.card)
        if event.count is not None:
            lies = several(
                "{n} card lies on the pile of {card}",
                "{n} cards lie on the pile of {card}",
                event.count,
                card=card,
            )
        else:
            lies = _("{card} lies {place}, not {other}").format(
                card=card, place=_place(state, event.into), other=_place(state, event.out_of)
            )
        parts.append(lies)
    if event.actions is not None:
        parts.append(several("{n} Action left", "{n} Actions left", event.actions))
    if event.targets is not None:
        parts.append(several("{n} target left", "{n} targets left", event.targets))
    if event.shots is not None:
        parts.append(several("{n} shot left", "{n} shots left", event.shots))
    if event.phase is not None:
        parts.append(_("it is the Action phase") if event.phase == "action" else _("it is the Caccia"))
    if event.turn is not None:
        parts.append(_("it is the turn of {name}").format(name=seat_name(state.agreed, event.turn)))
    if event.dropped:
        parts.append(_("what was awaited is not done"))
    return parts


def asked(state: State, step: Step) -> str:
    """What a card asks of the player of a step, in a whole sentence; nothing hidden is named."""
    agreed, n, kind = state.agreed, step.n, step.card
    name, other = seat_name(agreed, step.seat), seat_name(agreed, whose(step))
    if step.do == "discard" and n:
        return several(
            "{name}: discard {n} card, down to {left}.",
            "{name}: discard {n} cards, down to {left}.",
            len(state.players[step.seat].hand) - n,
            name=name,
            left=n,
        )
    about = step.cards if step.do in ("set-aside", "thief-gain") else state.players[whose(step)].shown
    if step.do == "set-aside":
        kind = "known" if step.cards else "one" if n == 1 else ""
    if step.do == "trash":
        n = agreed.cards[step.card].limit
    asks = steps()[step.do].asks
    words = _(asks.get(kind) or asks["any"])
    return words.format(name=name, n=n, cards=listed(agreed, about), other=other)
