"""`companion bench vision`: how well and how fast the eye reads, by source, held against what is asked of it.

Rule kept: everything goes through the eye that the games use; what cannot be measured with the pictures given is said.
Figures as counted; only pictures with a hand in view, of which the truth says nothing, are left out.
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import cv2
import msgspec

from companion.game import Game, Setup
from companion.referee import Referee
from companion.sight import Sighting, Table
from ui.box.eyes import load_decks, own_decks
from ui.lab.bench.figures import SURE, Summary, Tally, held_against, middle, together
from ui.lab.bench.scenes import measure_mat, measure_photos, measure_scenes, scenes_in
from ui.lab.bench.times import measure_identity, measure_times
from ui.line.given import read_table
from ui.line.shapes import Json
from ui.records.beginning import UsageFault, game_and_setup
from ui.watching.watched import Watch, read_told, read_truth, score
from vision.decks.deck import Deck
from vision.eye import Eye, Reading
from vision.sources.frames import Frame
from vision.sources.open_source import pictures_in
from vision.sources.pictures import read_picture

SOON_S = 1.0
Thing = TypeVar("Thing")


def vision(
    frames: Sequence[Path] = (), decks: Sequence[Path] = (), photos: Path | None = None, every: int = 1
) -> Json:
    """All figures of the eye on one thread, from each `every`-th picture; `decks` are those of single scenes.

    `frames` and `photos` are by source, `demands` a line for each figure that is asked for, `not_measured` those of
    which the pictures tell nothing. Raises UsageFault for folders that hold no usable truth.
    """
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        of_frames = {folder.name: _of_folder(folder, decks, every) for folder in frames}
        of_photos: Json = {}
        if photos is not None:
            with _usable(photos, "photographs with a manifest.json"):
                measured = measure_photos(photos, every=every)
            of_photos = {source: figures.summary(notes=True) for source, figures in measured.items()}
            of_photos["all sources"] = together(measured.values()).summary()
        machine = {"identity": measure_identity(), "times": measure_times()}
    finally:
        cv2.setNumThreads(threads)
    told = held_against(of_frames, of_photos, machine)
    return {"frames": of_frames, "photos": of_photos, **machine, **told}


def _of_folder(folder: Path, named: Sequence[Path], every: int) -> Json:
    """A folder of a game, with a truth.json that names it, or of single scenes."""
    with _usable(folder, "pictures with a truth.json"):
        truth = read_truth(folder) if (folder / "truth.json").is_file() else {}
        if "game" in truth:
            # By region, by object where outlines are told, the mat, and the referee that goes by what is seen.
            game, setup = agreed(truth)
            decks, table = load_decks(own_decks(game, setup)), read_table(truth["table"])
            seen: Json = {"see": measure(folder, decks, every=every).summary()}
            if scenes_in(folder):
                seen |= measure_scenes(folder, decks, table=table, every=every).summary(notes=True)
                mat = measure_mat(folder, table, every=every)
                seen |= {"mat": mat} if mat is not None else {}
            return seen | ({"watch": watched(folder, truth)} if every == 1 else {})
        if not scenes_in(folder):
            raise ValueError("neither truth.json nor *.truth.json")
        known = load_decks(deck_folders(named))
        found: Json = dict(measure_scenes(folder, known, every=every).summary(notes=True))
        why = "no deck was named with --deck: cards' faces are not asked for"
        return found if known else found | {"why": why}


@contextmanager
def _usable(folder: Path, expected: str) -> Iterator[None]:
    """Reads from a folder. Raises UsageFault for what cannot be used there."""
    try:
        yield
    except (OSError, KeyError, ValueError) as fault:
        why = f"no field {fault}" if isinstance(fault, KeyError) else fault
        raise UsageFault(f"{folder}: expected {expected}, found: {why}") from None


def deck_folders(named: Sequence[Path]) -> list[Path]:
    """The deck folders among those named: a folder that holds only folders stands for all of these."""
    found: list[Path] = []
    for folder in named:
        inside = sorted(path for path in folder.iterdir()) if folder.is_dir() else []
        within = [path for path in inside if path.is_dir()]
        found += within if within and len(within) == len(inside) else [folder]
    return found


def watched(folder: Path, truth: Json) -> Json:
    """A folder refereed as `companion watch` does, held against its truth."""
    game, setup = agreed(truth)
    told = read_told(list(enumerate(truth.get("told", ()), start=1)), str(folder), game, setup)
    watch = Watch(Referee(game, setup, lambda _line: None), told, still=1.0)
    eye = Eye(game.table(setup), load_decks(own_decks(game, setup)))
    source, lines = pictures_in(folder), []
    while not source.ended:
        frame = source.newest()
        if frame is not None:
            start = time.perf_counter()
            reading = eye.read(frame)
            lines.append(watch.take(frame.name or "", reading, (time.perf_counter() - start) * 1000)[0])
    figures: Json = msgspec.to_builtins(score(lines, truth))
    summary = watch.summary()
    return figures | {name: summary[name] for name in ("see_ms_median", "judge_ms_median", "judge_ms_max")}


def frames_of_the_project() -> list[Path]:
    """The pictures with truth that come with the project's sources; none where only the program is installed."""
    folder = Path(__file__).resolve().parents[3] / "tests" / "frames"
    files = sorted(folder.glob("*/truth.json"))
    return [file.parent for file in files if "table" in json.loads(file.read_text(encoding="utf-8"))]


def agreed(truth: Json) -> tuple[Game[Any], Setup]:
    """The game of a folder of pictures, between the tribes that its truth names."""
    tribes = truth.get("tribes", ())
    options = [f"tribes={','.join(tribes)}"] if tribes else []
    return game_and_setup(str(truth.get("game")), None, options)


# A folder of pictures with truth.json: readings held against the truth, place by place, and the time that they took.


class Figures(Tally):
    """Counts over many pictures, by name, and ms by what was read: `whole`, `unchanged` or `two_changed`."""

    def __init__(self) -> None:
        super().__init__()
        self.ms: dict[str, list[float]] = {"whole": [], "unchanged": [], "two_changed": []}

    def summary(self) -> Summary:
        """The figures as plain values: shares (0..1), counts and median ms; None where there was nothing to count."""
        times = {f"ms_{name}": middle(times) for name, times in self.ms.items()}
        return self.told("places") | times | {"wrong": self.notes}


def measure(folder: Path, decks: Sequence[Deck], *, every: int = 1) -> Figures:
    """Reads every picture of a folder with truth.json from nothing, and once more in order for the times.

    `every`: one picture in as many. Raises OSError, KeyError or ValueError for a folder without usable truth.
    """
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    table = read_table(truth["table"])
    figures = Figures()
    eye, in_order = Eye(table, decks), Eye(table, decks)
    at, before = 0.0, None  # by region what lay in the last picture without a hand
    for entry in truth["frames"][::every]:
        image = read_picture(folder / entry["file"])
        if not figures.ms["whole"]:  # the first reading of all takes longer, and is not counted
            eye.read(Frame(image, 0.0, 0))
        eye.forget()
        reading = eye.read(Frame(image, 0.0, 0, entry["file"]))
        count(figures, entry, reading, table)
        figures.ms["whole"].append(reading.ms["total"])
        first = in_order.read(Frame(image, at, 0))
        again = in_order.read(Frame(image, at + SOON_S, 0))
        at += 2 * SOON_S
        if not entry["hand"]:
            figures.ms["unchanged"].append(again.ms["total"])
            now = _by_region(entry)
            known = now if before is None else before
            if sum(known.get(n) != now.get(n) for n in known.keys() | now.keys()) == 2:
                figures.ms["two_changed"].append(first.ms["total"])
            before = now
    return figures


def count(figures: Figures, entry: Mapping[str, Any], reading: Reading, table: Table) -> None:
    name = str(entry["file"])
    if entry["hand"]:
        figures["hands"] += 1
        figures["hands_seen"] += reading.scene.hand
        return
    figures["pictures"] += 1
    figures["hands_imagined"] += reading.scene.hand
    seen = reading.scene.by_region()
    wanted = _by_region(entry)
    for region in table.regions:
        there = wanted.get(region.name, [])
        found = seen.get(region.name, ())
        where = f"{name} {region.name}"
        cards = [sighting for sighting in found if sighting.kind == "card"]
        true_cards = [sighting for sighting in there if sighting["kind"] == "card"]
        figures["places"] += 1
        figures["places_right"] += bool(cards) == bool(true_cards)
        if len(cards) != len(true_cards):
            figures.notes.append(f"{where}: {len(true_cards)} cards, found {len(cards)}")
        for place, card in enumerate(true_cards):
            _count_card(figures, where, card, cards[place] if place < len(cards) else None)
        true_pennies = _on_each_card([(str(s["kind"]), str(s["label"])) for s in there])
        pennies = _on_each_card([(s.kind, s) for s in found])
        for place in sorted(true_pennies.keys() | pennies.keys()):
            sides, coins = true_pennies.get(place, []), pennies.get(place, [])
            figures["pennies"] += len(sides)
            figures["pennies_found"] += min(len(sides), len(coins))
            figures["pennies_extra"] += max(0, len(coins) - len(sides))
            if len(sides) != len(coins):
                figures.notes.append(f"{where}: {len(sides)} pennies, found {len(coins)}")
            for side, penny in zip(sides, coins, strict=False):
                figures["sides_right"] += penny.label == side
                figures["sides_unread"] += penny.label is None
                if penny.label not in (None, side):
                    figures["sides_wrong_and_sure"] += penny.sure >= SURE
                    figures.notes.append(f"{where}: penny {side}, read as {penny.label} ({penny.sure:.2f})")


def _on_each_card(lying: Sequence[tuple[str, Thing]]) -> dict[int, list[Thing]]:
    """The pennies on the first card of a region, on the second, and so on: each follows the card it lies on."""
    pennies: dict[int, list[Thing]] = {}
    card = 0
    for kind, thing in lying:
        if kind == "card":
            card += 1
        elif kind == "penny":
            pennies.setdefault(card, []).append(thing)
    return pennies


def _count_card(figures: Figures, where: str, true: Mapping[str, Any], card: Sighting | None) -> None:
    if true["face"] == "down":
        figures["backs"] += 1
        right = card is not None and card.face == "down"
        figures["backs_right"] += right
        if card is None or not right:
            figures.notes.append(f"{where}: a back, read as {card.face if card else 'nothing'}")
        elif card.deck is not None and card.deck != true["tribe"]:
            figures["backs_of_wrong_deck"] += 1
            figures.notes.append(f"{where}: the back of {true['tribe']}, read as {card.deck}")
        return
    figures["faces"] += 1
    if card is not None and card.label == true["label"]:
        figures["faces_right"] += 1
        return
    if card is None or card.label is None:
        figures["faces_unread"] += 1
    else:
        figures["faces_wrong"] += 1
        figures["faces_wrong_and_sure"] += card.sure >= SURE
    told = "nothing"
    if card is not None:
        told = f"{card.label or card.others} ({card.sure:.2f}, {card.visible:.2f} visible)"
    figures.notes.append(f"{where}: {true['label']}, read as {told}")


def _by_region(entry: Mapping[str, Any]) -> dict[str, list[Mapping[str, Any]]]:
    places: dict[str, list[Mapping[str, Any]]] = {}
    for sighting in entry["sightings"]:
        places.setdefault(sighting["region"], []).append(sighting)
    return places
