"""How well the eye reads: readings held against the truth of a folder of pictures, and the time that they took.

Rule kept: figures as counted; only pictures with a hand in view, of which the truth says nothing, are left out.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from companion.sight import Sighting, Table
from ui.lab.measured.figures import SURE, Summary, Tally, middle
from ui.line.given import read_table
from vision.decks.deck import Deck
from vision.eye import Eye, Reading
from vision.sources.frames import Frame
from vision.sources.pictures import read_picture

SOON_S = 1.0
Thing = TypeVar("Thing")


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
