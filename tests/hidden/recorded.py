"""Recorded games as scripts: pictures of a table, read by the eye or as their truth says, and what was told between.

What has happened by each picture is what a referee makes of it who sees all of them.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from companion.game import Event, Game, Setup
from companion.journal import read_event
from companion.referee import Referee
from companion.sight import Scene, Sighting
from tests.games import zombinion_followed
from tests.hidden.cases import NOTHING, Case, Hidden, Outcome
from tests.hidden.script import Script, Step, _untidied
from ui.box.eyes import load_decks, own_decks
from ui.records.beginning import game_and_setup
from vision.eye import Eye
from vision.sources.open_source import pictures_in

HERE = Path(__file__).parents[1]
SHARED = Path(os.environ.get("ZO_SHARED", Path(__file__).parents[3] / "shared")) / "frames"
TOLD = frozenset({"zoondo-watch-2"})
"""Folders of which the looks are told by their truth: there the eye alone loses sight of too much."""


OWN = ("zoon", "boarix-warus", "rhinogoths-monkus")
"""Those that come with the project: pictures, and what a perfect eye saw in two games."""
BESIDE = ("zoon-dev", "zoon-dev-2", "zoon-dev-3", "zoondo-watch-2", "zombinion-own-watch")
FILMED = (OWN[0], *BESIDE, "zombinion-watch-messy", "zones-watch-2")
"""Those of which there are pictures."""
ANSWERS = ("truth", "none", "first")
FIRST_LOOKS = (2, 5)
"""For so many looks from the one on in which it lies there first a thing is not seen; or for ever."""


def place(name: str) -> Path:
    """Where the truth of a recording lies; it need not be there."""
    if name not in OWN:
        return next(iter(SHARED.glob(f"**/{name}/truth.json")), SHARED / name / "truth.json")
    folder = HERE / "frames" / name / "truth.json"
    return folder if folder.is_file() else HERE / "scenes" / f"{name}.json"


def recorded_cases(name: str, answers: str, every: int = 1) -> Iterator[Outcome]:
    """The game with one thing hidden from its first look on, each in turn; what is asked otherwise does not count."""
    played = recorded(name)
    scenes = [step.scene for step in played.steps if step.scene is not None]
    lying: dict[tuple[str, str], int] = {}
    for at, scene in enumerate(scenes):
        for sighting in scene.sightings:
            lying.setdefault((sighting.region or "", sighting.kind), at)
    plain = Case(played, NOTHING, answers).run()
    spans = [
        (thing, at + more) for thing, at in lying.items() for more in (*FIRST_LOOKS, len(scenes)) if thing[0]
    ]
    for (region, kind), last in spans[::every]:
        outcome = Case(played, Hidden(region, kind, None, 0, last), answers).run()
        outcome.asked -= plain.asked
        yield outcome


@dataclass(frozen=True, slots=True)
class Recording:
    """One recorded game as it lies in its folder, and what was told after which picture."""

    folder: Path
    truth: dict[str, Any]
    game: Game[Any]
    setup: Setup
    told: Mapping[str, Sequence[Event]]

    def eye(self) -> Eye:
        """An eye for its pictures, with the decks that lie beside them, else the game's own."""
        beside = [path.parent for path in sorted(self.folder.glob("decks/*/deck.toml"))]
        deck = self.truth.get("deck")
        owners = [self.folder.parent / deck] if deck else beside
        return Eye(self.game.table(self.setup), load_decks(owners or own_decks(self.game, self.setup)))


def recording(name: str) -> Recording:
    """A recorded game by its name."""
    path = place(name)
    truth = json.loads(path.read_text())
    agreed = dict(truth.get("options", {}))
    if "tribes" in truth:
        agreed["tribes"] = ",".join(truth["tribes"])
    options = [f"{key}={str(value).lower()}" for key, value in agreed.items()]
    game, setup = game_and_setup(truth["game"], None, options)
    told: dict[str, list[Event]] = {}
    lines = truth.get("told") or _lines(path.parent / "told.jsonl")
    for said in lines:
        told.setdefault(said["after"], []).append(read_event(game, said["event"]))
    return Recording(path.parent, truth, game, setup, told)


@cache
def recorded(name: str) -> Script:
    """One recorded game as a script."""
    one = recording(name)
    if place(name).name != "truth.json" or name in TOLD:
        looks = [(frame["file"], _told_scene(frame)) for frame in one.truth["frames"]]
    else:
        looks = _read(one)
    alike = zombinion_followed.alike if one.game.id == "zombinion" else _untidied
    referee = Referee(one.game, one.setup, lambda _: None)
    return Script(one.game, one.setup, tuple(_steps(referee, looks, one.told)), alike)


def _lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.is_file() else []


def _steps(
    referee: Referee[Any], looks: Iterable[tuple[str, Scene]], told: Mapping[str, Sequence[Event]]
) -> Iterator[Step]:
    for name, scene in looks:
        reply = referee.see(scene)
        yield Step(referee.state, tuple(entry.event for entry in reply.booked), scene)
        for event in told.get(name, ()):
            reply = referee.tell(event, "panel")
            if reply.booked:
                yield Step(referee.state, (event,))


def _read(one: Recording) -> list[tuple[str, Scene]]:
    """The pictures of a folder as the eye reads them one after the other."""
    eye, source, looks = one.eye(), pictures_in(one.folder), []
    while not source.ended:
        frame = source.newest()
        if frame is not None:
            seen = eye.read(frame).scene
            looks.append((frame.name or "", replace(seen, still_for=0.0 if seen.hand else 1.0)))
    return looks


def _told_scene(frame: Mapping[str, Any]) -> Scene:
    """What a perfect eye sees in a picture."""
    if frame["hand"]:
        return Scene((), 0.0, hand=True)
    return Scene(tuple(map(_told_sighting, frame["sightings"] if "sightings" in frame else frame["things"])))


def _told_sighting(seen: Any) -> Sighting:
    if isinstance(seen, Mapping):
        return Sighting(
            seen["kind"], seen["label"], seen["region"], 0.98, face=seen["face"], deck=seen["deck"]
        )
    kind, region, label, face, seat, deck = seen
    angle = 180.0 * seat if face == "up" and seat is not None else None
    return Sighting(kind, label, region, 0.98, face=face, deck=deck, angle=angle)
