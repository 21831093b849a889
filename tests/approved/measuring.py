"""Readings held against the truth and counted, for the approved records of the eye."""

from dataclasses import replace
from typing import Any

import numpy as np

from companion.sight import Region, Scene, Sighting
from tests.approved.grids import Told
from tests.vision.painted.test_paint import TABLE
from ui.lab.bench.figures import (
    Figures,
    SourceFigures,
    TrueObject,
    Zone,
    circle,
    count,
    count_picture,
    matched,
    together,
)
from vision.eye import Reading
from vision.light.fitness import Light
from vision.mat.following import Mat


def measuring() -> Told:
    def square(x: float, y: float, side: float) -> tuple[tuple[float, float], ...]:
        return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))

    def true(kind: Any, x: float, label: str | None, **more: Any) -> TrueObject:
        return TrueObject(
            kind=kind,
            outline=np.array(square(x, 20.0, 80.0)),
            labels=() if label is None else (label,),
            **more,
        )

    there = [
        true("card", 0, "fox"), true("card", 100, "owl", face="down"), true("card", 200, "elk", known=False),
        true("die", 300, "5"), TrueObject(kind="penny", outline=circle(440.0, 60.0, 30.0), labels=("heads",)),
        true("disc", 500, None, colour="red", asked=False), true("card", 600, "cat", counts=False),
        TrueObject(kind="penny", outline=circle(740.0, 60.0, 12.0), labels=("tails",)),
    ]  # fmt: skip
    seen = [
        Sighting("card", "fox", sure=0.95, corners_px=square(2, 22, 80)),
        Sighting("card", "owl", sure=0.97, face="up", corners_px=square(104, 20, 80)),
        Sighting("card", "fox", sure=0.6, corners_px=square(202, 20, 80)),
        Sighting("die", "2", sure=0.99, others=(("5", 0.01),), corners_px=square(310, 30, 60)),
        Sighting("penny", "heads", sure=0.7, corners_px=square(415, 35, 50)),
        Sighting("disc", None, colour="blue", corners_px=square(504, 24, 70)),
        Sighting("penny", "heads", corners_px=square(730, 50, 20)),
        Sighting("penny", "tails", corners_px=square(900, 50, 20)),
        Sighting("die", "1", corners_px=square(1000, 50, 20)),
    ]
    figures, wrong = SourceFigures(), SourceFigures()
    kinds: Any = ("card", "die", "penny", "disc")
    count_picture(figures, "a.jpg", there, seen, kinds)
    count_picture(wrong, "b.jpg", there[:4], seen[3:], kinds, [Zone(900.0, 60.0, 40.0)])  # type: ignore[call-arg]
    pairs = matched(there, seen, [Zone(1000.0, 60.0, 40.0)])
    entry = {"file": "1.jpg", "hand": False, "sightings": [
        {"kind": "card", "region": "a1", "label": "fox", "face": "up", "tribe": "t"},
        {"kind": "penny", "region": "a1", "label": "heads"},
        {"kind": "penny", "region": "b1", "label": "tails"},
        {"kind": "card", "region": "b1", "label": None, "face": "down", "tribe": "t"}]}  # fmt: skip
    told = Figures()
    table = replace(TABLE, regions=(Region("a1", 0, 0, 66, 66), Region("b1", 66, 0, 66, 66)))
    for label, sure, penny in (
        ("fox", 1.0, "heads"),
        ("owl", 0.95, "tails"),
        (None, 0.5, None),
        ("owl", 0.5, "tails"),
    ):
        reading = Reading(_scene(label, sure, penny), Mat(True), Light(True), {"total": 3.0})
        count(told, entry, reading, table)
    return [figures.summary(notes=True), wrong.summary(notes=True), together([figures, wrong]).summary(),
            {"pairs": pairs.pairs, "missed": pairs.missed, "invented": pairs.invented}, told.summary()]  # fmt: skip


def _scene(label: str | None, sure: float, penny: str | None) -> Scene:
    return Scene(
        (
            Sighting("card", label, "a1", sure, face="up", deck="t"),
            Sighting("penny", penny, "a1", sure),
            Sighting("card", None, "b1", face="down", deck="t" if sure > 0.9 else "u"),
        )
    )
