"""Events in a sentence, told on the state before them; nothing hidden is named."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from companion.games.zombinion import events
from companion.games.zombinion.answers import cards_of, says_yes
from companion.games.zombinion.state import Agreed, State, Step
from companion.games.zombinion.steps import whose
from companion.games.zombinion.table import TRASH
from companion.language import _, joined, several, spoken
from companion.sight import place_of

# What Zombinion's people, cards and steps are called; cards keep the names that are printed on them.


def seat_name(agreed: Agreed, seat: int) -> str:
    """A seat in words: its player's name, or its number."""
    return agreed.setup.player(seat) or _("Player {n}").format(n=seat + 1)


def to_do(agreed: Agreed, step: Step) -> str:
    """Who has to do what, of a step that waits for people."""
    known = {
        "react": _("{name} to show a Barricata or not"),
        "discard": _("{name} to discard"),
        "trash": _("{name} to trash"),
        "gain": _("{name} to gain a card"),
        "topdeck": _("{name} to put a card onto the deck"),
        "twice": _("{name} to choose an Action"),
        "deck-to-discard": _("{name} to decide about the deck"),
        "set-aside": _("{name} to set Actions aside or not"),
        "spy-discard": _("{name} to decide about a card"),
        "thief-trash": _("{name} to trash a Mirare"),
        "thief-gain": _("{name} to take of what was trashed"),
        "envoy-discard": _("{name} to pick a discard"),
        "reveal": _("{name} to reveal a card"),
        "shuffle": _("{name} to shuffle"),
    }
    return known[step.do].format(name=seat_name(agreed, step.seat))


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


# What people answered to a card, in a sentence, told on the state before it; nothing hidden is named.


def chosen(state: State, event: events.Chose) -> str:
    """The answer in one sentence."""
    name, step, cards = seat_name(state.agreed, event.seat), state.step, cards_of(event)
    named, yes, by = listed(state.agreed, cards), says_yes(event), "" if step is None else step.card

    # Whose revealed cards a choice is about, and which these are.
    other, shown = "", _("the cards")
    if step is not None:
        seat = whose(step)
        other, shown = seat_name(state.agreed, seat), listed(state.agreed, state.players[seat].shown)
        shown = shown or _("the card")

    match event.what:
        case "react":
            words = _("{name} shows Barricata: the Attack does not reach there")
            words = words if yes else _("{name} shows no Barricata")
        case "discard" if not cards:
            words = _("{name} discards nothing")
        case "discard" if len(cards) == 1:
            words = _("{name} discards {card}")
        case "discard" if cards[-1] is None:
            return several("{name} discards {n} card", "{name} discards {n} cards", len(cards), name=name)
        case "discard":
            return several(
                "{name} discards {n} card, {card} on top",
                "{name} discards {n} cards, {card} on top",
                len(cards),
                name=name,
                card=called(state.agreed, cards[-1]),
            )
        case "trash" if cards:
            words = _("{name} trashes {cards}")
        case "trash" if by == "proiettili-esplosivi":
            named, words = called(state.agreed, "pallottola"), _("{name} has no {card} to trash")
        case "trash" if by == "ricarica":
            words = _("{name} has no Mirare card to trash")
        case "trash":
            words = _("{name} trashes nothing")
        case "gain" if not cards:
            words = _("{name} gains nothing")
        case "gain":
            words = _("{name} gains {cards} into the hand") if by == "ricarica" else _("{name} gains {cards}")
        case "topdeck":
            words = (
                _("{name} puts {cards} onto the deck") if named else _("{name} has no Vittoria card in hand")
            )
        case "twice":
            words = _("{name} plays {cards} twice") if named else _("{name} has no other Action in hand")
        case "deck-to-discard":
            words = _("{name} puts the whole deck onto the discard pile")
            words = words if yes else _("{name} keeps the deck as it is")
        case "set-aside" if yes:
            named, words = named or _("a card"), _("{name} sets {cards} aside")
        case "set-aside" if step is not None and step.cards:
            words = _("{name} keeps the card that was drawn")
        case "set-aside":
            words = _("{name} sets nothing more aside")
        case "spy-discard":
            named, words = shown, _("{name} lets {other} discard {cards}")
            words = words if yes else _("{name} lets {other} put {cards} back on the deck")
        case "thief-trash":
            words = _("{name} trashes {cards} of {other}")
            words = words if named else _("{name} finds no Mirare card of {other}")
        case "thief-gain":
            words = _("{name} takes {cards} off the Cestino")
            words = words if named else _("{name} leaves all on the Cestino")
        case "envoy-discard":
            named, words = named or _("nothing"), _("{name} picks {cards} for {other} to discard")
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
        case events.Shot():
            return several(
                "{name} lays down {cards}: {n} shot",
                "{name} lays down {cards}: {n} shots",
                sum(agreed.cards[card].shots for card in event.cards if card in agreed.cards),
                name=name,
                cards=listed(agreed, event.cards) or _("nothing"),
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
    """What is put right, each in a clause."""
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


# What a card asks of a player, in a whole sentence; nothing hidden is named.


def asked(state: State, step: Step) -> str:
    """What the seat of a step has to do."""
    agreed, n = state.agreed, step.n
    cards, words, other = listed(agreed, state.players[whose(step)].shown), "", seat_name(agreed, whose(step))
    match step.do:
        case "react":
            words = _("{name}: show a Barricata, or say that you show none.")
        case "topdeck":
            words = _("{name}: put a Vittoria card of the hand onto your deck, or show that there is none.")
        case "twice":
            words = _(
                "{name}: lay another Action of the hand before you: it is played twice; or say that there is none."
            )
        case "deck-to-discard":
            words = _("{name}: you may put your whole deck onto your discards.")
        case "reveal":
            words = _("{name}: turn up the top card of your deck and lay it before you.")
        case "shuffle":
            words = _("{name}: shuffle your discards; they are your new deck.")
        case "discard" if not n:
            words = _("{name}: discard any number of cards and draw as many; say how many.")
        case "discard":
            return several(
                "{name}: discard {n} card, down to {left}.",
                "{name}: discard {n} cards, down to {left}.",
                len(state.players[step.seat].hand) - n,
                name=seat_name(agreed, step.seat),
                left=n,
            )
        case "trash":
            n = agreed.cards[step.card].limit
            known = {
                "sacrificio": _("{name}: put up to {n} cards of the hand, side by side, on the Cestino."),
                "proiettili-esplosivi": _(
                    "{name}: put a Pallottola of the hand on the Cestino or say that there is none."
                ),
                "ricarica": _("{name}: put a Mirare of the hand on the Cestino or say that there is none."),
            }
            words = known.get(step.card, _("{name}: put a card of the hand on the Cestino."))
        case "gain" if step.card == "ricarica":
            words = _("{name}: gain a Mirare that costs up to {n}, into the hand; say which.")
        case "gain":
            words = _("{name}: gain a card that costs up to {n}, onto the discards.")
        case "set-aside" if step.cards:
            cards, words = listed(agreed, step.cards), _("{name}: set {cards} aside, or keep it.")
        case "set-aside" if n == 1:
            words = _("{name}: lay the card that was drawn aside if it is an Action, or keep it.")
        case "set-aside":
            words = _("{name}: lay an Action that was drawn aside, or keep them all.")
        case "spy-discard":
            words = _("{name}: shall {other} put {cards} onto the discards, or back on the deck?")
        case "thief-trash":
            words = _("{name}: {other} reveals {cards}; put a Mirare of these on the Cestino.")
        case "thief-gain":
            cards, words = (
                listed(agreed, step.cards),
                _("{name}: take any of these onto your discards: {cards}."),
            )
        case "envoy-discard":
            words = _("{name}: pick one of the cards of {other} to be discarded: {cards}.")
    return words.format(name=seat_name(agreed, step.seat), n=n, cards=cards, other=other)
