"""What people may still have to tidy after an event, and how a region looks while it is not done.

What an event does by itself (a gain, a shuffle, cards taken back), and what was told before it was laid, is seen on the
table only later: until then the region may look as it did. What somebody lays down is no chore: a card that is taken up
again is a change of mind, and that the referee must notice.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.game import Chore
from companion.games.zombinion import rules
from companion.games.zombinion.events import Chose, Ended, Played, Revealed, Ruled, Shot, Took
from companion.games.zombinion.state import NOTHING, Agreed, State, Tidying, Untidy
from companion.games.zombinion.steps import CHOICES
from companion.games.zombinion.table import TRASH, Faces, beside, faces, lying
from companion.games.zombinion.words import WORDS, called, seat_name
from companion.kits.options import sheet_in
from companion.language import Language, _, spoken
from companion.sight import place_of

# What people may have left untidy after many events, worked out when somebody asks: play-outs never do.


Found = tuple[Untidy, ...]


class Later(Sequence[Untidy]):
    """The same as the tuple that it comes to, as soon as anything is asked of it.

    Whole chains of events wait in it, each for what the one before it left; they begin anew with each turn. `spread`:
    on the Cestino cards may lie beside each other, for many turns.
    """

    def __init__(self, earlier: Sequence[Untidy], *change: Any, spread: bool) -> None:
        self.earlier, self.change, self.spread = earlier, change, spread

    @cached_property
    def data(self) -> Found:
        """What it comes to; all that it waits for is worked out first, the earliest first, and then forgotten."""
        chain = [self]
        while isinstance(earlier := chain[-1].earlier, Later) and earlier.change:
            chain.append(earlier)
        for one in reversed(chain):
            one.data = _untidy_after(tuple(one.earlier), *one.change)
            one.earlier, one.change = NOTHING, ()
        return self.data

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, at: Any) -> Any:
        return self.data[at]

    def __eq__(self, other: object) -> bool:
        return self.data == (other.data if isinstance(other, Later) else other)

    def __hash__(self) -> int:
        return hash(self.data)


SPREAD = 4
"""Most cards of the Cestino beside each other: as many as are trashed at once."""
MOST = 6
"""Most looks of one region that are remembered while it may not be tidied, the latest."""


class Reasons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why a place is to be tidied: the `usual` reason, or that `after` an event; and the rule of each reason."""

    rules: dict[Tidying, str]
    usual: dict[str, Tidying]
    after: dict[str, dict[str, Tidying]]


REASONS = sheet_in("companion.games.zombinion", "tidying", Reasons)


def after_event(state: State, event: Any) -> State:
    """The state after an event with what people may not have tidied yet, worked out when that is asked for."""
    earlier, found = state.untidy, rules.after(state, event)
    if found is state:
        return state
    spread = earlier.spread if isinstance(earlier, Later) else _is_spread(earlier)
    spread = spread or len(found.trash) > len(state.trash) + 1
    if not spread and _is_turned(state, found):
        earlier = NOTHING
        state, found = replace(state, untidy=NOTHING), replace(found, untidy=NOTHING)
    return replace(found, untidy=Later(earlier, state, event, found, spread=spread))


def _is_turned(before: State, after: State) -> bool:
    """Whether a turn has ended: then everything must be tidy except a spread Cestino."""
    return before.turns_taken != after.turns_taken or before.phase != after.phase == "cleanup"


def _is_spread(untidy: Sequence[Untidy]) -> bool:
    return any(one.what == "spread" for one in untidy)


def _untidy_after(earlier: Found, before: State, event: Any, after: State) -> Found:
    """What people may not have tidied after an event; by the end of a turn all must be."""
    if isinstance(event, Ruled):
        return earlier
    laid, old, new, layer = _laid(before, event), beside(before), beside(after), ""
    # On which the event itself lays cards: they lie there, or it has not happened.
    sets_aside = isinstance(event, Chose) and event.what == "set-aside" and event.says_yes()
    if isinstance(event, Played | Shot | Revealed) or event.what == "twice" or sets_aside:
        layer = f"play.{event.seat}"
    differing = {region for region in old.keys() | new.keys() if old.get(region) != new.get(region)} - {layer}
    is_turned = _is_turned(before, after)
    kept = [
        one
        for one in earlier
        if (one.what == "spread" or not is_turned)
        and one.region != layer
        and one.faces != new.get(one.region, ())
    ]
    # Where cards have come off a deck, people look at the table only when all is done.
    is_seen_late = layer not in new and any(
        len(now.deck) < len(was.deck) or (was.discard and not now.discard)
        for was, now in zip(before.players, after.players, strict=True)
    )
    found: list[Untidy] = []
    own = REASONS.after.get(event.what if isinstance(event, Chose) else type(event).__name__, {})
    for region in sorted(differing | laid.keys()):
        here = new.get(region, ())
        just, was = laid.get(region, here), old.get(region, ()) if region in differing else here
        ways = [way for way in dict.fromkeys((was, just)) if way != here]
        if ways and is_seen_late and just == here:
            ways.append(here)
        place = place_of(region)
        what = own.get(place.kind) or REASONS.usual[place.kind]
        if place.kind == "discard" and not here:
            what = "shuffle"
        found += [Untidy(what, region, way, place.seat) for way in ways]
    if before.trash != after.trash:
        kept = [one for one in kept if one.what != "spread"]
        # Cards that were trashed together may lie beside each other, and stay so.
        together = len(after.trash) >= len(before.trash) + 2
        if together or (_is_spread(earlier) and len(after.trash) > 1):
            found.append(Untidy("spread", TRASH, after.trash[-SPREAD:]))
    # The latest word on each look of a region, and not too many of them.
    last: dict[tuple[str, Faces], Untidy] = {}
    for one in reversed([*kept, *found]):
        if sum(region == one.region for region, _faces in last) < MOST:
            last.setdefault((one.region, one.faces), one)
    return tuple(reversed(last.values()))


def _laid(state: State, event: Any) -> dict[str, Faces]:
    """How a region looks just when something was laid, before anything that follows from it is done."""
    seat = event.seat or 0
    player = state.players[seat if seat < len(state.players) else 0]
    place, cards = "", tuple[str | None, ...]()
    match event:
        case Played(card=card) | Revealed(card=card):
            place, cards = "play", (card,)
        case Took(card=card) | Ended(top=str() as card):
            place, cards = "discard", (card,)
        case Chose():
            place, cards = CHOICES[event.what].laid(state.step, event)
    if not cards or any(card is not None and card not in state.agreed.cards for card in cards):
        return {}
    under = {"play": player.in_play + player.shown, "deck": (None,) * bool(player.deck)}.get(place, ())
    return {f"{place}.{seat}": (*under, *cards) if place != "discard" else cards[-1:]}


def chores(state: State) -> tuple[Chore, ...]:
    """What may still have to be tidied, one chore a region."""
    if not state.untidy:
        return ()
    now = faces(state)
    regions = dict.fromkeys(one.region for one in state.untidy)
    return tuple(
        _chore(spoken(), state.agreed, tuple(u for u in state.untidy if u.region == name), now.get(name, ()))
        for name in regions
    )


@lru_cache(maxsize=4096)
def _chore(_language: Language, agreed: Agreed, untidy: tuple[Untidy, ...], here: Faces) -> Chore:
    last = untidy[-1]
    top = called(agreed, here[-1]) if here and here[-1] is not None else _("the cards")
    name = "" if last.seat is None else seat_name(agreed, last.seat)
    key = place_of(last.region).kind
    gone = [face for face in last.faces if last.faces.count(face) > here.count(face)]
    cards = ", ".join(dict.fromkeys(called(agreed, face) for face in gone))
    if last.what == "spread":
        key = "spread"
    elif key not in (TRASH, "deck", "discard"):
        key = "play-clean" if last.what == "clean" else "play" if cards else "play-again"
    elif not here:
        key += "-bare"
    elif key == "deck" and (face := next(filter(None, last.faces), None)) is not None:
        key, top = "deck-card", called(agreed, face)
    words = _(WORDS["chore"][key]).format(name=name, card=top, cards=cards, top=top)
    before = tuple(lying(one.region, one.faces) for one in reversed(untidy))
    return Chore(REASONS.rules[last.what], words, last.region, before, last.seat)
