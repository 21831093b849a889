"""Reporting an event on the screen: step by step, or by touching or dragging a piece on the board.

The steps serve the shared screen (a card turned up that no camera read) and one pair of eyes (a trump in
hand). Rule kept: only fields in which the remaining events differ are asked, in the event's own order.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from companion.game import Chance, Event, Game, Over, Seat, Seats
from companion.sight import Thing, place_of
from companion.weigh import Ask, Lost
from ui.box.by_touch import in_hand, with_faces_there
from ui.pages.played_table import CLOSE, PlayedTable, correction_keys, tell
from ui.present.board import Mark, is_strip, peeped, pieces_in, places, signed_pieces, traces
from ui.present.drawn import MarkKind
from ui.present.models import Banner, Button, CloseUp, TableFocus, TableModel, Tally, Tile, Weight
from ui.present.moment import DeckCheck, GameSnapshot, Piles, changed, deck_of_faces, is_piled, one_card
from ui.present.names import CardFacts, card_facts, reference, region_words, written
from ui.present.touches import Touch, TouchSquare, at
from ui.secrecy import covered_legal, is_secret
from ui.words import _, joined, several, word_tables

Picks = tuple[tuple[str, Any], ...]
CARD_FIELDS = ("card", "trump")
MOST_KINDS = 36  # maximum kinds of cards that can be counted
MOST_EVENTS = 24  # maximum events offered at once


def narrowed(events: Iterable[Event], picks: Picks) -> tuple[Event, ...]:
    """The events that agree with all picks so far."""
    return tuple(event for event in events if all(value_of(event, name) == value for name, value in picks))


def value_of(event: Event, name: str) -> Any:
    """A field's value, None for a missing field; `kind` is the event's class."""
    return type(event).__name__ if name == "kind" else getattr(event, name, None)


def next_field(events: Sequence[Event]) -> str | None:
    """The first field in which the events differ; None if they do not."""
    names = ("kind", *events[0].__struct_fields__) if events else ()
    first = {name: value_of(events[0], name) for name in names}
    return next((name for name in names if any(value_of(e, name) != first[name] for e in events)), None)


def values(events: Sequence[Event], name: str) -> tuple[Any, ...]:
    """The possible values of a field, each once, in the order of the events."""
    found = [value_of(event, name) for event in events]
    return tuple(value for n, value in enumerate(found) if value not in found[:n])


def card_tile(moment: GameSnapshot, label: str, action: Touch) -> Tile:
    return Tile(moment.called(label), action, card=moment.pictured(label))


class Picking(PlayedTable):
    """The steps of a report; they are kept in the focus."""

    def pick(self, field: str, value: Any) -> None:
        self.focus = replace(self.focus, picking=True, square=None, picks=(*self.focus.picks, (field, value)))
        acts = self.moment().piles.acts if self.focus.alone is None else ()
        events = narrowed(acts, self.focus.picks)
        if events and next_field(events) is None:
            self.tell(events[0])

    def pick_afresh(self, field: str, value: Any) -> None:
        self.focus = TableFocus(picking=True, picks=((field, value),))

    def unpick(self) -> None:
        """Goes one step back; before the first one it leaves."""
        picks = self.focus.picks[:-1]
        picks = () if picks and picks[-1][0] == "start" else picks
        self.focus = replace(self.focus, picks=picks, picking=bool(picks), counted=())

    def count(self, card: str | None, more: int) -> None:
        """Changes the count of a card reported together with others; a count of 0 removes it."""
        counts = dict(self.focus.counted)
        counts[card] = counts.get(card, 0) + more
        counted = tuple((name, count) for name, count in counts.items() if count > 0)
        self.focus = replace(self.focus, counted=counted)


def public_acts(moment: GameSnapshot) -> tuple[Event, ...]:
    """All events that may be listed on the shared screen as legal now."""
    if moment.piles.acts:
        return moment.piles.acts
    game, state = moment.game, moment.state
    return tuple(event for event in covered_legal(game, state) if not is_secret(game, state, event))


def trump_keys(moment: GameSnapshot, acts: Sequence[Event]) -> tuple[Button, ...]:
    some = [event for event in acts if "trump" in event.__struct_fields__]
    return tuple(_card_key(moment, _("Play {card}"), "trump", label, some) for label in values(some, "trump"))


def own_keys(moment: GameSnapshot, acts: Sequence[Event]) -> tuple[Button, ...]:
    """A key for each trump in hand, each card to lay unseen, and each other secret choice."""
    secret = [event for event in acts if is_secret(moment.game, moment.state, event)]
    cards = [event for event in secret if "card" in event.__struct_fields__]
    laid = (label for label in values(cards, "card") if label is not None)
    choices = [event for event in secret if event.told and not {*CARD_FIELDS} & {*event.__struct_fields__}]
    keys = [_card_key(moment, _("Lay {card}"), "card", label, cards) for label in laid]
    field = next_field(choices)
    if field is not None:
        keys += [answer(moment, field, value, choices) for value in values(choices, field)]
    return (*trump_keys(moment, acts), *keys)


def _card_key(moment: GameSnapshot, words: str, field: str, label: str, acts: Sequence[Event]) -> Button:
    seat = acts[0].seat
    deck = deck_of_faces(moment.reply.view.board, seat)
    return card_key(moment, label, deck, seat, at(Picking.pick, field, label), words)


def card_key(
    moment: GameSnapshot, label: str, deck: str | None, seat: Seat | None, touch: Touch, words: str = "{card}"
) -> Button:
    """A key with a card's picture and its distinguishing detail."""
    facts, card = card_facts(moment.game, moment.setup, label), Thing("card", label, "up", deck, seat)
    return Button(words.format(card=facts.name), touch, detail=facts.apart, card=card)


def stepped(moment: GameSnapshot, model: TableModel, acts: Sequence[Event] | None = None) -> TableModel:
    """The next step: one question with its answers, or the confirmation; `acts`: of one seat alone."""
    events = narrowed(public_acts(moment) if acts is None else acts, moment.focus.picks)
    step_back = Button(_("Back"), at(Picking.unpick), "quiet", "back")
    field = next_field(events)
    if field is None:
        sure = tuple(Button(moment.words((event,)), tell(event), "main", "done") for event in events[:1])
        marks, arrows = traces(events[:1], moment.table, "chosen")
        return replace(
            model,
            headline=_("Is this right?"),
            body=(),
            answers=(*sure, step_back),
            board=replace(model.board, marks=marks, arrows=arrows),
        )
    if field == "cards" and any(len(cards) > 1 for event in events if (cards := event.cards or ())):
        return counting(moment, model, events)
    if field == "cards":
        # A tile per card; events without a card keep their own words.
        named = [(event, (event.cards or (None,))[0]) for event in events]
        tiles = tuple(card_tile(moment, card, tell(event)) for event, card in named if card is not None)
        bare = (event for event, card in named if card is None)
        keys = (Button(moment.words((event,)), tell(event), "plain", "hand") for event in bare)
        return replace(model, headline=_("Which card?"), body=(), tiles=tiles, answers=(*keys, step_back))
    # Squares that lost something are left out, unless that leaves none.
    gone = {difference.region for difference in moment.reply.differences if not difference.seen}
    found = values(events, field)
    found = tuple(value for value in found if value not in gone) or found
    if field == "card" and moment.piles.acts and moment.focus.alone is None:
        tiles = tuple(card_tile(moment, card, at(Picking.pick, "card", card)) for card in found if card)
        asked = question("card", squares=False)
        return replace(model, headline=asked, body=(), tiles=tiles, answers=(step_back,))
    answers = tuple(answer(moment, field, value, events) for value in found)
    names = {region.name for region in moment.table.regions}
    marks = tuple(Mark(value, "chosen") for value in found if value in names)
    said = places(events[0], moment.table) if not marks else ()
    return replace(
        model,
        headline=question(field, squares=marks != ()),
        body=_so_far(moment),
        answers=(*answers, step_back),
        board=replace(
            model.board,
            marks=(*marks, *(Mark(name, "moved") for name in said[:1])),
            arrows=(),
            asked=tuple(mark.region for mark in marks),
        ),
    )


def question(field: str, *, squares: bool) -> str:
    known = word_tables("ui.pages")["questions"].get(field)
    return _(known) if known else _("Which square?") if squares else _("Which one?")


def answer(moment: GameSnapshot, field: str, value: Any, events: Sequence[Event]) -> Button:
    """A key for one value of a field, with a picture if the value has one."""
    if field in CARD_FIELDS and isinstance(value, str):
        return _card_key(moment, "{card}", field, value, events)
    if field == "seat" and isinstance(value, int):
        words = moment.names[value]
    elif field == "turned":
        words = _("Upside down for {name}") if value else _("Upright for {name}")
        words = words.format(name=moment.names[events[0].seat or 0])
    elif isinstance(value, bool):
        words = _("yes") if value else _("no")
    elif value is None or value in ((), []):
        words = _("none")
    else:
        words = ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
    return Button(words, at(Picking.pick, field, value), seat=value if field == "seat" else None)


def _so_far(moment: GameSnapshot) -> tuple[str, ...]:
    said = [
        moment.called(value) if name in CARD_FIELDS and isinstance(value, str) else str(value)
        for name, value in moment.focus.picks
        if name not in ("kind", "seat", "what") and value is not None and not isinstance(value, bool)
    ]
    return (" · ".join(said),) if said else ()


def counting(moment: GameSnapshot, model: TableModel, events: Sequence[Event]) -> TableModel:
    """One tile a card, a touch counts one more. It can be reported once a rule allows it."""
    known = dict(moment.focus.counted)
    # All cards that the events name, in a fixed order; None is a card that was not shown.
    named = {card for event in events for card in event.cards or ()}
    kinds = sorted(named, key=lambda card: (card is not None, card))[:MOST_KINDS]
    shown = []
    for card in kinds:
        name, picture = _("not shown") if card is None else moment.called(card), moment.pictured(card)
        more, after = at(Picking.count, card, 1), str(known.get(card, ""))
        less = at(Picking.count, card, -1) if after else None
        shown.append(Tile(name, more, after=after, lit=bool(after), less=less, card=picture))
    cards = tuple(card for card, count in known.items() for _n in range(count))
    event = msgspec.structs.replace(events[0], cards=cards)
    violation = moment.game.violation(moment.state, event)
    rule = written(moment.game.id, violation.rule) if violation is not None and moment.focus.counted else None
    total = sum(known.values())
    words = moment.words((event,)) if violation is None else _("{n} so far").format(n=total)
    return replace(
        model,
        headline=_("Which cards?"),
        body=(rule.words,) if rule is not None else (),
        tiles=tuple(shown),
        answers=(
            Button(words, tell(event), "main" if known else "plain", "done", enabled=violation is None),
            Button(_("Back"), at(Picking.unpick), "quiet", "back"),
        ),
    )


# The board under a finger: a touched or dragged piece, its targets, and its event there. Rule kept: without a
# camera the second touch reports; with one it is confirmed first, as people also point at a board to look. On
# a phone it is always confirmed, as a look there must report nothing, least of all for another. A card whose
# face only the table knows is reported with that face, as it is turned up then.


def touch(table: PlayedTable, region: str) -> None:
    """Touches a square: closes it, reports a move to it, or looks at it."""
    start = table.focus.square or table.refused_from
    if table.focus.square == region:
        look_at(table, None)
    elif start is None or not _goes(table, start, region):
        look_at(table, region)


def look_at(table: PlayedTable, region: str | None) -> None:
    """Looks at a square, or (None) at none; what is being settled stays."""
    table.focus = TableFocus(square=region, settling=table.settling)


def carry(table: PlayedTable, start: str, to: str) -> None:
    """Reports a dragged piece's move if it is legal, else shows the rule that forbids it."""
    if _goes(table, start, to):
        return
    event = _unlawful(table, start, to)
    if event is None:
        look_at(table, start)
    else:
        table.tell(event)


def carries(table: PlayedTable, start: str, to: str | None = None) -> bool:
    """Whether dragging this thing reports a move; otherwise hands merely move it."""
    session, focus, reply = table.session, table.focus, table.session.reply
    settled = not (session.disputed or session.checking or session.veiled)
    looks = focus.alone is not None or focus.picking or focus.past is not None
    if not settled or looks or reply.layout is not None or not isinstance(reply.turn, Seats):
        return False
    untidy = {one.region for one in reply.differences} | {one.region for one in reply.chores}
    asked = isinstance(reply.verdict, Ask | Lost)
    lies = any(thing.kind != "penny" for thing in reply.view.board.get(start, ()))
    return lies and not asked and not untidy & {start, to} and _unlawful(table, start, start) is not None


def _goes(table: PlayedTable, start: str, to: str) -> bool:
    """Reports the move between two squares, or asks which or whether; False if there is none."""
    opened, found = table.opened, ways_from(table.moment(), start)
    for way in ((("start", start), ("to", to)), (("by", start), ("at", to))):
        if some := narrowed(found, way):
            if opened.simulated is not None and not table.on_phone:
                some = with_faces_there(some, opened.simulated.table, opened.simulated.tabletop)
            asks = table.on_phone or (opened.simulated is None and opened.session.has_camera)
            if len(some) == 1 and not asks:
                table.tell(some[0])
            else:
                table.focus = TableFocus(picking=True, picks=way)
            return True
    return False


def _unlawful(table: PlayedTable, start: str, to: str) -> Event | None:
    """The event meant by an illegal drag; None if no piece moves now."""
    referee, reply = table.session.referee, table.session.reply
    acting = sorted(reply.turn.seats) if isinstance(reply.turn, Seats) else []
    lying = reply.view.board.get(start, ())
    seats = (thing.seat for thing in reversed(lying) if thing.seat is not None)
    seat = next(seats, next(iter(acting), None))
    for event in covered_legal(referee.game, referee.state):
        # Only kinds whose required fields a drag gives: seat, start and end.
        needed = {field.name for field in msgspec.structs.fields(event) if field.required}
        if seat is not None and event.start and event.to and needed == {"seat", "start", "to"}:
            made: Callable[..., Event] = type(event)
            return made(seat=seat, start=start, to=to)
    return None


# A square in view: its content, alternatives, and moves from it. Rule kept: the rules decide
# (`covered_legal`), and nothing shown depends on a hidden card.


def ways_from(moment: GameSnapshot, square: str) -> tuple[Event, ...]:
    """The legal events in which the thing on a square moves or strikes."""
    if moment.reply.layout is not None or isinstance(moment.reply.turn, Chance | Over):
        return ()
    return tuple(event for event in public_acts(moment) if target_of(event, square) is not None)


def target_of(event: Event, square: str) -> str | None:
    """The square that an event moves to, or strikes at, from another; None if it concerns another square."""
    if event.start == square:
        return event.to
    return event.at if event.by == square else None


def lit_by(moment: GameSnapshot, square: str, ways: Sequence[Event]) -> tuple[Mark, ...]:
    """A mark on every target square: move there, take, or strike from afar."""
    board = moment.reply.view.board
    own = next((thing.seat for thing in board.get(square, ()) if thing.kind == "card"), None)
    found: dict[str, Mark] = {}
    for event in ways:
        if (to := target_of(event, square)) is not None:
            enemy = any(thing.kind == "card" and thing.seat not in (own, None) for thing in board.get(to, ()))
            kind: MarkKind = "shoot" if event.by == square else "take" if enemy else "go"
            found.setdefault(to, Mark(to, kind))
    return tuple(found[to] for to in sorted(found))


def ways_words(marks: Sequence[Mark]) -> tuple[str, ...]:
    found = []
    for kind, words in word_tables("ui.pages")["ways"].items():
        if squares := ", ".join(mark.region for mark in marks if mark.kind == kind):
            found.append(_(words).format(squares=squares))
    return tuple(found)


def close_up(
    moment: GameSnapshot, square: str, lit: tuple[Mark, ...], eyes: Seat | None = None
) -> CloseUp | None:
    """The top card of a square as these eyes see it (None: the public); None without a card."""
    region = next((each for each in moment.table.regions if each.name == square), None)
    if region is None:
        return None
    view = moment.reply.view if eyes is None else moment.view_for(eyes)
    found = (peeped(piece, eyes) for piece in pieces_in(moment.table, region, view.board.get(square, ())))
    pieces = signed_pieces(moment.game, moment.setup, tuple(found))
    card = next((piece for piece in reversed(pieces) if piece.kind == "card"), None)
    if card is None:
        return None
    printed = card_facts(moment.game, moment.setup, card.label or "") if card.name else CardFacts("")
    about = view.about.get(square, "") if eyes is None else ""
    body = about if about != card.name else ""
    if printed.under:
        body = _("{heads} under heads, {tails} under tails").format(**printed.under)
    told = written(moment.game.id, printed.rule) if printed.rule else None
    name = card.name if eyes is not None else ""
    large = replace(card, angle=0.0, name="")
    if printed.corners:
        large = replace(large, figure="", corners=printed.corners)
    lines = tuple(text for text in (name, body, *ways_words(lit)) if text)
    return CloseUp(large, card.name, lines, told.words if told is not None else "")


def square(moment: GameSnapshot, model: TableModel) -> TableModel:
    """A touched square: its content, alternatives, and reportable moves from it."""
    name = moment.focus.square or ""
    said = moment.reply.view.about.get(name, "")
    acts = public_acts(moment) if moment.reply.layout is None else ()
    seen = (event for event in acts if not event.told and len(event.cards or ()) <= 1)
    here = [event for event in seen if places(event, moment.table)[:1] == (name,)]
    rule, facts = reference(moment.game, name), card_facts(moment.game, moment.setup, name)
    told, corrections = said_keys(moment, here, _("Say: {words}")), correction_keys(moment, name)
    if rule is not None or facts.cost is not None:
        # A pile: its card large, count, reports, and the rules' words below. The card's effect is summarised
        # only if no rule states it, as the card shows it.
        corrected = [_("Corrected: {fact}").format(fact=fact) for fact in facts.corrected]
        *effect, left = said.split(" · ")
        if name in moment.piles.takeable:
            told = (*(replace(key, weight="main") for key in told[:1]), *told[1:])
        return replace(
            model,
            headline=moment.called(name),
            banner=None,
            body=tuple(text for text in (*(() if rule else effect), left, *corrected) if text),
            notes=(rule.words,) if rule else (),
            answers=(*told, *corrections, Button(_("Close"), CLOSE, "plain", "back")),
            card=moment.pictured(name),
            tiles=(),
            tally=None,
        )
    ways = ways_from(moment, name)
    lit = lit_by(moment, name, ways)
    shown = close_up(moment, name, lit)
    back = Button(_("Back to the game"), CLOSE, "plain", "back")
    if not ways:
        back = Button(_("It is right as it is"), CLOSE, "plain", "done")
    # On the simulated table the card may be turned over; a hidden one after a question.
    cards = [thing for thing in moment.reply.view.board.get(name, ()) if thing.kind == "card"]
    turning: tuple[Button, ...] = ()
    if moment.simulated and cards and not is_piled(moment.reply.view):
        action = at(PlayedTable.turn_over, name) if cards[-1].face == "up" else at(PlayedTable.ask_turn, name)
        turning = (Button(_("Turn it over"), action, "quiet", "turn"),)
    # Turning a waiting card up is likelier than correcting it.
    answers = (*(() if ways else told), *corrections, *(told if ways else ()), *turning, back)
    question = _("What really lies here?") if corrections else ""
    # In a dispute the corrections come first, without the details of the card.
    large = None if moment.disputed and corrections else shown
    body = tuple(text for text in ("" if shown else said, question) if text)
    marks = tuple(mark for mark in model.board.marks if mark.kind != "moved" and mark.region != name)
    words = region_words(name, moment.names, moment.called)
    headline = _("Square {name}").format(name=name) if words == name else words
    if shown and shown.name and place_of(name).square:
        headline = _("{card} on {square}").format(card=shown.name, square=name)
    return replace(
        model,
        headline=headline,
        body=body,
        answers=answers,
        board=replace(
            model.board,
            marks=(*marks, *lit, Mark(name, "chosen")),
            arrows=(),
            asked=tuple(mark.region for mark in lit),
        ),
        close_up=large,
    )


def turn_up(moment: GameSnapshot, model: TableModel) -> TableModel:
    name = moment.focus.square or ""
    answers = (
        Button(_("Leave it"), CLOSE, "main", "back"),
        Button(_("Turn it over"), at(PlayedTable.turn_over, name), "danger", "turn"),
    )
    return replace(
        model,
        headline=_("Turn up the card on {square}?").format(square=name),
        banner=Banner("ask", _("Everybody will see it, and no rule asks for that now.")),
        answers=answers,
        board=replace(model.board, marks=(Mark(name, "chosen"),), arrows=()),
    )


def said_keys(moment: GameSnapshot, events: Iterable[Any], words: str = "{words}") -> tuple[Button, ...]:
    """One key per event; keys with equal words get a second line that tells their cards apart."""
    told = [(moment.words((event,)), event) for event in list(events)[:MOST_EVENTS]]
    often = Counter(called for called, _event in told)
    keys = []
    for called, event in told:
        alike = bool(event.card) and often[called] > 1
        apart = card_facts(moment.game, moment.setup, event.card).apart if alike else ""
        keys.append(Button(words.format(words=called), tell(event), "plain", "hand", apart))
    return tuple(keys)


# A game of piles: reports, the meaning of "done", tiles or table, decks counted after the game. Rule kept:
# possible reports are computed once a state, not once a frame.

FEW = 2
"""Maximum number of events of a kind with a button each."""
MOST_CARDLESS = 7  # maximum keys for events without a card
MOST_NAMED = 6  # maximum missing cards that are named


def takeable(game: Game[Any], state: Any, acts: Iterable[Event], counts: Mapping[str, int]) -> frozenset[str]:
    """The piles from which one of these events takes a card."""
    found: set[str] = set()
    for event in acts:
        pile = one_card(event)
        if pile is None or pile not in counts or pile in found or place_of(pile).seat is not None:
            continue
        after = game.view(game.after(state, event), None).counts
        if after.get(pile, 0) < counts[pile]:
            found.add(pile)
    return frozenset(found)


def owned(game: Game[Any], state: Any, seat: Seat) -> dict[str, int]:
    """By card, the number that a seat owns by the book; empty in games without owned cards."""
    seats = game.dump_position(state).get("seats", ())
    body = seats[seat] if seat < len(seats) else {}
    found: Counter[str] = Counter()
    for value in body.values():
        if isinstance(value, Mapping):
            found.update({card: count for card, count in value.items() if isinstance(count, int)})
        elif isinstance(value, list | tuple):
            found.update(card for card in value if isinstance(card, str))
    return dict(found)


class SupplySide:
    """The part of a table screen about piles; `deck_check`: the deck counted after the game."""

    def __init__(self, side: PlayedTable) -> None:
        self._side = side
        self._wants_tiles = True
        self._known: tuple[int, Piles] = (-1, Piles())
        self._read: object = None
        self.deck_check: DeckCheck | None = None

    @property
    def tiled(self) -> bool:
        """Whether tiles replace the table; never while piles are laid on a simulated one."""
        reply = self._side.session.reply
        laying = self._side.opened.simulated is not None and reply.layout is not None
        return self._wants_tiles and not laying and is_piled(reply.view)

    def now(self) -> Piles:
        """The piles' view; possible reports are computed once a state."""
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
        """The event that "done" means on a matching table; None if it may mean something else."""
        side, reply, referee = self._side, self._side.session.reply, self._side.session.referee
        untidy = reply.chores and side.session.reading is not None
        if side.is_looking or side.focus.settling.refused is not None or reply.differences or untidy:
            return None
        return natural(referee.game, referee.state, self.now().acts)

    @property
    def in_tray(self) -> tuple[Seat | None, tuple[str, ...]]:
        """The seat and the cards that lie ready beside the simulated table."""
        check = self.deck_check
        return (check.seat, tuple(check.owned)) if check is not None else in_hand(self.now().acts)

    def follow(self) -> bool:
        """Takes in the camera's view of a deck being counted; whether a screen has to change."""
        session, check = self._side.session, self.deck_check
        if check is None or not isinstance(session.reply.turn, Over):
            self.deck_check = None
            return check is not None
        if session.reading is None or session.reading is self._read:
            return False
        reading, table = session.reading, session.referee.game.table(session.referee.setup)
        self._read = reading
        if reading.mat.found and not reading.scene.hand:
            # The face-up cards in the seat's own row; a hand over it keeps the last reading.
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
        """Counts the deck of a seat; None ends it."""
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
    """A tile per pile, in the order of the table; those that cannot be taken now are faded."""
    marked = {mark.region: mark.kind for mark in marks}
    view, takeable_now = moment.reply.view, moment.piles.takeable
    found = []
    for name in (region.name for region in moment.table.regions):
        if name not in view.counts or place_of(name).seat is not None:
            continue  # not a common pile
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
    """The acting seat's numbers and the switch between tiles and table; None without piles."""
    if not is_piled(moment.reply.view):
        return None
    tiled = moment.piles.tiled
    words, icon = (_("Table"), "eye") if tiled else (_("Piles"), "cards")
    key = Button(words, at(SupplySide.show_tiles, tiled=not tiled), "plain", icon)
    return Tally(moment.game.tally(moment.state), key)


def is_bare(event: Event) -> bool:
    """Whether an event has no field but its seat."""
    return set(msgspec.to_builtins(event)) <= {"kind", "seat"}


def natural(game: Game[Any], state: Any, acts: Sequence[Event]) -> Event | None:
    """The only seat-only event, if it ends the turn or leaves the table as it is: "done" means it."""
    bare = [event for event in acts if is_bare(event)]
    event = bare[0] if len(bare) == 1 else None
    if event is None or event.ends_turn or game.look(game.after(state, event)) == game.look(state):
        return event
    return None


def telling_keys(moment: GameSnapshot) -> tuple[Button, ...]:
    """Keys for reports: the natural event, those without a card, one a kind of the others, an early end."""
    plain = natural(moment.game, moment.state, moment.piles.acts)
    early = plain is not None and moment.piles.is_early(plain)
    ends = () if plain is None else (_said(moment, plain, "plain" if early else "main"),)
    found = [] if early else [*ends]
    others = [event for event in moment.piles.acts if type(event) is not type(plain)]
    # Yes, no, none, or a count of unshown cards.
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
            # The words of a key to all events of a kind.
            words = _(some[0].asks_of.get(what or "", some[0].asks))
            found.append(Button(words, at(Picking.pick_afresh, *pick), "plain", "cards"))
    return (*found, *ends) if early else tuple(found)


def _said(moment: GameSnapshot, event: Event, weight: Weight) -> Button:
    icon = "done" if event.ends_turn or weight == "main" else "hand"
    return Button(moment.words((event,)), tell(event), weight, icon)


def deck_checking(moment: GameSnapshot, model: TableModel) -> TableModel:
    """A seat's deck: its count, the cards before the camera, and the missing or surplus ones."""
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
    # A surplus card is the worst, as it points to another deck; missing ones may yet be laid.
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
    # The keys lead round the table, so that all decks get counted.
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
