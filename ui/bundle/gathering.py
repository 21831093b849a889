"""Gathers what a support bundle holds: what was seen stage by stage, games, logs, versions, checks, the machine.

Of a running game only what its shared screen shows is packed, and of the owner's settings only the files named in
`SETTINGS`: a file that a later version adds stays out until it is named there. A part that cannot be had is told in
its place, and the rest is packed.
"""

import json
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.game import Game, Setup
from companion.journal import play_while_valid
from companion.sight import Scene, Table
from ui.bundle.packing import Part, pack
from ui.bundle.secrets import Public, blackened, public
from ui.bundle.stages import drawn, sighting_json, stages
from ui.journal.store import Store, StoreFault
from ui.line.shapes import turn_json, view_json
from ui.outcome import told
from ui.places import (
    corrections_file,
    data_home,
    log_file,
    pins_file,
    roster_file,
    selftests_folder,
    settings_file,
)
from ui.records.beginning import GameFault, kept_record
from vision.arrays import Picture
from vision.decks.deck import Deck
from vision.eye import Reading

MOST_GAMES = 12
MOST_PICTURES = 3
LOG_BYTES = 400_000
SETTINGS = (settings_file, pins_file, corrections_file, roster_file)
"""The settings that are packed. The club's are not among them: its file holds the broker's password."""
SETTINGS_BYTES = 100_000
JPEG_QUALITY = 88
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A picture, and what the eye made of it at the time, where that is known; `at` in s."""

    picture: Picture
    reading: Reading | None = None
    at: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Running:
    """A game that has not ended: `number` in the journal (None: not kept), set-up and state."""

    game: Game[Any]
    setup: Setup
    state: Any
    number: int | None = None
    entries: int = 0


@dataclass(slots=True)
class Gathered:
    """All that a bundle is made from. `table` and `decks`: what the pictures show; `at_table`: the game on it."""

    seen: Sequence[Seen] = ()
    table: Table | None = None
    decks: Sequence[Deck] = ()
    at_table: Running | None = None
    store: Store | None = None
    checks: Sequence[dict[str, Any]] = ()
    camera: dict[str, Any] = field(default_factory=dict)


def default_file() -> Path:
    """A file in the data folder with the local time in its name."""
    return data_home() / "bundles" / f"zo-support-{datetime.now():%Y-%m-%d-%H%M%S}.zip"


def write_bundle(
    file: Path,
    gathered: Gathered,
    versions: dict[str, Any],
    machine: dict[str, Any],
    packed: Callable[[Part], None] = lambda _part: None,
) -> tuple[str, ...]:
    """Packs a bundle; gives what had no room. Raises UsageFault where it cannot be written.

    `packed` hears of every part before it is packed; where it raises, nothing is written.
    """
    notes: list[str] = []
    running = _running(gathered, notes)
    labels = {label for deck in gathered.decks for label in deck.labels}
    hidden = [public(one.game, one.setup, one.state, labels) for one in running]
    at = datetime.now(UTC).isoformat(timespec="seconds")
    head = f"Zo Companion, support bundle of {at}. Text is UTF-8; times are UTC."
    parts = _parts(gathered, running, hidden, versions, machine, notes)
    return pack(file, _announced(parts, packed), head, _Late(notes))


def _announced(parts: Iterable[Part], packed: Callable[[Part], None]) -> Iterator[Part]:
    for part in parts:
        packed(part)
        yield part


class _Late:
    """Notes that are still being taken while the parts are packed: read only when the list is written."""

    def __init__(self, notes: list[str]) -> None:
        self._notes = notes

    def __iter__(self) -> Iterator[str]:
        return iter(self._notes)


def _parts(
    gathered: Gathered,
    running: Sequence[Running],
    hidden: Sequence[Public],
    versions: dict[str, Any],
    machine: dict[str, Any],
    notes: list[str],
) -> Iterator[Part]:
    yield _json("versions.json", versions, "the program and what it stands on")
    yield _json("machine.json", machine, "the machine")
    yield _json("checks.json", list(gathered.checks), "verdicts of the checks")
    yield _json("camera.json", gathered.camera, "the camera's settings and its own readings")
    decks = [_deck_json(deck) for deck in gathered.decks]
    yield _json("decks.json", decks, "the decks that were known")
    for number, one in enumerate(running, start=1):
        told: dict[str, Any] = {
            "game": one.game.id,
            "number": one.number,
            "entries": one.entries,
            "seats": one.setup.seats,
        }
        told |= {
            "turn": turn_json(one.game.turn(one.state)),
            "view": view_json(one.game.view(one.state, None)),
        }
        yield _json(f"running/{number:02}.json", told, "a running game, as its shared screen shows it")
    yield from _log_part(hidden)
    yield from _settings(hidden)
    yield from _pictures(gathered, running, hidden, notes)
    yield from _selftests()
    yield from _games(gathered.store, notes)


def _running(gathered: Gathered, notes: list[str]) -> list[Running]:
    """The game on the table and every game of the journal that has not ended."""
    found = [] if gathered.at_table is None else [gathered.at_table]
    store = gathered.store
    if store is None:
        return found
    try:
        unfinished = [played for played in store.games() if played.finished is None]
    except StoreFault as fault:
        notes.append(f"the journal could not be read: {fault}")
        return found
    for played in unfinished[:MOST_GAMES]:
        if gathered.at_table is not None and played.id == gathered.at_table.number:
            continue
        try:
            record = kept_record(store, played.id)
        except (StoreFault, GameFault) as fault:
            notes.append(f"game {played.id} could not be read: {fault}")
            continue
        states, _stop = play_while_valid(record.game, record.setup, record.entries)
        found.append(Running(record.game, record.setup, states[-1], played.id, len(record.entries)))
    if found:
        notes.append(
            "of games that have not ended there is only what the shared screen shows; their journals are not here"
        )
    return found


def _games(store: Store | None, notes: list[str]) -> Iterator[Part]:
    """The records of the newest games that have ended."""
    if store is None:
        return
    try:
        finished = [played for played in store.games() if played.finished is not None][:MOST_GAMES]
        for played in finished:
            text = "".join(line + "\n" for line in store.lines(played.id))
            yield Part(
                f"games/{played.id:04}-{played.game}.jsonl",
                text.encode(),
                f"the record of a finished game ({told(played.result or '', played.players)})",
            )
    except StoreFault as fault:
        notes.append(f"the journal could not be read: {fault}")


def _log_part(hidden: Sequence[Public]) -> Iterator[Part]:
    log = log_file()
    for file in (log, log.with_name(log.name + ".1")):
        try:
            data = file.read_bytes()[-LOG_BYTES:]
        except OSError:
            continue
        yield Part(
            f"logs/{file.name}", _clean(data.decode(errors="replace"), hidden), "the log, its newest part"
        )


def _settings(hidden: Sequence[Public]) -> Iterator[Part]:
    for file in (place() for place in SETTINGS):
        if file.is_file() and file.stat().st_size <= SETTINGS_BYTES:
            text = file.read_text(encoding="utf-8", errors="replace")
            yield Part(f"settings/{file.name}", _clean(text, hidden), "the owner's settings")


def _selftests() -> Iterator[Part]:
    """Truth and results of the newest self-test, without its pictures."""
    folder = selftests_folder()
    runs = sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    for file in ("results.json", "truth.json") if runs else ():
        path = runs[-1] / file
        if path.is_file():
            yield Part(f"selftest/{runs[-1].name}/{file}", path.read_bytes(), "the newest self-test")


def _pictures(
    gathered: Gathered, running: Sequence[Running], hidden: Sequence[Public], notes: list[str]
) -> Iterator[Part]:
    """The last pictures, the newest first, each with its stages; during a game only what lies open in them."""
    if gathered.table is None:
        return
    known = hidden[0] if gathered.at_table is not None else None
    if known is None and (running or notes):
        # What was noted so far could not be read: it may be a game that has not ended.
        notes.append(
            "pictures are left out: a game has not ended or cannot be read, and they may show its table"
        )
        return
    shown = [_shown(seen, known) for seen in list(gathered.seen)[-MOST_PICTURES:]]
    if known is not None:
        notes.append(
            "a game is running: pictures show its playing area only, what does not lie open is black"
        )
    for number in range(len(shown) - 1, -1, -1):
        picture, seen = shown[number], list(gathered.seen)[-MOST_PICTURES:][number]
        folder = f"seen/{len(shown) - number:02}"
        if picture is None:
            notes.append(f"{folder}: the picture is left out: without the mat it is not known what lies open")
            continue
        yield _jpeg(f"{folder}/picture.jpg", picture, "a picture")
        if seen.reading is not None:
            told = [
                one for one in (known.told(s) if known else s for s in seen.reading.scene.sightings) if one
            ]
            yield _jpeg(f"{folder}/read.jpg", drawn(picture, told), "the same with what was read at the time")
            secret = known.secret if known else frozenset[str]()
            reading = _reading_json(seen.reading, told, secret)
            yield _json(f"{folder}/reading.json", reading, "what was read at the time")
        before = shown[number - 1] if number else None
        yield from _stages(folder, picture, before, gathered, known, notes)


def _shown(seen: Seen, known: Public | None) -> Picture | None:
    if known is None:
        return seen.picture
    scene: Scene | None = None if seen.reading is None else seen.reading.scene
    return blackened(seen.picture, known, scene)


def _stages(
    folder: str,
    picture: Picture,
    before: Picture | None,
    gathered: Gathered,
    known: Public | None,
    notes: list[str],
) -> Iterator[Part]:
    assert gathered.table is not None
    told: list[dict[str, Any]] = []
    try:
        found = stages(picture, gathered.table, gathered.decks, before, known.told if known else None)
    except Exception as fault:  # a bundle is made when things are broken
        _log.warning("the stages of a picture could not be run", exc_info=True)
        notes.append(f"{folder}: the stages could not be run: {type(fault).__name__}: {fault}")
        return
    for number, stage in enumerate(found, start=1):
        told.append({"stage": stage.name, "ms": round(stage.ms, 2)} | stage.found)
        if stage.picture is not None:
            yield _jpeg(f"{folder}/{number}-{stage.name}.jpg", stage.picture, f"stage {number}: {stage.name}")
    yield _json(f"{folder}/stages.json", told, "the stages run anew, with times (ms)")


def _deck_json(deck: Deck) -> dict[str, Any]:
    counts = {"faces": len(deck.faces), "backs": len(deck.backs)}
    return {"name": deck.name, "width_mm": deck.width_mm, "height_mm": deck.height_mm} | counts


def _reading_json(reading: Reading, told: Iterable[Any], secret: Collection[str]) -> dict[str, Any]:
    scene, mat = reading.scene, reading.mat
    return {
        "hand": scene.hand,
        "still_for": round(scene.still_for, 2),
        "covered": sorted(scene.covered.difference(secret)),
        "mat": {"found": mat.found, "why": mat.why, "error_px": mat.error_px, "moved_mm": mat.moved_mm},
        "light": {"ok": reading.light.ok, "why": reading.light.why, "lost": list(reading.light.lost)},
        "ms": dict(reading.ms),
        "sightings": [sighting_json(one) for one in told],
    }


def _clean(text: str, hidden: Sequence[Public]) -> bytes:
    for known in hidden:
        text = known.redacted(text)
    return text.encode()


def _json(name: str, value: Any, about: str) -> Part:
    return Part(name, (json.dumps(value, ensure_ascii=False, indent=1, default=str) + "\n").encode(), about)


def _jpeg(name: str, picture: Picture, about: str) -> Part:
    encoded = cv2.imencode(".jpg", np.ascontiguousarray(picture), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    return Part(name, encoded.tobytes(), about)
