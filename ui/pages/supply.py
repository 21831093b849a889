"""A game of piles at the screen: what may be told now, what "done" stands for, tiles or table, decks counted after it.

Rule kept: what may be told is worked out once a state, however often a screen is drawn.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from companion.game import Chance, Event, Game, Over, Seat
from companion.sight import place_of
from ui.box.by_touch import in_hand
from ui.pages.picking import Picking, values
from ui.pages.played_table import PlayedTable, tell
from ui.present.board import Mark, is_strip
from ui.present.models import Banner, Button, TableModel, Tally, Tile, Weight
from ui.present.moment import DeckCheck, GameSnapshot, Piles, changed, is_piled, owned, shared_piles, takeable
from ui.present.names import card_facts, region_words
from ui.present.touches import TouchSquare, at
from ui.secrecy import covered_legal, is_secret
from ui.words import _, joined, several

FEW = 2
"""Up to this many events of a kind have a button each."""
MOST_CARDLESS = 7  # events that name no card and have a key each
MOST_NAMED = 6  # missing cards that are named


class SupplySide:
    """The side of a table screen that is about piles; `deck_check`: the deck that is counted after the game."""

    def __init__(self, side: PlayedTable) -> None:
        self._side = side
        self._wants_tiles = True
        self._known: tuple[int, Piles] = (-1, Piles())
        self._read: object = None
        self.deck_check: DeckCheck | None = None

    @property
    def tiled(self) -> bool:
        """Whether tiles stand in the place of the table: not while piles are laid out on a simulated one."""
        reply = self._side.session.reply
        laying = self._side.opened.simulated is not None and reply.layout is not None
        return self._wants_tiles and not laying and is_piled(reply.view)

    def now(self) -> Piles:
        """What a screen shows of it: what may be told now is worked out once a state."""
        reply, referee = self._side.session.reply, self._side.session.referee
        if self._known[0] != reply.seq:
            found, game, state = Piles(), referee.game, referee.state
            if is_piled(reply.view):
                before = [game.view(earlier, None) for earlier in referee.book.states[-2:-1]]
                found = Piles(changed=changed(before[0], reply.view) if before else ())
            if is_piled(reply.view) and not isinstance(reply.turn, Chance | Over):
                shown = (event for event in covered_legal(game, state) if not event.told)
                acts = tuple(event for event in shown if not is_secret(game, state, event))
                found = replace(found, acts=acts, takeable=takeable(game, state, acts, reply.view.counts))
            self._known = (reply.seq, found)
        return replace(self._known[1], tiled=self.tiled, deck_check=self.deck_check)

    def natural(self) -> Event | None:
        """What "done" says while the table is as the book has it; None where something else may be meant."""
        side, reply, referee = self._side, self._side.session.reply, self._side.session.referee
        untidy = reply.chores and side.session.reading is not None
        if side.is_looking or side.focus.settling.refused is not None or reply.differences or untidy:
            return None
        return natural(referee.game, referee.state, self.now().acts)

    @property
    def in_tray(self) -> tuple[Seat | None, tuple[str, ...]]:
        """Whose cards lie ready beside the simulated table, and which."""
        check = self.deck_check
        return (check.seat, tuple(check.owned)) if check is not None else in_hand(self.now().acts)

    def follow(self) -> bool:
        """Takes in what the camera sees of a deck that is being counted; whether a screen has to change."""
        session, check = self._side.session, self.deck_check
        if check is None or not isinstance(session.reply.turn, Over):
            self.deck_check = None
            return check is not None
        if session.reading is None or session.reading is self._read:
            return False
        reading, table = session.reading, session.referee.game.table(session.referee.setup)
        self._read = reading
        if reading.mat.found and not reading.scene.hand:
            # What lies face up in the seat's own row now; a hand over it leaves the last look.
            own = (region for region in table.regions if place_of(region.name).seat == check.seat)
            rows = {region.name for region in own if is_strip(table, region)}
            cards = [one for one in reading.scene.sightings if one.kind == "card" and one.region in rows]
            seen = [one.label for one in cards if one.face != "down"]
            labels = tuple(sorted(label for label in seen if label is not None))
            self.deck_check = replace(check, lying=labels, unread=len(seen) - len(labels))
        return self.deck_check != check

    def show_tiles(self, *, tiled: bool) -> None:
        self._wants_tiles = tiled

    def check_deck(self, seat: Seat | None) -> None:
        """Counts the deck of a seat; None: enough of that."""
        referee = self._side.session.referee
        self._read = None
        has = {} if seat is None else owned(referee.game, referee.state, seat)
        self.deck_check = None if seat is None or not has else DeckCheck(seat, has)

    def deck_batch(self) -> None:
        self.deck_check = self.deck_check and self.deck_check.taken()

    def deck_count(self, card: str, more: int) -> None:
        if (check := self.deck_check) is not None:
            counts = Counter(check.counted)
            counts[card] += more
            self.deck_check = replace(check, counted=dict(+counts))


def tiles(moment: GameSnapshot, marks: Iterable[Mark] = ()) -> tuple[Tile, ...]:
    """A tile a pile, in the order of the table; while cards may be taken, those that may not be are faded."""
    marked = {mark.region: mark.kind for mark in marks}
    view, takeable_now, piles = moment.reply.view, moment.piles.takeable, shared_piles(moment.reply.view)
    found = []
    for name in (region.name for region in moment.table.regions if region.name in piles):
        facts, lit = card_facts(moment.game, moment.setup, name), name in takeable_now
        after = f"×{view.counts[name]}"
        faded = view.counts[name] == 0 or (bool(takeable_now) and not lit)
        words, before, card = region_words(name, moment.names, moment.called), "", None
        if facts.cost is not None:
            words, before, card = facts.name, str(facts.cost), moment.pictured(name)
        mark, touch = marked.get(name), TouchSquare(name)
        found.append(
            Tile(words, touch, before=before, after=after, lit=lit, faded=faded, mark=mark, card=card)
        )
    return tuple(found)


def tally(moment: GameSnapshot) -> Tally | None:
    """The numbers of the seat to act, and the way between tiles and table; None in a game without piles."""
    if not is_piled(moment.reply.view):
        return None
    tiled = moment.piles.tiled
    words, icon = (_("Table"), "eye") if tiled else (_("Piles"), "cards")
    key = Button(words, at(SupplySide.show_tiles, tiled=not tiled), "plain", icon)
    return Tally(moment.game.tally(moment.state), key)


def is_bare(event: Event) -> bool:
    """Whether an event says nothing but who did it."""
    return set(msgspec.to_builtins(event)) <= {"kind", "seat"}


def natural(game: Game[Any], state: Any, acts: Sequence[Event]) -> Event | None:
    """The only event that says nothing but its seat and is not to be seen: people need only nod. None without one."""
    bare = [event for event in acts if is_bare(event)]
    event = bare[0] if len(bare) == 1 else None
    if event is None or event.ends_turn or game.look(game.after(state, event)) == game.look(state):
        return event
    return None


def telling_keys(moment: GameSnapshot) -> tuple[Button, ...]:
    """What may be said now: the natural event, those that name no card, a key a kind of the others, an early end."""
    plain = natural(moment.game, moment.state, moment.piles.acts)
    early = plain is not None and moment.piles.is_early(plain)
    ends = () if plain is None else (_said(moment, plain, "plain" if early else "main"),)
    found = [] if early else [*ends]
    others = [event for event in moment.piles.acts if type(event) is not type(plain)]
    # Yes, no, none, or a number of cards that nobody shows.
    cardless = [
        event for event in others if event.card is None and all(card is None for card in event.cards or ())
    ]
    if len(cardless) <= MOST_CARDLESS:
        found += [_said(moment, event, "plain") for event in cardless]
        others = [event for event in others if event not in cardless]
    if moment.piles.tiled:
        others = [event for event in others if event.card not in moment.piles.takeable]
    for kind in dict.fromkeys(map(type, others)):
        some = [event for event in others if type(event) is kind]
        if len(some) <= FEW:
            found += [_said(moment, event, "plain") for event in some]
            continue
        for what in values(some, "what"):
            pick = ("kind", kind.__name__) if what is None else ("what", what)
            # What a key says that leads to all events of a kind.
            words = _(some[0].asks_of.get(what or "", some[0].asks))
            found.append(Button(words, at(Picking.pick_afresh, *pick), "plain", "cards"))
    return (*found, *ends) if early else tuple(found)


def _said(moment: GameSnapshot, event: Event, weight: Weight) -> Button:
    icon = "done" if event.ends_turn or weight == "main" else "hand"
    return Button(moment.words((event,)), tell(event), weight, icon)


def deck_checking(moment: GameSnapshot, model: TableModel) -> TableModel:
    """What was counted of a seat's deck, what lies before the camera now, and what is missing or too many."""
    check = moment.piles.deck_check
    assert check is not None

    def in_order(card: str) -> tuple[int, str]:
        facts = card_facts(moment.game, moment.setup, card)
        return (facts.cost or 0, facts.name)

    def listed(cards: Mapping[str, int]) -> str:
        named = [(moment.called(card), count) for card, count in cards.items()]
        return joined([name if count == 1 else f"{count} {name}" for name, count in sorted(named)])

    tiles = []
    for card in sorted({*check.owned, *check.counted}, key=in_order):
        n, most = check.counted.get(card, 0), check.owned.get(card, 0)
        more = at(SupplySide.deck_count, card, 1)
        less, after = at(SupplySide.deck_count, card, -1) if n else None, f"{n}/{most}"
        tile = Tile(moment.called(card), more, after=after, lit=n == most, less=less)
        tiles.append(replace(tile, mark="wrong") if n > most else tile)
    whole = sum(check.owned.values())
    counted = _("{n} of {all} counted").format(n=sum(check.counted.values()), all=whole)
    if beyond := listed(check.beyond):
        banner = Banner("trouble", counted, _("Not in the book: {cards}").format(cards=beyond))
    elif not check.missing:
        banner = Banner("good", _("All {n} cards are there.").format(n=whole))
    else:
        few = sum(check.missing.values()) <= MOST_NAMED
        missing = _("Missing: {cards}").format(cards=listed(check.missing)) if few else ""
        banner = Banner("calm", counted, missing)
    lying = several("{n} card lies there.", "{n} cards lie there.", len(check.lying))
    unread = several("{n} cannot be read.", "{n} cannot be read.", check.unread) if check.unread else ""
    words = several("Count this {n} card", "Count these {n} cards", len(check.lying))
    following = (check.seat + 1) % moment.setup.seats
    next_seat = _("Next: {name}").format(name=moment.names[following])
    return replace(
        model,
        headline=_("The deck of {name}").format(name=moment.names[check.seat]),
        banner=banner,
        body=(
            _("Lay the cards face up in your row, as many at a time as find room."),
            " ".join(text for text in (lying, unread) if text),
        ),
        tiles=tuple(tiles),
        tally=None,
        answers=(
            *((Button(words, at(SupplySide.deck_batch), "main", "done"),) if check.lying else ()),
            Button(next_seat, at(SupplySide.check_deck, following), "plain", "cards", seat=following),
            Button(_("Enough"), at(SupplySide.check_deck, None), "quiet", "back"),
        ),
    )
