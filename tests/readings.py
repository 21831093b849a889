"""Reads every recorded picture and follows every recorded game, and compares two such readings. Not in the test run.

    python -m tests.readings read AFTER.json                  all of tests/frames and ../shared/frames (ZO_SHARED)
    python -m tests.readings read AFTER.json --only zones     sets whose name holds "zones"; the others are kept
    python -m tests.readings compare BEFORE.json AFTER.json   the table for the commit's body; 1 if anything is worse

"see" reads each picture from nothing, "watch" follows the pictures in order and answers questions by their first
option. A set is a folder with a truth.json, or with a NAME.truth.json beside each picture. A folder without truth is
read as well; there `compare` says what is read otherwise than before.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.game import Game, Setup
from companion.referee import Referee
from companion.sight import Kind, Sighting, Table
from tests.vision.flick_figures import Figures as FlickFigures
from tests.vision.flick_figures import count as count_flick
from tests.vision.flick_scenes import filmed
from tests.vision.flick_scenes import seen as flick_seen
from ui.box.eyes import load_decks, own_decks
from ui.lab.bench.figures import (
    FOUND_FROM,
    KINDS,
    READ_FROM,
    SURE,
    TrueObject,
    circle,
    hull,
    matched,
    read_once,
    scenes_in,
)
from ui.records.beginning import game_and_setup, json_lines
from ui.watching.watched import Watch, read_told, score
from vision.decks.deck import Deck
from vision.eye import Eye
from vision.sources.open_source import pictures_in
from vision.sources.pictures import is_picture

HERE = Path(__file__).parent / "frames"
SHARED = Path(os.environ.get("ZO_SHARED", Path(__file__).parents[2] / "shared"))
WITHOUT_TRUTH = {
    "dark-attack": ("zoondo", ["tribes=rhinogoths,monkus"]),
    "dark-backs": ("zoon_alternate", ["tribes=rhinogoths,warus"]),
    "rows": ("zombinion", []),
}
"""Which game lies on the pictures of a folder that says nothing of them."""
OUTCOMES = ("right", "unread", "missed", "wrong", "wrong and sure", "invented")
RANK = {name: rank for rank, name in enumerate(OUTCOMES)}
"""From best to worst."""
MOST_NAMED = 12

Things = dict[str, str]
"""What became of each thing, by its name: one of OUTCOMES, or what is read where nothing is known."""
ReadSet = dict[str, Things]
"""The things of one set by their kind."""


def main() -> int:
    asked = argparse.ArgumentParser()
    commands = asked.add_subparsers(dest="command", required=True)
    reading = commands.add_parser("read")
    reading.add_argument("out", type=Path)
    reading.add_argument("--only", default="")
    comparing = commands.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    given = asked.parse_args()
    if given.command == "read":
        cv2.setNumThreads(1)
        with tempfile.TemporaryDirectory() as home:
            os.environ["ZO_HOME"] = home  # the owner's own decks have no say
            read_all(given.out, given.only)
        return 0
    lines, worse = compared(json.loads(given.before.read_text()), json.loads(given.after.read_text()))
    print("\n".join(lines))
    return worse


def read_all(out: Path, only: str) -> None:
    """Reads the sets whose name holds `only` and writes them to a file, set by set."""
    sets: dict[str, ReadSet] = json.loads(out.read_text()) if only and out.is_file() else {}
    for folder in folders():
        name = f"{folder.parent.name}/{folder.name}"
        if only not in name:
            continue
        start = time.perf_counter()
        sets[name] = read_set(folder)
        out.write_text(json.dumps(sets, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"{name}: {time.perf_counter() - start:.0f} s", file=sys.stderr)


def folders() -> Iterator[Path]:
    """All folders with pictures: the project's own, then those beside it; enrolled decks are none."""
    for root in (HERE, SHARED / "frames"):
        for folder in sorted({path.parent for path in root.glob("**/*") if is_picture(path)}):
            if not any((deck / "deck.toml").is_file() for deck in (folder, folder.parent)):
                yield folder


def read_set(folder: Path) -> ReadSet:
    """All pictures of one set, read and followed."""
    if (folder / "board.toml").is_file():
        return {"flick": _flicks(folder)}
    if not (folder / "truth.json").is_file():
        return _scenes(folder) if folder.name not in WITHOUT_TRUTH else _as_read(folder)
    truth = json.loads((folder / "truth.json").read_text())
    game, setup = _agreed(truth)
    decks = _decks(folder, truth, game, setup)
    found = _seen(folder, truth, game.table(setup), decks)
    if truth.get("kind", "watch") == "watch":
        found["event"] = _followed(folder, truth, game, setup, decks)
    return found


def _agreed(truth: Mapping[str, Any]) -> tuple[Game[Any], Setup]:
    agreed = dict(truth.get("options", {}))
    if "tribes" in truth:
        agreed["tribes"] = ",".join(truth["tribes"])
    options = [f"{key}={str(value).lower()}" for key, value in agreed.items()]
    return game_and_setup(truth["game"], truth.get("seats"), options)


def _decks(folder: Path, truth: Mapping[str, Any], game: Game[Any], setup: Setup) -> list[Deck]:
    beside = [path.parent for path in sorted(folder.glob("decks/*/deck.toml"))]
    owners = [folder.parent / truth["deck"]] if truth.get("deck") else beside
    return load_decks(owners or own_decks(game, setup))


def _seen(folder: Path, truth: Mapping[str, Any], table: Table, decks: Sequence[Deck]) -> ReadSet:
    """Every picture without a hand, read from nothing."""
    eye, found = Eye(table, decks), ReadSet()
    for frame in truth["frames"]:
        if frame["hand"]:
            continue
        reading, _ms = read_once(eye, folder / frame["file"])
        name = Path(frame["file"]).stem
        seen = [one for one in reading.scene.sightings if one.kind in table.kinds]
        if "things" in frame:
            _by_outline(found, name, _objects(frame["things"]), seen)
        else:
            _by_region(found, name, frame["sightings"], seen)
    return found


def _objects(things: Sequence[Mapping[str, Any]]) -> list[TrueObject]:
    objects = []
    for one in things:
        kind: Kind = one["kind"]
        middle = one["centre_px"]
        flat = one["corners_px"] or circle(middle[0], middle[1], one["wide_px"] / 2)
        label = one["label"]
        objects.append(
            TrueObject(
                kind=kind,
                outline=hull(np.array(flat, dtype=np.float64)),
                labels=(label,) if label else (),
                face=one.get("face"),
                deck=one.get("deck"),
                counts=one["visible"] >= FOUND_FROM[kind],
                asked=one["visible"] >= READ_FROM[kind],
            )
        )
    return objects


def _by_outline(found: ReadSet, picture: str, there: Sequence[TrueObject], seen: Sequence[Sighting]) -> None:
    """Holds what is seen in a picture against outlines in px."""
    pairs = matched(there, seen)
    partner = {number: seen[other] for number, other in pairs.pairs}
    for number, one in enumerate(there):
        if not one.counts:
            continue
        x, y = one.centre
        label = one.labels[0] if one.labels else one.face or "?"
        outcome = _outcome(one.labels, one.face, one.deck, partner.get(number))
        if outcome != "unread" or (one.asked and one.known and (one.labels or one.face == "down")):
            found.setdefault(one.kind, {})[f"{picture} {label} at {x:.0f}, {y:.0f}"] = outcome
    for number in pairs.invented:
        _invented(found, picture, seen[number])


def _by_region(
    found: ReadSet, picture: str, wanted: Sequence[Mapping[str, Any]], seen: Sequence[Sighting]
) -> None:
    """Holds what is seen in a picture against what lies in each region, bottom first."""
    left = [one for one in seen if one.region is not None]
    for number, one in enumerate(wanted):
        same = [s for s in left if (s.kind, s.region) == (one["kind"], one["region"])]
        label = one["label"]
        sighting = same[0] if same else None
        if sighting is not None:
            left.remove(sighting)
        name = f"{picture} {one['region']} {label or one['face']} ({number})"
        labels = (label,) if label else ()
        outcome = _outcome(labels, one.get("face"), one.get("tribe"), sighting)
        found.setdefault(one["kind"], {})[name] = outcome
    for sighting in left:
        _invented(found, picture, sighting)


def _outcome(labels: Sequence[str], face: str | None, deck: str | None, seen: Sighting | None) -> str:
    if seen is None:
        return "missed"
    if face == "down":
        right = seen.face == "down" and seen.deck in (None, deck)
        told = seen.label is not None or (seen.deck is not None and deck is not None and seen.deck != deck)
    else:
        right, told = seen.label in labels, seen.label is not None or seen.face == "down"
    if right or (not labels and face != "down" and not told):
        return "right"
    return "unread" if not told else "wrong and sure" if seen.sure >= SURE else "wrong"


def _invented(found: ReadSet, picture: str, one: Sighting) -> None:
    x, y = np.mean(one.corners_px, axis=0) if one.corners_px else (0.0, 0.0)
    found.setdefault(one.kind, {})[f"{picture} none at {x / 20:.0f}, {y / 20:.0f} (20 px)"] = "invented"


def _followed(
    folder: Path, truth: Mapping[str, Any], game: Game[Any], setup: Setup, decks: Sequence[Deck]
) -> Things:
    """The game as `companion watch --answer best` follows it: its events, and what was booked besides."""
    lines = folder / "told.jsonl"
    said = read_told(list(json_lines(lines)), str(lines), game, setup) if lines.is_file() else {}
    watch = Watch(Referee(game, setup, lambda _line: None), said, best=True, still=1.0)
    eye, source, told = Eye(game.table(setup), decks), pictures_in(folder), []
    while not source.ended:
        frame = source.newest()
        if frame is not None:
            told.append(watch.take(frame.name or "", eye.read(frame), 0.0)[0])
    due = dict(truth)
    due["frames"] = [
        {**frame, "expect": frame.get("expect", {"events": frame.get("events", [])})}
        for frame in truth["frames"]
    ]
    due["told"] = [
        # What was told is no matter of the eye, and what of it is secret is not shown.
        {
            **line,
            "event": {name: line["event"].get(name) for name in ("kind", "seat") if name in line["event"]},
        }
        for line in truth.get("told") or [line for _number, line in json_lines(lines)]
    ]
    found = score(told, due)
    missed, wrong = list(found["missed"]), list(found["wrong"])
    swapped = [event for event in found["wrong"] if event in missed]  # booked in another order
    for event in swapped:
        missed.remove(event)
        wrong.remove(event)
    events = _numbered(missed, "missed") | _numbered(wrong, "wrong and sure")
    events |= {f"event {n + 1}, in any order": "right" for n in range(found["right"] + len(swapped))}
    events |= {f"question {number + 1}": "unread" for number in range(found["asked"])}
    return events


def _numbered(names: Sequence[str], outcome: str) -> Things:
    seen: Counter[str] = Counter()
    things = {}
    for name in names:
        seen[name] += 1
        things[f"{name} {seen[name]}"] = outcome
    return things


def _scenes(folder: Path) -> ReadSet:
    """Single scenes without a mat, with their truth beside them; cards of the generic decks."""
    scenes = scenes_in(folder)
    kinds = tuple(kind for kind in KINDS if any(kind in scene.kinds for scene in scenes))
    decks = load_decks(sorted(path.parent for path in (SHARED / "decks" / "generic").glob("*/deck.toml")))
    eye, found = Eye(Table(0.0, 0.0, tags=None, kinds=kinds), decks), ReadSet()
    for scene in scenes:
        reading, _ms = read_once(eye, scene.picture)
        seen = [one for one in reading.scene.sightings if one.kind in kinds]
        _by_outline(found, scene.picture.stem, scene.objects(decks), seen)
    return found


def _as_read(folder: Path) -> ReadSet:
    """What is read in pictures of which nothing is known."""
    named, options = WITHOUT_TRUTH[folder.name]
    game, setup = game_and_setup(named, None, options)
    eye, found = Eye(game.table(setup), _decks(folder, {}, game, setup)), ReadSet()
    for path in sorted(filter(is_picture, folder.iterdir())):
        reading, _ms = read_once(eye, path)
        for number, one in enumerate(reading.scene.sightings):
            name = f"{path.stem} {one.region or ''} ({number})"
            found.setdefault(one.kind, {})[name] = f"read as {one.label or one.face}"
    return found


def _flicks(folder: Path) -> Things:
    """Pieces of ZONG after a flick: in the square of the clean-up rule or not, and towers in order or not."""
    things: Things = {}
    for flick in filmed(folder):
        figures = FlickFigures()
        count_flick(figures, flick, flick_seen(flick))
        for colour in flick.truth:
            things[f"{flick.name} {colour}"] = "right"
        for lines, outcome in (
            (figures.unplaced_in_view, "missed"),
            (figures.cleaned_asked, "unread"),
            (figures.towers_asked, "unread"),
            (figures.cleaned_wrong, "wrong and sure"),
            (figures.towers_wrong, "wrong and sure"),
            (figures.wrong_silently, "wrong and sure"),
        ):
            things |= {" ".join(line.split()[:2]): outcome for line in lines}
    return things


def compared(before: Mapping[str, ReadSet], after: Mapping[str, ReadSet]) -> tuple[list[str], int]:
    """A table of the sets that are read otherwise and of all together, each thing by name; 1 if one is read worse."""
    heads = ("set", "kind", *OUTCOMES)
    rows = [heads, tuple("---" for _ in heads)]
    notes: list[str] = []
    totals: dict[str, tuple[Counter[str], Counter[str]]] = {}
    worse = 0
    for name in sorted(before.keys() | after.keys()):
        if name not in before or name not in after:
            notes.append(f"{name}: read in one of the two only")
            continue
        for kind in sorted(before[name].keys() | after[name].keys()):
            old, new = before[name].get(kind, {}), after[name].get(kind, {})
            for total, things in zip(
                totals.setdefault(kind, (Counter(), Counter())), (old, new), strict=True
            ):
                total.update(things.values())
            changed = [one for one in sorted(old.keys() | new.keys()) if old.get(one) != new.get(one)]
            if changed:
                rows.append(_row(name, kind, Counter(old.values()), Counter(new.values())))
            for better in (False, True):
                named = [one for one in changed if _is_better(old.get(one), new.get(one)) is better]
                worse |= bool(named) and not better
                word = "gained" if better else "lost"
                notes += [
                    f"{word}: {name} {kind} {one}: {old.get(one, 'none')} → {new.get(one, 'none')}"
                    for one in (named[:MOST_NAMED] if better else named)
                ]
                if better and len(named) > MOST_NAMED:
                    notes.append(f"gained: {name} {kind}: {len(named) - MOST_NAMED} more")
    rows += [_row("all", kind, *total) for kind, total in sorted(totals.items())]
    return [*("| " + " | ".join(row) + " |" for row in rows), *notes], int(worse)


def _row(name: str, kind: str, old: Counter[str], new: Counter[str]) -> tuple[str, ...]:
    counts = [(old[outcome], new[outcome]) for outcome in OUTCOMES]
    return (name, kind, *(f"{a}" if a == b else f"{a} → {b}" for a, b in counts))


def _is_better(old: str | None, new: str | None) -> bool:
    """Whether a thing is told better than before; what was told nowhere ranks behind "right", before what is wrong."""
    none = RANK["right"] + 0.5
    ranks = [none if one is None else RANK.get(one, none) for one in (old, new)]
    return ranks[1] < ranks[0]


if __name__ == "__main__":
    sys.exit(main())
