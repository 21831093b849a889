"""Gathers the parts of a support bundle: stages of recent pictures, games, logs, versions, checks, machine.

Of a running game only what its shared screen shows is packed, and of the owner's settings only the files in
`SETTINGS`, so a later version's file stays out until it is named there. A part that cannot be had is reported
in its place.
"""

import json
import logging
import os
import platform
import re
import time
import unicodedata
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any, Final, TypeVar

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.game import Game, Setup, View
from companion.journal import play_while_valid
from companion.sight import Lying, Scene, Sighting, Table
from ui import places
from ui.box.eyes import own_decks
from ui.checks.machine import installed_version
from ui.journal.store import Store, StoreFault
from ui.line.shapes import turn_json, view_json
from ui.outcome import told
from ui.owned.whole_files import not_writable, write_whole
from ui.records.beginning import GameFault, UsageFault, app_version, kept_record
from ui.secrecy import not_seen_down
from vision.arrays import Picture
from vision.calibration.verdict import Verdict, failed
from vision.decks.deck import Deck
from vision.eye import Eye, Reading
from vision.mat.plane import NoPlane, find_plane, plane_from_tags
from vision.mat.tags import find_tags
from vision.motion.glimpse import Changed, Stillness, small_picture
from vision.motion.hands import find_hand
from vision.sources.frames import Frame
from vision.sources.pictures import is_picture

# What may leave the box of a running game: only what its shared screen shows. Rule kept: in doubt a thing is
# left out. A picture keeps those regions of the playing area in which the shared screen shows everything that
# the referee or the eye knows.


AROUND_MM = 12.0
"""Margin blackened around a hidden region, since things may jut out of it."""
PAPER = 0.25
"""Width of a tag's white margin as a share of its black square's side."""
HIDDEN = "[hidden]"
ACCENTED = {"a": "aàâä", "c": "cç", "e": "eéèêë", "i": "iîï", "n": "nñ", "o": "oôö", "u": "uùûü"}
"""For each plain letter of a label, the letters that a printed name may have there."""
LIGATURES = {"ae": "æ", "oe": "œ"}
_MARKS = "[\u0300-\u036f]*"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Public:
    """What the shared screen shows of one running game. `secret`: regions whose content it hides."""

    table: Table
    view: View
    secret: frozenset[str]
    labels: frozenset[str]

    def shows(self, sighting: Sighting) -> bool:
        """Whether the shared screen shows all of this: its region, and the label of a face-up card."""
        if sighting.region is None or sighting.region in self.secret:
            return False
        if sighting.kind != "card" or sighting.face == "down":
            return True
        cards = [thing for thing in self.view.board.get(sighting.region, ()) if thing.kind == "card"]
        return bool(cards) and all(card.face == "up" and card.label is not None for card in cards)

    def told(self, sighting: Sighting) -> Sighting | None:
        """The detection as it may be reported: whole, without its label, or (None) not at all."""
        if sighting.region in self.secret or sighting.region is None:
            return None
        return sighting if self.shows(sighting) else replace(sighting, label=None, others=())

    def redacted(self, text: str) -> str:
        """A text without the names of cards that the shared screen hides."""
        if not self.labels:
            return text
        names = set[str]()
        for label in self.labels:
            # A name as a label or a sentence has it, with or without its kind: `kassin-a`, Kassin A, Kassin.
            stem = label[:-2] if len(label) > 4 and label[-2] == "-" else label
            names |= {name for one in (label, stem) for name in (one, _spoken(one)) if name}
        ordered = sorted(names, key=len, reverse=True)
        pattern = r"(?<![\w-])(" + "|".join(map(_however_accented, ordered)) + r")(?![\w-])"
        return re.sub(pattern, HIDDEN, text, flags=re.IGNORECASE)


def public(game: Game[Any], setup: Setup, state: Any, labels: Collection[str] = ()) -> Public:
    """The public part of a game in this state. `labels`: names of cards besides those of its own decks."""
    table, view, look = game.table(setup), game.view(state, None), game.look(state)
    secret = {name for name in look.ignored if not view.board.get(name)}
    for name in {*look.regions, *view.board}:
        if _more(look.of(name), view.board.get(name, ())):
            secret.add(name)
    said = str(msgspec.to_builtins(view)).lower()
    open_ones = {thing.label for lying in view.board.values() for thing in lying if thing.label}
    files = (file for folder in own_decks(game, setup) for file in folder.iterdir() if is_picture(file))
    names = {*labels, *(file.stem for file in files if not file.stem.startswith("back"))}
    hidden = frozenset(label for label in names - open_ones if _spoken(label).lower() not in said)
    return Public(table, view, frozenset(secret), hidden)


def blackened(picture: Picture, known: Public, scene: Scene | None) -> Picture | None:
    """The picture with everything black that does not lie open; None if no mat is found to tell."""
    if known.table.tags is None:
        return None
    plane = find_plane(picture, known.table)
    if isinstance(plane, NoPlane):
        return None
    keep = np.zeros(picture.shape[:2], np.uint8)
    scene = scene or Scene()
    dark_ones = known.secret | not_seen_down(known.view.board, scene)
    dark = [region for region in known.table.regions if region.name in dark_ones]

    def fill(x: float, y: float, w: float, h: float, value: int) -> None:
        """Fills a rectangle of the table (mm), curved as the lens distorts it."""
        ends = np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float64)
        sides = [np.linspace(ends[n], ends[(n + 1) % 4], 12, endpoint=False) for n in range(4)]
        fill_about(plane.to_px(np.concatenate(sides)), 1, value)

    def fill_about(outline: NDArray[np.float64], grown: float, value: int) -> None:
        middle = outline.mean(axis=0)
        cv2.fillPoly(keep, [np.round(middle + (outline - middle) * grown).astype(np.int32)], (value,))

    fill(0, 0, known.table.width_mm, known.table.height_mm, 255)
    for one in dark:
        fill(one.x - AROUND_MM, one.y - AROUND_MM, one.w + 2 * AROUND_MM, one.h + 2 * AROUND_MM, 0)
    for corners in plane.tags_px.values():
        # the white margins of the tags stay, so that the plane can be found again
        fill_about(corners, 1 + 2 * PAPER, 255)
    for one in dark:
        # the margin of a tag reaches into the corner of the playing area
        fill(one.x, one.y, one.w, one.h, 0)
    for sighting in scene.sightings:
        if sighting.corners_px and not known.shows(sighting):
            fill_about(np.asarray(sighting.corners_px, np.float64), 1.15, 0)
    shown = picture.copy()
    shown[keep == 0] = 0
    return shown


def _more(known: Lying, shown: Lying) -> bool:
    """Whether the referee knows more of a region than the screen shows."""
    left = list(shown)
    for thing in known:
        match = next(
            (other for other in left if other.kind == thing.kind and (thing.label in (None, other.label))),
            None,
        )
        if match is None:
            return True
        left.remove(match)
    return False


def _however_accented(name: str) -> str:
    """A pattern for a name that matches every way of accenting it."""
    for two, one in LIGATURES.items():
        name = name.lower().replace(one, two)
    letters = unicodedata.normalize("NFD", name)
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    pattern = ""
    for part in re.findall("ae|oe|.", plain, re.DOTALL):
        # An accent may also follow its letter as a combining sign.
        signs = "".join(f"[{ACCENTED[one]}]{_MARKS}" if one in ACCENTED else re.escape(one) for one in part)
        pattern += f"(?:{signs}|{LIGATURES[part]})" if part in LIGATURES else signs
    return pattern


def _spoken(label: str) -> str:
    """A label as sentences have it: `king-louis` → `King Louis`."""
    return " ".join(part[:1].upper() + part[1:] for part in label.split("-") if part)


MOST_GAMES = 12
MOST_PICTURES = 3
LOG_BYTES = 400_000
SETTINGS = (places.settings_file, places.pins_file, places.corrections_file, places.roster_file)
"""The settings that are packed. The club's are not among them: its file holds the broker's password."""
SETTINGS_BYTES = 100_000
JPEG_QUALITY = 88
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Part:
    """One file of a bundle, with a short description."""

    name: str
    data: bytes
    about: str


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
    """The material of a bundle. `table` and `decks`: those in the pictures; `at_table`: the game on it.

    `seen`: pictures, each with its reading at the time if there was one.
    """

    seen: Sequence[tuple[Picture, Reading | None]] = ()
    table: Table | None = None
    decks: Sequence[Deck] = ()
    at_table: Running | None = None
    store: Store | None = None
    checks: Sequence[dict[str, Any]] = ()
    camera: dict[str, Any] = field(default_factory=dict)


def default_file() -> Path:
    """A file in the data folder named after the local time."""
    return places.data_home() / "bundles" / f"zo-support-{datetime.now():%Y-%m-%d-%H%M%S}.zip"


def write_bundle(
    file: Path, gathered: Gathered, packed: Callable[[Part], None] = lambda _part: None
) -> tuple[str, ...]:
    """Packs a bundle; returns the names of parts without room. Raises UsageFault.

    `packed` is called with every part before it is packed; if it raises, nothing is written.
    """
    notes: list[str] = []
    running = _running(gathered, notes)
    # Every text that is packed loses the names of cards that some running game still hides.
    labels = {label for deck in gathered.decks for label in deck.labels}
    hidden = [public(one.game, one.setup, one.state, labels) for one in running]
    at = datetime.now(UTC).isoformat(timespec="seconds")
    head = f"Zo Companion, support bundle of {at}. Text is UTF-8; times are UTC."

    def parts() -> Iterator[Part]:
        # The order is the importance: later parts may have no room.
        yield _json("versions.json", versions(), "the program and what it stands on")
        yield _json("machine.json", machine(), "the machine")
        yield _json("checks.json", list(gathered.checks), "verdicts of the checks")
        yield _json("camera.json", gathered.camera, "the camera's settings and its own readings")
        decks = []
        for deck in gathered.decks:
            size = {"width_mm": deck.width_mm, "height_mm": deck.height_mm}
            decks.append({"name": deck.name, **size, "faces": len(deck.faces), "backs": len(deck.backs)})
        yield _json("decks.json", decks, "the decks that were known")
        for number, one in enumerate(running, start=1):
            shown: dict[str, Any] = {"game": one.game.id, "number": one.number, "entries": one.entries}
            shown |= {"seats": one.setup.seats, "turn": turn_json(one.game.turn(one.state))}
            shown["view"] = view_json(one.game.view(one.state, None))
            yield _json(f"running/{number:02}.json", shown, "a running game, as its shared screen shows it")
        log = places.log_file()
        for written in (log, log.with_name(log.name + ".1")):
            with suppress(OSError):
                text = _clean(written.read_bytes()[-LOG_BYTES:], hidden)
                yield Part(f"logs/{written.name}", text, "the log, its newest part")
        for kept in (place() for place in SETTINGS):
            if kept.is_file() and kept.stat().st_size <= SETTINGS_BYTES:
                yield Part(f"settings/{kept.name}", _clean(kept.read_bytes(), hidden), "the owner's settings")
        yield from _pictures(gathered, running, hidden, notes)
        # The newest self-test, without its pictures.
        folder = places.selftests_folder()
        runs = sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
        for path in (runs[-1] / name for name in ("results.json", "truth.json") if runs):
            if path.is_file():
                yield Part(f"selftest/{runs[-1].name}/{path.name}", path.read_bytes(), "the newest self-test")
        store = gathered.store
        if store is None:
            return
        try:
            for played in [played for played in store.games() if played.finished is not None][:MOST_GAMES]:
                record = "".join(line + "\n" for line in store.kept(played.id).lines)
                about = f"the record of a finished game ({told(played.result or '', played.players)})"
                yield Part(f"games/{played.id:04}-{played.game}.jsonl", record.encode(), about)
        except StoreFault as fault:
            notes.append(f"the journal could not be read: {fault}")

    # `notes` grows while it packs, as the parts are made one by one.
    return pack(file, parts(), head, notes, packed)


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


def _pictures(
    gathered: Gathered, running: Sequence[Running], hidden: Sequence[Public], notes: list[str]
) -> Iterator[Part]:
    """The last pictures, the newest first, each with its stages; during a game only their open parts."""
    if gathered.table is None:
        return
    known = hidden[0] if gathered.at_table is not None else None
    tell: Callable[[Sighting], Sighting | None] = known.told if known is not None else lambda one: one
    if known is None and (running or notes):
        # An unreadable game may be one that has not ended, so no picture may leave the box.
        notes.append(
            "pictures are left out: a game has not ended or cannot be read, and they may show its table"
        )
        return
    latest = list(gathered.seen)[-MOST_PICTURES:]
    shown: list[Picture | None] = [picture for picture, _reading in latest]
    if known is not None:
        shown = [blackened(picture, known, None if one is None else one.scene) for picture, one in latest]
        notes.append(
            "a game is running: pictures show its playing area only, what does not lie open is black"
        )
    for number in range(len(shown) - 1, -1, -1):
        picture, seen = shown[number], latest[number][1]
        folder = f"seen/{len(shown) - number:02}"
        if picture is None:
            notes.append(f"{folder}: the picture is left out: without the mat it is not known what lies open")
            continue
        yield _jpeg(f"{folder}/picture.jpg", picture, "a picture")
        if seen is not None:
            told = [one for one in map(tell, seen.scene.sightings) if one is not None]
            yield _jpeg(f"{folder}/read.jpg", drawn(picture, told), "the same with what was read at the time")
            scene, mat = seen.scene, seen.mat
            reading = {
                "hand": scene.hand,
                "still_for": round(scene.still_for, 2),
                "covered": sorted(scene.covered.difference(known.secret if known else ())),
                "mat": {name: getattr(mat, name) for name in ("found", "why", "error_px", "moved_mm")},
                "light": _light_json(seen),
                "ms": dict(seen.ms),
                "sightings": [sighting_json(one) for one in told],
            }
            yield _json(f"{folder}/reading.json", reading, "what was read at the time")
        before = shown[number - 1] if number else None
        try:
            found = stages(picture, gathered.table, gathered.decks, before, tell)
        except Exception as fault:  # a bundle is made when things are broken
            _log.warning("the stages of a picture could not be run", exc_info=True)
            notes.append(f"{folder}: the stages could not be run: {type(fault).__name__}: {fault}")
            continue
        for step, stage in enumerate(found, start=1):
            if stage.picture is not None:
                yield _jpeg(f"{folder}/{step}-{stage.name}.jpg", stage.picture, f"stage {step}: {stage.name}")
        steps = [{"stage": stage.name, "ms": round(stage.ms, 2)} | stage.found for stage in found]
        yield _json(f"{folder}/stages.json", steps, "the stages run anew, with times (ms)")


def _light_json(reading: Reading) -> dict[str, Any]:
    return {"ok": reading.light.ok, "why": reading.light.why, "lost": list(reading.light.lost)}


def _clean(data: bytes, hidden: Sequence[Public]) -> bytes:
    text = data.decode(errors="replace")
    for known in hidden:
        text = known.redacted(text)
    return text.encode()


def _json(name: str, value: Any, about: str) -> Part:
    return Part(name, (json.dumps(value, ensure_ascii=False, indent=1, default=str) + "\n").encode(), about)


def _jpeg(name: str, picture: Picture, about: str) -> Part:
    encoded = cv2.imencode(".jpg", np.ascontiguousarray(picture), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    return Part(name, encoded.tobytes(), about)


# Runs the eye's stages on one picture, each with result, time and picture, for people who look for a fault.
# It runs them anew and so needs no eye at work. Rule kept: cards and pieces are read by the eye itself.


PLANE_PX: Final = 600
"""Longer side in px of the table as seen from straight above."""
SURE: Final = 0.9
GREEN, YELLOW, RED, BLUE = (90, 220, 90), (60, 210, 255), (80, 80, 255), (255, 160, 60)


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """One stage: its result as plain values, its time in ms, and a picture if it makes one."""

    name: str
    ms: float
    found: dict[str, Any] = field(default_factory=dict)
    picture: Picture | None = None


def stages(
    picture: Picture,
    table: Table,
    decks: Sequence[Deck] = (),
    before: Picture | None = None,
    tell: Callable[[Sighting], Sighting | None] = lambda one: one,
) -> tuple[Stage, ...]:
    """All stages of one picture (BGR), read without any history but `before`, the picture to compare it with.

    `tell` gives a detection as it may be reported, or None.
    """
    # Every frame is first looked at in this small size.
    small, took = _timed(lambda: small_picture(picture))
    (high, wide), scale = small.shape[:2], picture.shape[1] / small.shape[1]
    found = [Stage("small", took, {"width": wide, "height": high, "scale": round(scale, 3)}, small)]

    # The cells that differ from the picture before.
    earlier = None if before is None else small_picture(before)
    if earlier is None or earlier.shape != small.shape:
        found.append(Stage("changed", 0.0, {"why": "there is no earlier picture to hold it against"}))
    else:
        grey = [np.asarray(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY), np.uint8) for each in (earlier, small)]
        still = Stillness(scale)
        still.see(grey[0], 0.0)
        still.accept()

        def compare() -> Changed:
            still.see(grey[1], 1.0)
            return still.changed()

        changed, took = _timed(compare)
        canvas = small.copy()
        for left, top, right, bottom in changed.boxes:
            ends = [(round(x / scale), round(y / scale)) for x, y in ((left, top), (right, bottom))]
            cv2.rectangle(canvas, ends[0], ends[1], YELLOW, 1)
        boxes = [[round(edge) for edge in box] for box in changed.boxes]
        found.append(Stage("changed", took, {"everything": changed.everything, "boxes": boxes}, canvas))

    # The reading comes first: cards that it recognised are not mistaken for a hand.
    reading = Eye(table, decks).read(Frame(picture, 0.0, 0))
    took = reading.ms.get("hand", 0.0)
    cards = [one for one in reading.scene.sightings if one.kind == "card" and one.visible == 1]
    known = [one.corners_px for one in cards if one.corners_px and (one.label or one.face == "down")]
    hand = find_hand(small, scale=scale, cards_px=known) if reading.scene.hand else None
    if hand is None:
        found.append(Stage("hand", took, {"hand": False}))
    else:
        mask = cv2.resize(hand.mask.astype(np.uint8), (wide, high), interpolation=cv2.INTER_NEAREST) > 0
        canvas = small.copy()
        canvas[mask] = (0.5 * canvas[mask] + 0.5 * np.array(BLUE)).astype(np.uint8)
        share = round(float(hand.mask.mean()), 3)
        found.append(Stage("hand", took, {"hand": True, "share": share}, canvas))

    # The mat: its tags, and the table seen from straight above.
    expected = table.tags
    if expected is None:
        found += [Stage(name, 0.0, {"why": "no mat is expected"}) for name in ("tags", "plane")]
    else:
        tags, took = _timed(lambda: find_tags(picture, expected))
        canvas, at = picture.copy(), {}
        for corner, corners in tags.items():
            _outline(canvas, corners, str(corner), GREEN, 2)
            at[str(corner)] = [[round(v, 2) for v in point] for point in corners.tolist()]
        found.append(Stage("tags", took, {"found": sorted(tags), "corners_px": at}, canvas))
        plane, took = _timed(lambda: plane_from_tags(tags, table, (picture.shape[1], picture.shape[0])))
        if isinstance(plane, NoPlane):
            found.append(Stage("plane", took, {"found": False, "why": plane.why}))
        else:
            scale = PLANE_PX / max(table.width_mm, table.height_mm)
            above = plane.rectify(picture, 0, 0, table.width_mm, table.height_mm, scale)
            for region in table.regions:
                x, right = (round(edge * scale) for edge in (region.x, region.x + region.w))
                y, low = (round((table.height_mm - edge) * scale) for edge in (region.y + region.h, region.y))
                cv2.rectangle(above, (x, y), (right, low), YELLOW, 1)
            told = {
                "found": True,
                "error_px": round(plane.error_px, 3),
                "camera_mm": [round(value, 1) for value in plane.camera_mm()],
                "px_per_mm": round(plane.px_per_mm(table.width_mm / 2, table.height_mm / 2), 3),
                "focal_px": round(float(plane.matrix[0, 0]), 1),
                "distortion": [round(float(value), 5) for value in plane.distortion],
            }
            found.append(Stage("plane", took, told, above))

    # The light, and the detections of each kind.
    found.append(Stage("light", reading.ms.get("light", 0.0), _light_json(reading)))
    sightings = [one for one in map(tell, reading.scene.sightings) if one is not None]
    for kind in dict.fromkeys((*table.kinds, *(sighting.kind for sighting in sightings))):
        seen = [sighting for sighting in sightings if sighting.kind == kind]
        ms = reading.ms.get({"card": "cards", "penny": "pennies"}.get(kind, "pieces"), 0.0)
        told = {"count": len(seen), "seen": [sighting_json(sighting) for sighting in seen]}
        found.append(Stage(kind, ms, told, drawn(picture, seen)))
    whole = {"ms": dict(reading.ms), "mat": reading.mat.why or "found"}
    return (*found, Stage("whole", reading.ms.get("total", 0.0), whole))


def drawn(picture: Picture, sightings: Sequence[Sighting]) -> Picture:
    """The picture with its readings: outline, label, certainty; green sure, yellow unsure, red unread."""
    canvas = picture.copy()
    thick = max(1, round(picture.shape[1] / 640))
    for sighting in sightings:
        if not sighting.corners_px:
            continue
        unread = sighting.label is None and sighting.face != "down"
        colour = RED if unread else GREEN if sighting.sure >= SURE else YELLOW
        name = sighting.label or ("down" if sighting.face == "down" else "?")
        _outline(canvas, np.array(sighting.corners_px), f"{name} {sighting.sure:.2f}", colour, thick)
    return canvas


def sighting_json(sighting: Sighting) -> dict[str, Any]:
    """A detection as plain values, rounded; unknown values are left out."""
    plain = {
        "kind": sighting.kind, "label": sighting.label, "region": sighting.region, "face": sighting.face,
        "deck": sighting.deck, "colour": sighting.colour, "sure": round(sighting.sure, 3),
        "others": [[label, round(sure, 3)] for label, sure in sighting.others],
        "x": _rounded(sighting.x), "y": _rounded(sighting.y), "angle": _rounded(sighting.angle),
        "visible": round(sighting.visible, 2),
        "corners_px": [[round(x, 1), round(y, 1)] for x, y in sighting.corners_px or ()],
    }  # fmt: skip
    return {name: value for name, value in plain.items() if value not in (None, [])}


def _outline(
    canvas: Picture, corners: NDArray[np.float64], words: str, colour: tuple[int, int, int], thick: int
) -> None:
    """Draws an outline (px) with a short label in its middle; OpenCV's letters are ASCII only."""
    points = [np.round(corners * 16).astype(np.int32)]
    cv2.polylines(canvas, points, isClosed=True, color=colour, thickness=thick, lineType=cv2.LINE_AA, shift=4)
    scale = max(0.35, canvas.shape[1] / 3200)
    plain = words.encode("ascii", "replace").decode()
    (wide, high), _below = cv2.getTextSize(plain, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
    middle_x, middle_y = corners.mean(axis=0).tolist()
    x, y = round(middle_x - wide / 2), round(middle_y + high / 2)
    cv2.rectangle(canvas, (x - 2, y - high - 2), (x + wide + 2, y + 3), (0, 0, 0), -1)
    cv2.putText(canvas, plain, (x, y), cv2.FONT_HERSHEY_SIMPLEX, scale, colour, 1, cv2.LINE_AA)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)


def _timed(act: Callable[[], T]) -> tuple[T, float]:
    """The result of an act, and its time in ms."""
    start = time.perf_counter()
    return act(), round((time.perf_counter() - start) * 1000, 3)


# Machine, versions and check verdicts as plain values. Nothing here raises.


_OURS = ("zo-companion", "numpy", "opencv-python-headless", "opencv-python", "opencv-contrib-python", "kivy", "msgspec",
         "platformdirs", "gpiozero", "typer", "rich", "picamera2", "lgpio")  # fmt: skip
_SCREEN = ("WAYLAND_DISPLAY", "DISPLAY", "ZO_SIZE", "ZO_TOUCH", "ZO_FULLSCREEN")
_MODEL = Path("/proc/device-tree/model")
_SENSORS = Path("/sys/class/thermal/thermal_zone0/temp")


def versions() -> dict[str, Any]:
    """The versions of the program, Python and the packages that it needs."""
    packages = {name: number for name in sorted(_OURS) if (number := installed_version(name)) is not None}
    return {"companion": app_version(), "python": platform.python_version(), "packages": packages}


def machine() -> dict[str, Any]:
    def memory() -> list[tuple[str, str]]:
        lines = Path("/proc/meminfo").read_text(encoding="ascii", errors="replace").splitlines()
        return [(name, value.strip()) for name, _colon, value in (line.partition(":") for line in lines[:3])]

    return {
        "model": _told(lambda: _MODEL.read_bytes().split(b"\0")[0].decode(errors="replace").strip())
        or "unknown",
        "machine": platform.machine(),
        "system": platform.system(),
        "release": platform.release(),
        "distribution": _told(lambda: platform.freedesktop_os_release().get("PRETTY_NAME")),
        "cores": os.cpu_count(),
        "memory": dict(_told(memory) or ()),
        "temperature_c": _told(lambda: int(_SENSORS.read_text(encoding="ascii")) / 1000),
        "load": [round(value, 2) for value in os.getloadavg()] if hasattr(os, "getloadavg") else None,
        "screen": {name: os.environ.get(name) for name in _SCREEN},
    }


def verdicts(checks: Callable[[], Iterable[Verdict]]) -> list[dict[str, Any]]:
    """The verdicts of checks; one that crashes is reported as an entry."""
    found: list[dict[str, Any]] = []
    try:
        for check in checks():
            found.append(check.json())
    except Exception as fault:  # a bundle must come about even if things are broken
        _log.warning("a check failed by itself", exc_info=True)
        found.append(failed("checks", f"{type(fault).__name__}: {fault}").json())
    return found


def camera(source: object | None) -> dict[str, Any]:
    """A camera's locked settings and own readings, as its frame source reports them."""
    if source is None:
        return {"source": None}
    told: dict[str, Any] = {"source": type(source).__name__, "trouble": getattr(source, "trouble", None)}
    for name in ("locked", "readings", "controls"):
        given = getattr(source, name, None)
        try:
            given = given() if callable(given) else given
            if given is not None:
                told[name] = asdict(given) if hasattr(given, "__dataclass_fields__") else given
        except Exception as fault:  # whatever a driver raises
            told[name] = f"{type(fault).__name__}: {fault}"
    return told


def _told(read: Callable[[], T]) -> T | None:
    """A system value; None where the system does not give it."""
    try:
        return read()
    except (OSError, ValueError):
        return None


# The zip file: small enough to send, written whole or not at all, with a list of its content. Only its owner
# may read it: other users of the machine must not see what was played.


MOST_BYTES = 18_000_000
"""Bundles stay below 20 MB, which most mailboxes take."""
CONTENTS = "contents.txt"
_PACKED = (".jpg", ".png")


def pack(
    file: Path,
    parts: Iterable[Part],
    head: str,
    notes: Iterable[str] = (),
    packed: Callable[[Part], None] = lambda _part: None,
) -> tuple[str, ...]:
    """Writes the parts, the most important first, to `file`; returns the names of those without room.

    Raises UsageFault if it cannot be written; nothing is left behind then.
    """
    left_out: list[str] = []
    lines, out = [head, ""], BytesIO()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(out, "w") as bundle:

            def add(name: str, data: bytes) -> None:
                how = zipfile.ZIP_STORED if name.endswith(_PACKED) else zipfile.ZIP_DEFLATED
                bundle.writestr(name, data, how)

            for part in parts:
                packed(part)
                # estimated packed size: text shrinks to a third at most
                takes = len(part.data) if part.name.endswith(_PACKED) else len(part.data) // 3 + 200
                if out.tell() + takes > MOST_BYTES:
                    left_out.append(part.name)
                    continue
                add(part.name, part.data)
                lines.append(f"{part.name:<34} {len(part.data):>9} bytes  {part.about}")
            lines += ["", *(f"- {note}" for note in notes)]
            lines += [f"- left out, as the bundle would be too large: {name}" for name in left_out]
            add(CONTENTS, ("\n".join(lines).rstrip() + "\n").encode())
        write_whole(file, out.getvalue())
    except OSError as fault:
        raise UsageFault(not_writable(file, fault)) from None
    return tuple(left_out)
