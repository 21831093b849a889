"""The screen of a game under way: a moment and what people look at, turned into one model.

Rule kept: the referee's verdict decides which of its faces the screen shows; a look at a square, the menu or the
camera's picture comes before it and goes away with one touch.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from companion.game import Chance, Event, Over, Seat
from companion.journal import TookBack
from companion.judge import HAND, NOT_STILL
from companion.referee import TAKEN_BACK
from companion.sight import Table, Thing, paired_off
from companion.weigh import Ask, Difference, Lost, Refuse, Wait
from ui.pages.asking import agree, ask, confirm, dispute, lost, refuse
from ui.pages.picking import Picking, public_acts, said_keys, square, stepped, trump_keys, turn_up
from ui.pages.played_table import CLOSE, MENU, PlayedTable, press
from ui.pages.private_view import alone_keys, curtain, mustering, private, waiting
from ui.pages.supply import SupplySide, deck_checking, tally, telling_keys, tiles
from ui.present.board import Mark, board, signed, traces
from ui.present.desk_touches import Goto, MakeBundle, OpenRules, PlayAgain
from ui.present.drawn import MarkKind
from ui.present.models import Banner, Button, Chip, Roll, TableModel, Task
from ui.present.moment import GameSnapshot
from ui.present.names import Called, counted, mended, region_words, written
from ui.present.piles import is_piled
from ui.present.touches import TouchSquare, at
from ui.present.walk import won_words
from ui.secrecy import covered_legal, is_secret
from ui.words import _, joined, marked, several, upper_first

TILED = frozenset({"play", "over", "pick", "square", "telling"})
"""Faces that show the piles of a game as tiles; where it matters what lies where, the table is shown."""
DECIDED = frozenset({"play", "layout", "over"})
"""Faces that say what the last event has decided."""
WATCHED = frozenset({"play", "dice", "layout", "over", "lost"})
"""Faces with the tools; all of them but the last have the last events, too."""
ALONE = frozenset({"curtain", "private", "mustering", "muster"})
"""Faces while somebody looks alone: nothing stands there of what lies beside the board."""
TURNED_BY = marked("Tap a card on the table to turn it over.")
_BLIND = marked(
    "On the simulated table nobody knows their own face-down cards, so a move may turn out wrong when a card is "
    "turned up. To play a whole game, agree that the referee knows the armies."
)
_LAYING = marked("The table is being laid out.")
MOST_PILES = 6
"""Most piles named at once."""
FEW_LACKING = 3
"""When this few squares still lack something, each is asked about while a table is laid out."""
Face = Callable[[GameSnapshot, TableModel], TableModel]
Dress = Callable[[str, TableModel], TableModel]


def table_model(moment: GameSnapshot, dress: Dress = lambda _kind, model: model) -> TableModel:
    """What the screen shows now; `dress` shows a face's model as a game of its own shows it."""
    kind, face = face_due(moment)
    model = dress(kind, face(moment, frame(moment, kind)))
    # Names and figures stand on what lies open; a game's own board shows no card large.
    game, setup = moment.game, moment.setup
    answers = tuple(
        key if key.board is None else replace(key, board=signed(game, setup, key.board))
        for key in model.answers
    )
    large = model.close_up if model.own is None else None
    drawn = signed(game, setup, model.board)
    return one_main(moment, replace(model, board=drawn, answers=answers, close_up=large))


def one_main(moment: GameSnapshot, model: TableModel) -> TableModel:
    """Only one key is loud: the first of the answers, else of what helps, else of the tools.

    Where a large key is, “done” stands in the drawer alone; beside answers not while something waits to be judged.
    """
    large = model.helps if moment.done == "judges" else (*model.helps, *model.answers)
    if any(key.weight == "main" for key in large):
        model = replace(model, tools=tuple(tool for tool in model.tools if tool.icon != "done"))
    loud = next((key for key in (*model.answers, *model.helps, *model.tools) if key.weight == "main"), None)
    answers, helps, tools = (quiet(keys, loud) for keys in (model.answers, model.helps, model.tools))
    return replace(model, answers=answers, helps=helps, tools=tools)


def quiet(keys: tuple[Button, ...], loud: Button | None = None) -> tuple[Button, ...]:
    """The keys, of which only this one may be loud."""
    return tuple(
        replace(key, weight="plain") if key.weight == "main" and key is not loud else key for key in keys
    )


def face_due(moment: GameSnapshot) -> tuple[str, Face]:
    """The face that is due: for what people look at, else for what was said of what they did, else for the game."""
    focus, settling, reply = moment.focus, moment.focus.settling, moment.reply
    alone, refused, turn = focus.alone is not None, settling.refused, reply.turn
    # A verdict that people have accepted does not stop play any more.
    stop = None if reply.verdict == settling.put_back else reply.verdict
    asks_all = refused is not None and (type(refused.event), refused.breach.rule) == (TookBack, "undo-agreed")
    # Of a resumed game nobody has said yet whether the table or the book is right.
    differs = moment.checking and bool(reply.differences) and not settling.book_right
    # The lot is drawn once all lies as it should; where no camera looks, people know.
    laid_out = not reply.differences if moment.scene is not None else not moment.simulated
    faces: tuple[tuple[str, bool, Face], ...] = (
        ("curtain", alone and not focus.drawn, curtain),
        ("muster", alone and moment.muster is not None, mustering),
        ("private", alone, private),
        ("mustering", bool(moment.offers.showing), waiting),
        ("deck", moment.piles.deck_check is not None, deck_checking),
        ("pick", focus.picking, stepped),
        ("menu", focus.menu == "menu", menu),
        ("telling", focus.menu == "telling", telling),
        ("turn", focus.menu == "turn", turn_up),
        ("confirm", focus.reading is not None, confirm),
        ("square", focus.square is not None, square),
        ("dispute", moment.disputed, dispute),
        ("agree", asks_all, agree),
        ("refuse", refused is not None or isinstance(stop, Refuse), refuse),
        ("lost", isinstance(stop, Ask) and stop == settling.none_of, lost),
        ("ask", isinstance(stop, Ask), ask),
        ("lost", isinstance(stop, Lost) or differs, lost),
        ("over", isinstance(turn, Over), over),
        ("dice", isinstance(turn, Chance) and (reply.layout is None or laid_out), _dice),
        ("layout", reply.layout is not None, _layout),
    )
    return next(((kind, face) for kind, is_due, face in faces if is_due), ("play", _play))


def frame(moment: GameSnapshot, kind: str) -> TableModel:
    """What all faces share: headline, seats, trouble, the board as the book has it, the last events, the tools."""
    view = moment.reply.view
    told = moment.troubles if kind not in ("private", "muster") else ()
    trouble = Banner("trouble", upper_first(told[0])) if told else None
    # The table as the book has it, with the last event and the chores marked.
    last = moment.standing[-1:] if moment.reply.layout is None else ()
    marks, arrows = traces([line.entry.event for line in last], moment.table)
    if is_piled(view):
        marks, arrows = tuple(Mark(name, "moved") for name in moment.piles.changed if last), ()
    chores = {chore.region: Mark(chore.region, "chore") for chore in moment.reply.chores}
    marks = (*(mark for mark in marks if mark.region not in chores), *chores.values())
    shown = replace(board(moment.table, view.board, marks, arrows), counts=tuple(view.counts.items()))
    return TableModel(
        kind,
        view.headline,
        chips(moment, kind),
        shown,
        trouble=trouble,
        past=moment.last if kind in WATCHED - {"lost"} else (),
        tools=tools(moment) if kind in WATCHED else (),
        tiles=tiles(moment, shown.marks) if moment.piles.tiled and kind in TILED else (),
        tally=tally(moment) if kind in TILED else None,
        contest=moment.last[0].contest if moment.last and kind in DECIDED else None,
        highlight=moment.highlight if kind in DECIDED else None,
    )


def chips(moment: GameSnapshot, kind: str) -> tuple[Chip, ...]:
    """The seats, those that are to act marked, without what trays show already and what a screen hides."""
    turn = moment.reply.turn
    acting = turn.winners if isinstance(turn, Over) else turn.seats
    active = {*acting}.difference(moment.thrown if isinstance(turn, Chance) else ())
    in_trays = moment.simulated and moment.game.brings is not None
    hidden = in_trays or kind in ALONE or moment.offers.screened
    aside = () if hidden else moment.reply.view.aside
    return tuple(
        Chip(seat, name, seat in active, aside[seat] if seat < len(aside) else ())
        for seat, name in enumerate(moment.names)
    )


def tools(moment: GameSnapshot) -> tuple[Button, ...]:
    """The buttons that are always there, as on the panel; how many chores the drawer has beyond the one in sight."""
    some, more = bool(moment.standing), len(_in_drawer(moment)) - 1
    return (
        Button(_("Done"), press("done"), "main" if moment.done else "plain", "done"),
        Button(_("Take back"), press("back"), "plain", "back", enabled=some),
        Button(_("That’s wrong"), press("dispute"), "plain", "wrong", enabled=some),
        Button(f"{_('More')} ({more})" if more > 0 else _("More"), MENU, "plain", "menu"),
    )


def _play(moment: GameSnapshot, model: TableModel) -> TableModel:
    view, verdict = moment.reply.view, moment.reply.verdict
    body = tuple(text for text in (view.awaited, *view.notes) if text)
    banner = None
    shown = model.board
    putting = _puts_back(moment)
    if moment.reply.differences and (putting or not isinstance(verdict, Wait)):
        marked = {mark.region for mark in shown.marks if mark.kind == "chore"}
        marks = tuple(
            Mark(difference.region, "wrong" if putting else "chore")
            for difference in moment.reply.differences
            if putting or difference.region not in marked
        )
        shown = replace(shown, marks=(*shown.marks, *marks))
    if isinstance(verdict, Wait):
        banner = Banner("wait", _(verdict.why)) if _waited_for(moment) else None
    elif moment.focus.idle:
        banner = Banner("wait", _idle_words(moment))
    elif putting and not moment.simulated:
        banner = Banner("ask", _("Put the table back as the board shows it; then play goes on."))
    if moment.simulated and moment.offers.turning_up:
        body = (*body, _(TURNED_BY))
    return replace(model, body=body, banner=banner, tasks=tasks(moment), helps=helps(moment), board=shown)


def _waited_for(moment: GameSnapshot) -> str:
    """What is waited for. A picture that is the last for now is not waited for: what hinders the camera is said."""
    verdict = moment.reply.verdict
    stale = bool(moment.troubles) and verdict in (HAND, NOT_STILL)
    return verdict.why if isinstance(verdict, Wait) and not stale else ""


def _idle_words(moment: GameSnapshot) -> str:
    """What “done” is answered with when nothing came of it."""
    return _("Nothing new on the table.") if moment.scene is not None else _("Nothing to do just now.")


def _puts_back(moment: GameSnapshot) -> bool:
    """Whether people are putting the table back as the book has it: only then is wrong what lies otherwise."""
    if not moment.reply.differences:
        return False
    verdict, settling = moment.reply.verdict, moment.focus.settling
    return verdict in (settling.put_back, TAKEN_BACK) or (settling.book_right and moment.checking)


def _dice(moment: GameSnapshot, model: TableModel) -> TableModel:
    chance = moment.reply.turn
    assert isinstance(chance, Chance)
    rolls = tuple(_roll(moment, chance, seat) for seat in chance.seats)
    played = _play(moment, model)
    return replace(played, rolls=rolls, body=played.body or (chance.words,))


def _roll(moment: GameSnapshot, chance: Chance, seat: Seat) -> Roll:
    """One seat's throw, in words: the number, the side of the penny, whom the lot fell on."""
    value = moment.thrown.get(seat)
    words = "" if value is None else str(value)
    if chance.what == "lot" and isinstance(value, int):
        words = _("{name} begins").format(name=moment.names[value])
    elif value in ("heads", "tails"):
        words = _("heads") if value == "heads" else _("tails")
    throws = press(f"seat{seat}")
    return Roll(seat, moment.names[seat], chance.what, value, throws, words, seat in moment.running)


def _layout(moment: GameSnapshot, model: TableModel) -> TableModel:
    """Laying out: each region that is not yet right is marked, and each seat is told how much is missing."""
    reply = moment.reply
    found, lines, wrong = laying(reply.differences, moment.names, moment.called)
    wanted = reply.layout.regions if reply.layout is not None else {}
    pieces = board(moment.table, wanted).pieces
    lacking = {difference.region for difference in reply.differences}
    if moment.scene is None and not lacking:
        lacking = set(wanted)
    missing = {mark.region for mark in found if mark.kind == "missing"}
    # For each seat the first place that still lacks its cards is next, and the first of all.
    first: dict[Seat | None, str] = {}
    for region, lying in wanted.items():
        if region in missing and lying:
            first.setdefault(lying[0].seat, region)
    marks = tuple(replace(mark, due=mark.region in first.values()) for mark in found)
    missing = missing or (lacking if moment.scene is None else set())
    regions = {region.name: region for region in moment.table.regions}
    shown = tuple(
        replace(piece, faint=any(regions[name].contains(piece.x, piece.y) for name in missing))
        for piece in pieces
    )
    body = tuple(text for text in (reply.view.awaited, *lines, *wrong[:4]) if text)
    if moment.simulated and any(mark.kind == "chore" for mark in found):
        body = (*body, _(TURNED_BY))
    ready: tuple[Button, ...] = ()
    if isinstance(reply.turn, Chance):
        draws = press(f"seat{reply.turn.seats[0]}")
        ready = (Button(_("All is laid out: draw lots"), draws, "plain", "turn"),)
    why = _waited_for(moment) if moment.scene is not None else ""
    banner = Banner("wait", _(why)) if why and why != _LAYING else None
    if banner is None and moment.focus.idle:
        banner = Banner("wait", _("Not all is laid out yet.") if lacking else _idle_words(moment))
    return replace(
        model,
        headline=_("Lay out the table") if isinstance(reply.turn, Chance) else model.headline,
        notes=(_(_BLIND),) if moment.simulated and moment.setup.option("knowing", "") == "trusted" else (),
        body=body,
        banner=banner,
        # What is not laid yet is not asked for square by square; what is left out at the end is.
        tasks=tasks(moment) if len(lacking) <= FEW_LACKING else (),
        helps=(*helps(moment), *ready),
        board=replace(model.board, pieces=shown, marks=marks, arrows=()),
    )


def tasks(moment: GameSnapshot) -> tuple[Task, ...]:
    """The chores, each with the tap that waves it through; one that two regions show is told once."""
    found: dict[str, tuple[str, ...]] = {}
    for chore in moment.reply.chores:
        found[chore.words] = (*found.get(chore.words, ()), chore.region)
    return tuple(Task(words, regions[0], at(PlayedTable.wave, regions)) for words, regions in found.items())


def _in_drawer(moment: GameSnapshot) -> tuple[Task, ...]:
    """The chores; while a table is laid out what is missing is marked on the board instead."""
    return tasks(moment) if moment.reply.layout is None else ()


def helps(moment: GameSnapshot) -> tuple[Button, ...]:
    """What somebody may do alone, what may be told of a card turned up, what the simulated table can do by itself."""
    found = [*telling_keys(moment), *alone_keys(moment, seldom=not moment.piles.acts)]
    if moment.offers.turning_up:
        action = at(Picking.pick, "kind", moment.offers.turning_up)
        found.append(Button(_("Say which card it is"), action, "plain", "cards"))
    if not moment.simulated:
        return tuple(found)
    if moment.reply.layout is not None and (moment.reply.differences or moment.scene is None):
        found.append(Button(_("Lay out for me"), at(PlayedTable.lay_out), "plain", "cards"))
    elif moment.reply.chores:
        found.insert(0, Button(_("Tidy for me"), at(PlayedTable.tidy), "main", "tidy"))
    return tuple(found)


def laying(
    differences: Sequence[Difference], names: Sequence[str], called: Called
) -> tuple[tuple[Mark, ...], list[str], list[str]]:
    """How far laying out has come: marks (a missing pile has its card's name), a line a seat, and what is wrong."""
    marks: list[Mark] = []
    wrong: list[str] = []
    missing: dict[Seat | None, list[Thing]] = {}
    piles: list[str] = []
    down = 0
    for difference in differences:
        pairs, extra = paired_off(difference.wanted, difference.seen)
        wanted = [thing.face for thing in difference.wanted if thing.kind == "card"]
        faces = [sighting.face for sighting in difference.seen if sighting.kind == "card"]
        lacking = [thing for thing, seen in pairs if seen is None and not thing.hidden]
        if lacking and not extra:
            for thing in lacking:
                missing.setdefault(thing.seat, []).append(thing)
            is_pile = any(thing.label == difference.region for thing in lacking)
            name = called(difference.region) if is_pile else ""
            piles += [name] if is_pile else []
            marks.append(Mark(difference.region, "missing", name))
        elif (wanted, faces, len(difference.seen)) == (["up"], ["down"], 1):
            # It lies as it was laid and only waits to be turned up: nothing about it is wrong.
            marks.append(Mark(difference.region, "chore"))
            down += 1
        else:
            marks.append(Mark(difference.region, "wrong"))
            place = region_words(difference.region, names, called)
            mend = mended(difference.wanted, difference.seen, called)
            wrong.append(_("{square}: {things}").format(square=place, things=mend))
    lines = [several("{n} card still to turn up", "{n} cards still to turn up", down)] if down else []
    for seat, name in enumerate(names):
        if things := missing.get(seat):
            lines.append(_("{name}: {things} more to lay").format(name=name, things=counted(things)))
    if loose := missing.get(None):
        lines.append(_("Still to lay: {things}").format(things=counted(loose)))
    if piles:
        more = len(piles) - MOST_PILES
        named = piles[:MOST_PILES] + ([_("{n} more").format(n=more)] if more > 0 else [])
        lines.append(_("Piles still to lay: {piles}").format(piles=joined(named)))
    return tuple(marks), lines, wrong


def menu(moment: GameSnapshot, model: TableModel) -> TableModel:
    picture = _("Board") if moment.focus.picture else _("Camera picture")
    answers = (
        Button(_("Done"), press("done"), "plain", "done"),
        Button(_("Say what happened"), at(PlayedTable.open_telling), "plain", "hand"),
        Button(picture, at(PlayedTable.switch_picture), "plain", "camera"),
        Button(_("Rules"), OpenRules(moment.game.id), "plain", "book"),
        Button(_("History"), Goto("history"), "plain", "list"),
        *((Button(_("Check the table"), Goto("check"), "plain", "check"),) if moment.has_camera else ()),
        Button(_("Phones"), Goto("phones"), "plain", "eye"),
        *((Button(_("Support bundle"), MakeBundle(), "plain", "trouble"),) if moment.has_camera else ()),
        Button(_("Home (the game is kept)"), Goto("home"), "plain", "home"),
        *(alone_keys(moment) if moment.piles.acts else ()),
        Button(_("Back to the game"), CLOSE, "plain", "back"),
    )
    view = moment.reply.view
    body = tuple(text for text in (view.awaited, *view.notes) if text)
    return replace(
        model, headline=_("More"), body=body, answers=answers, past=moment.last, tasks=_in_drawer(moment)
    )


def telling(moment: GameSnapshot, model: TableModel) -> TableModel:
    """Everything that can be said now and that a camera cannot see; moves are told by touching their square."""
    game, state, told = moment.game, moment.state, list[Event]()
    if not isinstance(game.turn(state), Chance):
        told += [
            event for event in covered_legal(game, state) if event.told and not is_secret(game, state, event)
        ]
    for kind in game.events:
        # Kinds that need no more than a seat to be told.
        if kind.told and kind.__struct_fields__ in ((), ("seat",)):
            seats = range(moment.setup.seats)
            some = [kind(seat=seat) for seat in seats] if kind.__struct_fields__ else [kind()]
            told += [event for event in some if event not in told and game.breach(state, event) is None]
    answers = (
        *trump_keys(moment, public_acts(moment)),
        *said_keys(moment, told),
        Button(_("Back to the game"), CLOSE, "plain", "back"),
    )
    body = _("Moves can be said too: touch the square that the piece stood on.")
    if moment.piles.acts:
        answers = (*telling_keys(moment), *answers)
        body = _("Touch a pile to say what was taken from it, or read what its card does.")
    return replace(model, headline=_("Say what happened"), body=(body,), answers=answers)


def over(moment: GameSnapshot, model: TableModel) -> TableModel:
    end = moment.reply.turn
    assert isinstance(end, Over)
    headline = won_words([moment.names[seat] for seat in end.winners])
    body = moment.reply.view.notes
    broken = written(moment.game.id, end.rule)
    banner = Banner("good", end.words, broken.short if broken else "")
    tools = (
        Button(_("How it was won"), Goto("after"), "main", "done"),
        Button(_("Play again"), PlayAgain(), "plain", "play"),
        Button(_("New game"), Goto("seats"), "plain", "plus"),
        Button(_("Home"), Goto("home"), "plain", "home"),
    )
    helps: tuple[Button, ...] = (Button(_("Take back"), press("back"), "quiet", "back"),)
    if is_piled(moment.reply.view):
        # What each seat came to, winners first, and what else is worth knowing.
        aside = moment.reply.view.aside
        order = sorted(range(len(aside)), key=lambda seat: seat not in end.winners)
        lines = (f"{moment.names[seat]}: {', '.join(aside[seat][:2])}" for seat in order if aside[seat])
        body = (*lines, *(note for note in body if note != end.words))
        helps = (Button(_("Count the decks"), at(SupplySide.check_deck, 0), "plain", "cards"), *helps)
    return replace(model, headline=headline, banner=banner, body=body, helps=helps, tools=tools)


# What is marked on the board, whatever that is drawn from: regions, tiles, or the squares of a game's own board, which
# may have `marks` by the squares' names, and `ways` from square to square.


def pointing_to(model: TableModel, where: Collection[str], kind: MarkKind = "go") -> TableModel:
    """The model with these places marked, but for those that have a mark."""
    marked = {mark.region for mark in model.board.marks}
    marks = (
        *model.board.marks,
        *(Mark(name, kind, due=kind == "point") for name in sorted(set(where) - marked)),
    )
    tiles = tuple(
        replace(tile, mark=kind)
        if isinstance(tile.action, TouchSquare) and tile.action.square in where
        else tile
        for tile in model.tiles
    )
    board, own = replace(model.board, marks=marks), pointed(model.own, where, kind)
    return replace(model, board=board, tiles=tiles, own=own)


def pointed(own: Any, where: Collection[str], kind: MarkKind = "go") -> object:
    """A board of squares with these marked, but for those that have a mark; any other own board as it is."""
    if not hasattr(own, "marks"):
        return own
    return replace(own, marks={**dict.fromkeys(sorted(where), kind), **own.marks})


def going(
    model: TableModel, table: Table, events: Sequence[Event], answer: Event | None = None
) -> TableModel:
    """The model with these events on its board in the place of the last, and in another colour what answers them."""
    marks, arrows = traces(events, table, "go")
    answered, back = traces(() if answer is None else (answer,), table, "take")
    where = {mark.region for mark in marks}
    marks = (*marks, *(mark for mark in answered if mark.region not in where))
    board = replace(model.board, marks=marks, arrows=(*arrows, *back))
    shown = pointing_to(replace(model, board=board), where)
    own: Any = shown.own
    ways = tuple((arrow.regions[0], arrow.regions[-1]) for arrow in arrows)
    return replace(shown, own=replace(own, ways=ways)) if hasattr(own, "ways") else shown
