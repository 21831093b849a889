"""The people put right what the referee believes: where a card lies, how many there are, and what is left of a turn."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Breach, Event
from companion.games.zombinion.draft import Draft
from companion.games.zombinion.events import Ruled
from companion.games.zombinion.state import TRASH, State
from companion.games.zombinion.words import called, seat_name
from companion.language import _, several
from companion.sight import place_of

PLACES = ("hand", "deck", "discard", "play", "shown")
SUPPLY = "supply"
MOST = 99


def ruling_breach(state: State, event: Ruled) -> Breach | None:
    known = state.agreed
    if event.card is not None and event.card not in known.cards:
        return Breach("zb-ruling", event.card)
    moves = event.out_of is not None or event.into is not None
    if (moves or event.count is not None) and event.card is None:
        return Breach("zb-ruling", _("a card is missing"))
    for place in (event.out_of, event.into):
        if place is None or place == TRASH:
            continue
        own = place_of(place)
        is_own = own.kind in PLACES and own.seat in range(known.seats)
        if not (event.card in known.pile if place == SUPPLY else is_own):
            return Breach("zb-ruling", place)
    numbers = (event.count, event.actions, event.targets, event.shots)
    if any(number is not None and not 0 <= number <= MOST for number in numbers):
        return Breach("zb-ruling", _("a number from 0 to {most}").format(most=MOST))
    if event.count is not None and event.card not in known.pile:
        return Breach("zb-ruling", event.card or "")
    if event.turn is not None and not 0 <= event.turn < known.seats:
        return Breach("zb-ruling", _("Player {n}").format(n=event.turn + 1))
    if event.dropped and not state.todo:
        return Breach("zb-ruling", _("nothing is awaited"))
    if event.out_of is not None and event.card is not None:
        # It may lie there by all that is known, so that it can be taken from there.
        d = Draft.of(state)
        d.take(*_own(event.out_of), event.card)
        if d.total != state.total or any(player.strained(known.cards) for player in d.players):
            return Breach("zb-ruling", event.card)
    return None


def _own(place: str | None) -> tuple[str, int]:
    """A place as a draft has it, and whose it is."""
    own = place_of(place or "")
    return "in_play" if own.kind == "play" else own.kind, own.seat or 0


def rule(d: Draft, event: Ruled) -> None:
    """What the people say holds; what cannot be taken from a place came into the game."""
    if event.dropped and d.todo:
        d.pop()
    if event.card is not None and (event.out_of is not None or event.into is not None):
        d.take(*_own(event.out_of), event.card)
        d.lay(*_own(event.into), event.card)
    if event.count is not None and event.card is not None and (left := d.left(event.card)) is not None:
        d.came(event.card, event.count - left)
        d.pile(event.card, event.count)
    for name in ("actions", "targets", "shots", "turn", "phase"):
        said = getattr(event, name)
        if said is not None:
            setattr(d, name, said)
    # A choice among trashed cards is one among those that still lie there.
    d.todo = tuple(
        replace(step, cards=tuple(sorted((Counter(step.cards) & Counter(d.trash)).elements())))
        if step.do == "thief-gain" and Counter(step.cards) - Counter(d.trash)
        else step
        for step in d.todo
    )
    if d.over is not None and (event.phase is not None or event.turn is not None):
        d.over, d.phase = None, event.phase or "action"


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


def changes(state: State, event: Ruled) -> list[str]:
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


COUNTS = 12
"""So many numbers of cards on a pile are offered, those nearest to the book's first."""


def rulings(state: State, region: str) -> Iterator[Event]:
    """What the people may say of a region, likeliest first."""
    if state.phase == "lot":
        return
    place = place_of(region)
    own = {"play": _play, "discard": _discard, "deck": _deck}.get(place.kind)
    if region in state.agreed.pile:
        here, full = state.left(region) or 0, state.agreed.full[state.agreed.pile[region]]
        near = sorted(range(full + 1), key=lambda count: abs(count - here))
        found = iter([Ruled(card=region, count=count) for count in near[1 : COUNTS + 1]])
    elif region == TRASH:
        found = _trash(state)
    elif own is None or place.seat is None or place.seat >= state.agreed.seats:
        return
    else:
        found = own(state, place.seat)
    yield from (event for event in dict.fromkeys(found) if ruling_breach(state, event) is None)


def _trash(state: State) -> Iterator[Ruled]:
    seat = state.turn
    for card in dict.fromkeys(reversed(state.trash)):
        yield Ruled(card=card, out_of=TRASH, into=f"hand.{seat}")
        yield Ruled(card=card, out_of=TRASH, into=f"discard.{seat}")
    for card in state.players[seat].hand_faces(state.agreed.cards):
        yield Ruled(card=card, out_of=f"hand.{seat}", into=TRASH)
    for other in range(state.agreed.seats):
        top = state.players[other].discard[-1:]
        if top and top[0] is not None:
            yield Ruled(card=top[0], out_of=f"discard.{other}", into=TRASH)


def _play(state: State, seat: int) -> Iterator[Ruled]:
    """A card that is not in play after all, or one more that is; and what is left of the turn.

    The shots of a Mirare card come and go with it.
    """
    player, known = state.players[seat], state.agreed.cards
    hand, play = f"hand.{seat}", f"play.{seat}"
    mine = seat == state.turn
    for card in dict.fromkeys(reversed(player.in_play)):
        shots = known[card].shots if known[card].is_treasure and mine else 0
        left = max(0, state.shots - shots) if shots else None
        yield Ruled(card=card, out_of=play, into=hand, shots=left)
    for card in dict.fromkeys(reversed(player.shown)):
        yield Ruled(card=card, out_of=f"shown.{seat}", into=f"deck.{seat}")
    for card in player.hand_faces(known):
        if known[card].is_action or known[card].is_treasure:
            shots = known[card].shots if known[card].is_treasure and mine else 0
            yield Ruled(card=card, out_of=hand, into=play, shots=state.shots + shots if shots else None)
    if state.step is not None and state.step.seat == seat:
        yield Ruled(dropped=True)
    if mine:
        for by in (1, -1):
            yield Ruled(shots=state.shots + by)
            yield Ruled(targets=state.targets + by)
            yield Ruled(actions=state.actions + by)
        yield Ruled(phase="hunt" if state.phase == "action" else "action")
    else:
        yield Ruled(turn=seat, phase="action")


def _discard(state: State, seat: int) -> Iterator[Ruled]:
    """What lies on top of the discards really: a card that lies there too, one of the hand, one of the supply."""
    player, place = state.players[seat], f"discard.{seat}"
    top = player.discard[-1] if player.discard else None
    if top is not None:
        yield Ruled(card=top, out_of=place, into="supply")
        yield Ruled(card=top, out_of=place, into=f"hand.{seat}")
    for card in dict.fromkeys(reversed(player.discard[:-1])):
        if card is not None and card != top:
            yield Ruled(card=card, out_of=place, into=place)
    for card, left in zip(state.agreed.piles, state.supply, strict=True):
        if left:
            yield Ruled(card=card, out_of="supply", into=place)
    for card in player.hand_faces(state.agreed.cards):
        yield Ruled(card=card, out_of=f"hand.{seat}", into=place)


def _deck(state: State, seat: int) -> Iterator[Ruled]:
    player, place = state.players[seat], f"deck.{seat}"
    if player.deck and player.deck[0] is not None:
        yield Ruled(card=player.deck[0], out_of=place, into=f"hand.{seat}")
    top = player.discard[-1] if player.discard else None
    if top is not None:
        yield Ruled(card=top, out_of=f"discard.{seat}", into=place)
    for card in player.hand_faces(state.agreed.cards):
        yield Ruled(card=card, out_of=f"hand.{seat}", into=place)
