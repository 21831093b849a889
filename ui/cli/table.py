"""`companion see` reads single pictures of a table; `companion watch` referees a source of pictures."""

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from companion.game import Chance
from companion.referee import Referee
from companion.sight import Kind, Table
from companion.weigh import Ask
from hardware.panel import owners_panel
from ui.box.eyes import game_decks, load_decks
from ui.box.session import Inbox, Press, Session
from ui.cli.common import Files, Words, say, say_json, say_table
from ui.faces.face import all_faces
from ui.line.given import ShapeFault, read_table
from ui.line.shapes import reply_json, scene_json
from ui.places import pins_file
from ui.records.beginning import UsageFault, app_version, game_and_setup, json_file, json_lines, one_of
from ui.secrecy import public_reply
from ui.watching.watched import Watch, looked_again, other_look_words, read_told
from ui.words import several

if TYPE_CHECKING:
    from vision.decks.deck import Deck

_TICK_SECONDS = 0.02
_SETTLE_SECONDS = 0.2
"""Seconds without motion before changed parts of moving pictures are read."""


def see(
    image: list[Path],
    *,
    game: str = "",
    table: Path | None = None,
    no_mat: bool = False,
    deck: Files = None,
    option: Words = None,
    seats: int | None = None,
    board: Path | None = None,
    book: Path | None = None,
    json: bool = False,
) -> None:
    """Prints what lies on the table in each picture; with `--board`, its pieces with their mm and squares."""
    from vision.eye import Eye
    from vision.sources.frames import Frame
    from vision.sources.pictures import read_picture

    if board is not None:
        seeing = {face.game.id: face.see_board for face in all_faces() if face.see_board is not None}
        if game not in seeing:
            raise UsageFault(f"see: --board goes with --game {' or '.join(seeing)}")
        seeing[game](image, board, book, json=json)
        return
    expected, decks, others = _asked(game, table, option or [], seats, no_mat=no_mat)
    decks, others = (load_decks(deck), tuple) if deck else (decks, others)
    eye: Eye | None = None  # made late: a wrong file is refused before faces are prepared
    for number, path in enumerate(image):
        picture = read_picture(path)
        eye = eye or Eye(expected, decks, other_looks=others)
        # Pictures named on one command line need not show the same table: each is read afresh.
        eye.forget()
        start = time.perf_counter()
        reading = looked_again(eye, Frame(picture, float(number), number, path.name))
        total = (time.perf_counter() - start) * 1000
        mat, light, scene = reading.mat, reading.light, scene_json(reading.scene)
        to_table = mat.image_to_table
        found = None if to_table is None else [[float(cell) for cell in row] for row in to_table]
        line = {
            "image": str(path),
            "ms": {name: round(ms, 2) for name, ms in reading.ms.items()} | {"total": round(total, 2)},
            "mat": {"found": mat.found, "why": mat.why, "image_to_table": found, "error_px": mat.error_px},
            "light": {"ok": light.ok, "why": light.why},
            "scene": {name: scene[name] for name in ("hand", "sightings", "covered")},
        }
        if json:
            say_json(line)
            continue
        _say(line)
        if reading.other_look:
            say(f"  {other_look_words()}")


def _asked(
    game: str, table: Path | None, options: list[str], seats: int | None, *, no_mat: bool
) -> "tuple[Table, list[Deck], Callable[[], Sequence[Deck]]]":
    """The table, its decks, and a function that gives them in their other looks."""
    if game and table is not None:
        raise UsageFault("see: expected --game or --table, found both")
    if seats is not None and not game:
        raise UsageFault("see: --seats goes with --game")
    if not game and table is None:
        if not no_mat:
            raise UsageFault("see: expected --game, --table or --no-mat, found none of them")
        return Table(0.0, 0.0, None, kinds=get_args(Kind)), [], tuple
    others: Callable[[], Sequence[Deck]] = tuple
    if table is not None:
        try:
            expected, decks = read_table(json_file(table), mat=not no_mat), list[Any]()
        except ShapeFault as fault:
            raise UsageFault(f"{table}: {fault}") from None
    else:
        played, setup = game_and_setup(game, seats, options)
        agreed = setup if options else None
        expected, decks = played.table(setup), game_decks(played, agreed)
        others = partial(game_decks, played, agreed, other=True)
    return (replace(expected, tags=None) if no_mat else expected), decks, others


def _say(line: dict[str, Any]) -> None:
    mat, light, scene = line["mat"], line["light"], line["scene"]
    say(f"{line['image']}: {line['ms']['total']:.0f} ms")
    seen_mat = "found" if mat["found"] else mat["why"] or "not found"
    say(f"  mat: {seen_mat}; light: {'good' if light['ok'] else light['why']}")
    if scene["hand"]:
        say("  a hand is over the table")
    heads = ("where", "what", "label", "face", "sure", "x", "y", "angle")
    rows = []
    for seen in scene["sightings"]:
        what = (seen[name] for name in ("region", "kind", "label", "face"))
        where = ("" if seen[name] is None else f"{seen[name]:.0f}" for name in ("x", "y", "angle"))
        rows.append((*what, f"{seen['sure']:.3f}", *where))
    say_table(heads, rows)


def watch(
    source: str,
    *,
    game: str,
    deck: Files = None,
    option: Words = None,
    seats: int | None = None,
    told: Path | None = None,
    answer: str = "none",
    still: float = 1.0,
    roll: bool = False,
    json: bool = False,
) -> None:
    """Referees what is seen and prints what happened."""
    from ui.owned.cameras import open_camera
    from vision.eye import Eye
    from vision.sources.frames import SourceFault
    from vision.sources.open_source import Pictures, Video

    played, setup = game_and_setup(game, seats, option or [])
    one_of("--answer", ("best", "none"), answer)
    said = read_told(list(json_lines(told)), str(told), played, setup) if told else {}
    decks = load_decks(deck) if deck else game_decks(played, setup)
    others = tuple if deck else partial(game_decks, played, setup, other=True)
    with closing(open_camera(source, still)) as opened:
        if isinstance(opened, Pictures):
            names = {file.name for file in opened.files}
            stray = next((name for name in said if name not in names), None)
            if stray is not None:
                raise UsageFault(f"{told}: after: expected a picture of {source}, found {stray!r}")
        referee: Referee[Any] = Referee(played, setup, lambda _line: None, app=app_version())
        settle = 0.0 if isinstance(opened, Pictures) else _SETTLE_SECONDS
        eye = Eye(played.table(setup), decks, settle_s=settle, other_looks=others)
        if isinstance(opened, Pictures | Video):
            # An unreadable picture ends the run with its name, after the summary of the others.
            watch = Watch(referee, said, answer == "best", still if isinstance(opened, Pictures) else None)
            fault: SourceFault | None = None
            while not opened.ended:
                try:
                    frame = opened.newest()
                except SourceFault as found:
                    fault = found
                    break
                if frame is None:
                    continue
                start = time.perf_counter()
                reading = looked_again(eye, frame)
                see_ms = (time.perf_counter() - start) * 1000
                name = frame.name or str(frame.number)
                line, sentences = watch.take(name, reading, see_ms)
                if json:
                    say_json(line)
                    continue
                for words in sentences or (line["verdict"],):
                    say(f"{name:<12} {words}")
                    name = ""
                for words in dict.fromkeys(chore["words"] for chore in line["chores"]):
                    say(f"{'':<12} to do: {words}")
            summary = watch.summary()
            if json:
                say_json({"summary": summary})
            else:
                say(
                    f"{several('{n} picture', '{n} pictures', summary['pictures'])},"
                    f" {several('{n} event', '{n} events', summary['events'])},"
                    f" {several('{n} question', '{n} questions', summary['asked'])},"
                    f" {summary['refused']} refused, {summary['lost']} lost, {summary['ms_median']} ms a picture"
                )
            if fault is not None:
                raise fault
            return
        # A camera runs until it ends or Ctrl-C: a line for each reply with news.
        inbox = Inbox()
        panel = owners_panel(pins_file(), setup.seats, lambda name: inbox.post_press(Press(name, "panel")))
        session = Session(referee, observer=(opened, eye), panel=panel, inbox=inbox)
        session.start()
        told_last: object = None
        known = 0
        try:
            while not opened.ended:
                time.sleep(_TICK_SECONDS)
                if not session.tick():
                    continue
                # Several entries may be new, of which the reply holds only the last.
                reply = replace(session.reply, booked=referee.entries[known:])
                if (reply.verdict, reply.seq, session.trouble) == told_last:
                    continue
                told_last, known = (reply.verdict, reply.seq, session.trouble), len(referee.entries)
                if json:
                    shown = public_reply(played, setup, referee.entries, referee.state, reply)
                    line = reply_json(played, referee.state, shown)
                    say_json({"at": round(time.time(), 3), "trouble": session.trouble} | line)
                else:
                    say_reply(referee, session.trouble, reply)
                if answer == "best" and isinstance(reply.verdict, Ask):
                    session.answer(reply.verdict.options[0], "touch", reply.seq)
                if roll and isinstance(reply.turn, Chance):
                    for seat in reply.turn.seats:
                        session.press(f"seat{seat}")
        except KeyboardInterrupt:
            pass
        finally:
            session.close()
            panel.close()


def say_reply(referee: "Referee[Any]", trouble: str | None, reply: Any) -> None:
    for words in (*([trouble] if trouble else []), *Watch(referee).said(reply)):
        say(words)
