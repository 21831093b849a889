"""What is kept, held and lit, and a strip of cards, for the approved records of the eye."""

import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.sight import Table
from hardware.dice import die_lamps, running_die, running_penny
from hardware.pins import PinFault, default_pins, load_pins
from tests.approved.grids import Told
from tests.vision.cards.test_cards import deck
from tests.vision.strips import card, strip, table_of
from tests.vision.strips import deck as strip_deck
from ui.bundle.gathering import sighting_json
from ui.lab.bench.vision import DEMANDS, lines, unmet
from vision.decks.deck import CardSize, EnrolFault, free_in, label_fault, write_deck
from vision.enrolling.folder import Draft
from vision.eye import Eye
from vision.mat.lens import LensFault, LensMemory
from vision.painted.painter import Painter
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import TableTop
from vision.sources.frames import Frame
from vision.sources.locks import LightWatch, Locked

PIN_MAPS = (
    "[buttons]\nseat0 = 2\n[lamps]\nturn0 = 27\nheads = 0\n[die0]\ntl=7\nml=8\nbl=9\nc=10\ntr=11\nmr=12\nbr=13\n",
    "[buttons]\nseat0 = 2\ndone = 2\n", "[buttons]\nseat0 = 28\n", "[buttons]\nseat0 = -1\n", "[buttons]\nseat9 = 3\n",
    "[lamp]\nheads = 3\n", "lamps = 3\n", "[die1]\ntl = 7\nml = 8\n", "[buttons]\nseat0 = true\n",
)  # fmt: skip


_KEPT = '{"version":%d,"picture_size":[1,2],"lens":%s,"looks":[%s]}'
_LENS = '{"focal":%g,"bend":[0,0.1],"precision":[[1,0,0],[0,%d,0],[0,0,1]],"looks":1}'
LENSES = (
    "", "{}", _KEPT % (2, "null", ""), _KEPT % (1, _LENS % (11, 1), ""), _KEPT % (1, _LENS % (1, -1), ""),
    _KEPT % (1, _LENS % (0.8, 1), ""), _KEPT % (1, "null", '{"mm":[[[0,0]]],"px":[[[1,1],[2,2]]]}'),
)  # fmt: skip


def hardware() -> Told:
    """Pins by seats and by the owner's file, and the lamps of a die and of a penny."""
    maps = [default_pins(seats) for seats in range(1, 7)]
    shared = [
        maps[2].lamp(name)
        for name in ("die0.c", "die4.c", "die9.c", "die1", "heads", "turn2", "turn3", "die1.x")
    ]
    read: list[object] = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pins.toml"
        for text in PIN_MAPS:
            file.write_text(text)
            try:
                found = load_pins(file)
                read.append({**found.buttons, **found.lamps})
            except PinFault as fault:
                read.append(str(fault).replace(folder, ""))
    lamps = [sorted(die_lamps(1, face)) for face in range(1, 7)]
    times = (0.0, 0.06, 0.08, 0.15, 0.36, 0.5, 0.69)
    running = [[sorted(running_die(0, at)), sorted(running_penny(at))] for at in times]
    return [{"pins": [{**one.buttons, **one.lamps} for one in maps]}, {"shared": shared}, {"read": read},
            {"lamps": lamps, "running": running}]  # fmt: skip


def locks() -> Told:
    """What a camera holds, in words, and when light that is bad for long is asked about."""
    held = (Locked(), Locked(exposure_us=8000, gain=1.5, colour_gains=(1.8, 1.6), lens=2.0), Locked(lens=0.0),
            Locked(exposure_us=0), Locked(white_k=0.0), Locked(exposure_us=5, focus=3.0),
            Locked(colour_gains=(1.0, 1.0), focus=1.0))  # fmt: skip
    watch = LightWatch()
    steps = [(False, at / 2) for at in range(60)] + [
        (True, 30.0),
        (False, 31.0),
        (False, 34.9),
        (False, 35.1),
    ]
    steps += [(False, 36.0 + at) for at in range(0, 140, 3)] + [(True, 180.0), (False, 181.0), (False, 185.0)]
    steps += [
        (True, 400.0),
        (False, 401.0),
        (False, 405.0),
        (False, 300.0),
        (False, 304.0),
        (False, 405.0),
        (False, 440.0),
    ]
    due = [[good, at] for good, at in steps if watch.is_due(light_ok=good, at=at)]
    return [{"held": [[one.words, *one.held] for one in held]}, {"due": due}]


def keeping() -> Told:
    """Decks and lenses as they are written and read back, and what is refused."""
    faces = {label: deck("boarix").face(label) for label in deck("boarix").labels[:3]}
    wanted = [
        label_fault(one) for one in ("", " a", "a", ".a", "a/b", "a" * 101, "a" * 100, "é" * 100, "a\tb")
    ]
    refused: list[object] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        size = CardSize(60.0, 61.5)
        made = write_deck(folder / "one", {**faces, "back": deck("boarix").back}, size, 'A "deck"')
        kept = [
            made.name,
            list(made.labels),
            made.width_mm,
            made.height_mm,
            (made.path / "deck.toml").read_text(),
        ]
        bin = folder / "bin"
        (folder / "two").mkdir()
        (folder / "two" / "notes.txt").write_text("mine")
        write_deck(folder / "one", {**faces, "back": deck("boarix").back}, None, None, bin)
        for where, pictures, into in (
            ("one", faces, None),
            ("two", faces, bin),
            ("three", faces, None),
            ("a:b/", faces, bin),
        ):
            try:
                write_deck(folder / where, pictures, size, bin=into)
            except EnrolFault as fault:
                refused.append(str(fault).replace(name, ""))
        free = [free_in(folder, "one").name, free_in(folder, "four").name, free_in(bin, "one").name]
        draft = Draft(folder / "draft")
        added = [draft.add((faces[label],), label) for label in list(faces)[:2]]
        added.append(draft.add((faces[next(iter(faces))],)))
        draft.rename(2, "other")
        cards = [[one.number, one.label] for one in draft.cards]
        near = [[one.taken, one.why, one.like and [one.like[0], round(one.like[3], 2)]] for one in added]
        draft.drop(1)
        left, following = [one.label for one in draft.cards], draft.next_label()
        draft.discard()
        gone = draft.folder.exists()
    for text in LENSES:
        try:
            refused.append(LensMemory.from_json(text.encode()).as_json().decode())
        except LensFault as fault:
            refused.append(str(fault).split(", found:")[0])
    figures = {
        "mat": {"error_mm": 0.7, "bumps_noticed": 1.0},
        "card": {"right": 0.94, "found": 0.99},
        "times": {"ms_unchanged": 5.0},
    }
    told = lines((*DEMANDS["mat"], *DEMANDS["photos"], *DEMANDS["machine"][1:]), "here", figures)
    return [
        {"labels": wanted},
        {"kept": kept, "free": free, "cards": cards, "taken": near, "left": left, "next": following},
        {"refused": refused, "gone": gone},
        {"lines": told, "unmet": unmet(DEMANDS["photos"], told)},
    ]


def a_strip() -> Told:
    """Cards along a strip, one half over the other."""
    rng = np.random.default_rng(6)
    piles = tuple(strip_deck().labels[:6])
    whole = table_of(strip_deck().labels[:17], 2)
    place = next(one for one in whole.regions if one.name == "play.0")
    small = replace(place, x=20.0, y=20.0)
    table = Table(small.w + 40.0, small.h + 40.0, regions=(small,), kinds=("card",))
    laid = strip(rng, small, 0.0, 6, piles)
    more = [*laid[:-1], card(rng, (laid[-1].x + 20.0, laid[-1].y), 0.0, piles[0])]
    painter = Painter(table, [strip_deck()], CameraPose.over(table, (1280, 720), 5.0), seed=6)
    eye = Eye(table, [strip_deck()])
    found: Told = []
    for shot, things in enumerate((laid, more)):
        scene = eye.read(Frame(painter.paint(TableTop(tuple(things)), shot), float(shot), shot)).scene
        plain = [sighting_json(one) for one in scene.sightings]
        found.append({"seen": [{k: v for k, v in one.items() if k != "corners_px"} for one in plain]})
    return found
