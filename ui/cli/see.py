"""`companion see`: what vision sees in single pictures, with no rules."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

from typer import Argument, Option

from companion.sight import Kind, Table
from ui.box.eyes import game_decks, load_decks
from ui.cli.options import Decks, JsonLines, OfGame, Options, Seats
from ui.cli.out import say, say_json, say_table
from ui.faces.registry import all_faces
from ui.line.given import ShapeFault, read_table
from ui.line.shapes import scene_json
from ui.records.arguments import UsageFault, game_and_setup, json_file

if TYPE_CHECKING:
    from vision.decks.deck import Deck


def see(
    image: Annotated[list[Path], Argument(help="Pictures.")],
    game: OfGame = "",
    table: Annotated[Path | None, Option(help="A table as JSON, in place of a game.")] = None,
    *,
    no_mat: Annotated[bool, Option("--no-mat", help="Expect no mat: everything in pixels.")] = False,
    deck: Decks = None,
    option: Options = None,
    seats: Seats = None,
    board: Annotated[Path | None, Option(help="A board's file, with a game that reads one.")] = None,
    book: Annotated[Path | None, Option(help="What stands there, as JSON, with --board.")] = None,
    json: JsonLines = False,
) -> None:
    """Prints what lies on the table in each picture; with `--board`, its pieces with their mm and squares."""
    from ui.watching.watched import looked_again, other_look_words
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
    eye: Eye | None = None  # a picture that is none is refused before all faces are made ready
    for number, path in enumerate(image):
        picture = read_picture(path)
        eye = eye or Eye(expected, decks, other_looks=others)
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
    """The table, the decks that it is read by, and what gives them in their other looks."""
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
    say(
        f"  mat: {'found' if mat['found'] else mat['why'] or 'not found'};"
        f" light: {'good' if light['ok'] else light['why']}"
    )
    if scene["hand"]:
        say("  a hand is over the table")
    heads = ("where", "what", "label", "face", "sure", "x", "y", "angle")
    rows = [
        (
            seen["region"],
            seen["kind"],
            seen["label"],
            seen["face"],
            f"{seen['sure']:.3f}",
            *("" if seen[name] is None else f"{seen[name]:.0f}" for name in ("x", "y", "angle")),
        )
        for seen in scene["sightings"]
    ]
    say_table(heads, rows)
