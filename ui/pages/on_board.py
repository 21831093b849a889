"""The board under a finger: a piece that is touched or dragged, the places it may go to, and what it does there.

Rule kept: without a camera to be looked for, the second touch tells; beside one it is asked about, as people point at
a board to look, too. On a phone it is always asked about: who looks there tells nothing, least of all another's move.
A card whose face only the table knows is told with that face, as it is then turned up.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from companion.game import Chance, Event, Over, Seat, Seats
from companion.rulebook import Rule
from companion.sight import place_of
from companion.weigh import Ask, Lost
from ui.box.by_touch import with_faces_there
from ui.pages.correcting import correction_keys
from ui.pages.picking import narrowed, pictured
from ui.pages.played_table import CLOSE, PlayedTable, tell
from ui.present.board import Mark, Piece, pieces_in, places, signed_pieces
from ui.present.models import Banner, Button, CloseUp, TableFocus, TableModel
from ui.present.moment import GameSnapshot
from ui.present.names import CardFacts, card_facts, reference, region_words, written
from ui.present.piles import is_piled
from ui.present.touches import at
from ui.secrecy import covered_legal, is_secret
from ui.words import _


def touch(table: PlayedTable, region: str) -> None:
    """A touched square: closed again, told as where a piece goes, or looked at."""
    start = table.focus.square or table.refused_from
    if table.focus.square == region:
        look_at(table, None)
    elif start is None or not _goes(table, start, region):
        look_at(table, region)


def look_at(table: PlayedTable, region: str | None) -> None:
    """A square is looked at, or nothing any more; what is being settled stays as it was."""
    table.focus = TableFocus(square=region, settling=table.settling)


def carry(table: PlayedTable, start: str, to: str) -> None:
    """A piece was dragged: told where the rules allow it, else refused by the rule that forbids it."""
    if _goes(table, start, to):
        return
    event = _unlawful(table, start, to)
    if event is None:
        look_at(table, start)
    else:
        table.tell(event)


def carries(table: PlayedTable, start: str, to: str | None = None) -> bool:
    """Whether dragging what lies there tells a move; else hands only put things elsewhere."""
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
    """Tells what leads from one square to another, or asks which of several; whether anything does."""
    found = ways_from(table.moment(), start)
    for way in ((("start", start), ("to", to)), (("by", start), ("at", to))):
        if some := narrowed(found, way):
            event = _meant(table, some)
            if event is not None:
                table.tell(event)
            else:
                table.focus = TableFocus(picking=True, picks=way)
            return True
    return False


def _meant(table: PlayedTable, events: Sequence[Event]) -> Event | None:
    """The one event that is meant; None where people have to say which, or that it is so."""
    opened = table.opened
    if table.on_phone:
        return None
    if opened.simulated is not None:
        events = with_faces_there(events, opened.simulated.table, opened.simulated.tabletop)
    elif opened.session.has_camera:
        return None
    return events[0] if len(events) == 1 else None


def _unlawful(table: PlayedTable, start: str, to: str) -> Event | None:
    """What somebody means who carries a piece to where it may not go; None while no piece goes anywhere."""
    referee, reply = table.session.referee, table.session.reply
    acting = sorted(reply.turn.seats) if isinstance(reply.turn, Seats) else []
    lying = reply.view.board.get(start, ())
    seats = (thing.seat for thing in reversed(lying) if thing.seat is not None)
    seat = next(seats, next(iter(acting), None))
    for event in covered_legal(referee.game, referee.state):
        # One that needs no more to be told than who goes from where to where.
        needed = {field.name for field in msgspec.structs.fields(event) if field.required}
        if seat is not None and event.start and event.to and needed == {"seat", "start", "to"}:
            made: Callable[..., Event] = type(event)
            return made(seat=seat, start=start, to=to)
    return None


# A square that is looked at: what is known of it, what else it may hold, where what lies there may go.
# Rule kept: the rules say it (`covered_legal`), and nothing of it follows from a card that is hidden.


def ways_from(moment: GameSnapshot, square: str) -> tuple[Event, ...]:
    """The lawful events in which what lies there goes elsewhere, or strikes from there."""
    if moment.reply.layout is not None or isinstance(moment.reply.turn, Chance | Over):
        return ()
    game, state = moment.game, moment.state
    return tuple(
        event
        for event in moment.piles.acts or covered_legal(game, state)
        if target_of(event, square) is not None and not is_secret(game, state, event)
    )


def target_of(event: Event, square: str) -> str | None:
    """The square that something on another goes to, or strikes at, by an event; None where it is not about that one."""
    if event.start == square:
        return event.to
    return event.at if event.by == square else None


def lit_by(moment: GameSnapshot, square: str, ways: Sequence[Event]) -> tuple[Mark, ...]:
    """A mark on every square that they lead to: it goes there, takes what lies there, or strikes at it from afar."""
    board = moment.reply.view.board
    own = next((thing.seat for thing in board.get(square, ()) if thing.kind == "card"), None)
    found: dict[str, Mark] = {}
    for event in ways:
        to = target_of(event, square)
        if to is None or to in found:
            continue
        enemy = any(thing.kind == "card" and thing.seat not in (own, None) for thing in board.get(to, ()))
        found[to] = Mark(to, "shoot" if event.by == square else "take" if enemy else "go")
    return tuple(found[to] for to in sorted(found))


def ways_words(marks: Sequence[Mark]) -> tuple[str, ...]:
    """The same in words."""
    words = {
        "go": _("May go to {squares}."),
        "take": _("May attack {squares}."),
        "shoot": _("May shoot at {squares}."),
    }
    squares = {kind: ", ".join(mark.region for mark in marks if mark.kind == kind) for kind in words}
    return tuple(words[kind].format(squares=names) for kind, names in squares.items() if names)


def close_up(
    moment: GameSnapshot, square: str, lit: tuple[Mark, ...], eyes: Seat | None = None
) -> CloseUp | None:
    """The uppermost card on a square as these eyes may see it (None: everybody's); None where no card lies.

    Of one that lies face down, and is not theirs to look at, only its back is shown.
    """
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
    return CloseUp(
        large,
        card.name,
        tuple(text for text in (name, body, *ways_words(lit)) if text),
        told.words if told is not None else "",
    )


def peeped(piece: Piece, eyes: Seat | None) -> Piece:
    """An own card that lies face down, drawn with its face."""
    if piece.kind == "card" and piece.face == "down" and piece.label is not None and piece.seat == eyes:
        return replace(piece, peeped=True)
    return piece


MOST_EVENTS = 24
"""A longer sentence is no help beside a picture."""


def square(moment: GameSnapshot, model: TableModel) -> TableModel:
    """A touched square: what is known of it, what else it may hold, and which moves from it may be said."""
    name = moment.focus.square or ""
    said = moment.reply.view.about.get(name, "")
    table = moment.table
    played = moment.reply.layout is None
    here = [
        event
        for event in (moment.piles.acts or covered_legal(moment.game, moment.state) if played else ())
        if not event.told
        and len(event.cards or ()) <= 1
        and places(event, table)[:1] == (name,)
        and not is_secret(moment.game, moment.state, event)
    ]
    rule = reference(moment.game, name)
    if rule is not None or card_facts(moment.game, moment.setup, name).cost is not None:
        return _of_card(moment, model, name, rule, here)
    ways = ways_from(moment, name)
    lit = lit_by(moment, name, ways)
    shown = close_up(moment, name, lit)
    told, corrections = said_keys(moment, here, _("Say: {words}")), correction_keys(moment, name)
    back = Button(_("Back to the game"), CLOSE, "plain", "back")
    if not ways:
        back = Button(_("It is right as it is"), CLOSE, "plain", "done")
    # On the simulated table the card that lies there may be turned over; a hidden one only after a question.
    cards = [thing for thing in moment.reply.view.board.get(name, ()) if thing.kind == "card"]
    turning: tuple[Button, ...] = ()
    if moment.simulated and cards and not is_piled(moment.reply.view):
        action = at(PlayedTable.turn_over, name) if cards[-1].face == "up" else at(PlayedTable.ask_turn, name)
        turning = (Button(_("Turn it over"), action, "quiet", "turn"),)
    # A card that waits to be turned up is likelier to be told of than to be another one.
    answers = (*(() if ways else told), *corrections, *(told if ways else ()), *turning, back)
    question = _("What really lies here?") if corrections else ""
    # In a dispute what else lies there is what people look for: it comes first, without all about the card.
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


def turn(moment: GameSnapshot, model: TableModel) -> TableModel:
    """Whether a hidden card is to be shown to everybody."""
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


def _of_card(
    moment: GameSnapshot, model: TableModel, name: str, rule: Rule | None, here: list[Event]
) -> TableModel:
    """A touched pile: its card large, how many there are, what may be said, and below it the rules' own words.

    What the card does is said in short only where no rule does: the card itself shows it.
    """
    facts = card_facts(moment.game, moment.setup, name)
    corrected = [_("Corrected: {fact}").format(fact=fact) for fact in facts.corrected]
    *effect, left = moment.reply.view.about.get(name, "").split(" · ")
    said = said_keys(moment, here, _("Say: {words}"))
    if name in moment.piles.takeable:
        said = (*(replace(key, weight="main") for key in said[:1]), *said[1:])
    answers = (*said, *correction_keys(moment, name), Button(_("Close"), CLOSE, "plain", "back"))
    return replace(
        model,
        headline=moment.called(name),
        banner=None,
        body=tuple(text for text in (*(() if rule else effect), left, *corrected) if text),
        notes=(rule.words,) if rule else (),
        answers=answers,
        card=pictured(moment, name),
        tiles=(),
        tally=None,
    )


def said_keys(moment: GameSnapshot, events: Iterable[Any], words: str = "{words}") -> tuple[Button, ...]:
    """A key each; where two would be called alike, a second line tells their cards apart."""
    told = [(moment.words((event,)), event) for event in list(events)[:MOST_EVENTS]]
    often = Counter(called for called, _event in told)
    return tuple(
        Button(
            words.format(words=called),
            tell(event),
            "plain",
            "hand",
            card_facts(moment.game, moment.setup, event.card).apart
            if event.card and often[called] > 1
            else "",
        )
        for called, event in told
    )
