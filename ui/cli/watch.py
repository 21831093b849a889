"""`companion watch`: referees what a camera, a video or a folder of pictures shows."""

import time
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from typer import Argument, Option

from companion.game import Chance
from companion.referee import Referee
from companion.weigh import Ask
from hardware.panel import owners_panel
from ui.box.camera import Observer
from ui.box.eyes import game_decks, load_decks
from ui.box.session import Inbox, Press, Session
from ui.cli.options import Decks, JsonLines, Options, Seats
from ui.cli.out import say, say_json
from ui.line.shapes import reply_json
from ui.places import pins_file
from ui.records.arguments import UsageFault, game_and_setup, json_lines, one_of
from ui.records.beginning import app_version
from ui.secrecy import public_reply
from ui.words import several

_TICK_SECONDS = 0.02
_SETTLE_SECONDS = 0.2
"""Where things move between pictures: so long without motion before what changed is read."""


def watch(
    source: Annotated[str, Argument(help="picamera, a V4L device, a video, a folder or a glob of pictures.")],
    game: Annotated[str, Option(help="A game's id.")],
    deck: Decks = None,
    option: Options = None,
    seats: Seats = None,
    told: Annotated[Path | None, Option(help="JSON lines: what was told after which picture.")] = None,
    answer: Annotated[str, Option(help="best: questions get their first option; or none.")] = "none",
    still: Annotated[float, Option(min=0.0, help="How long a picture of a folder is still, s.")] = 1.0,
    *,
    roll: Annotated[bool, Option("--roll", help="With a camera: throw by itself what is awaited.")] = False,
    json: JsonLines = False,
) -> None:
    """Referees what is seen and prints what happened."""
    from ui.owned.cameras import open_camera
    from ui.watching.watched import Watch, looked_again, read_told
    from vision.eye import Eye
    from vision.sources.frames import SourceFault
    from vision.sources.replay import Pictures, Video

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
            # Every picture in turn; one that cannot be read ends it with its name, after the summary of the others.
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
                watched = watch.take(frame.name or str(frame.number), reading, see_ms)
                if json:
                    say_json(watched.line)
                    continue
                name = watched.line["picture"]
                for words in watched.words or (watched.line["verdict"],):
                    say(f"{name:<12} {words}")
                    name = ""
                for words in dict.fromkeys(chore["words"] for chore in watched.line["chores"]):
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
        # A camera, until it ends or Ctrl-C: a line for every reply that says something new.
        inbox = Inbox()
        panel = owners_panel(pins_file(), setup.seats, lambda name: inbox.post_press(Press(name, "panel")))
        session = Session(referee, observer=Observer(opened, eye), panel=panel, inbox=inbox)
        session.start()
        told_last: object = None
        known = 0
        try:
            while not opened.ended:
                time.sleep(_TICK_SECONDS)
                if not session.tick():
                    continue
                # Several things may have been booked since, of which the reply has only the last.
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
    from ui.watching.watched import Watch

    for words in (*([trouble] if trouble else []), *Watch(referee).said(reply)):
        say(words)
