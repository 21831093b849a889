"""What vision does besides reading a table, for its approved records: painting, laying, drawing, opening pictures."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from companion.sight import Look, Region, Table, Tags, Thing
from tests.approved.apparatus import a_strip, hardware, keeping, locks
from tests.approved.grids import Told, grid
from tests.approved.learning import cards_learnt, discs_learnt, lenses, light
from tests.approved.measuring import measuring
from tests.approved.parts import coin_parts, loose_parts, tables, unread
from tests.approved.wholes import identities, mat_parts, shown_stages, table_tops, towers_parts
from tests.vision import thrown
from tests.vision.cards.test_cards import deck
from tests.vision.painted.test_laying_round import TABLE as ROUND_TABLE
from tests.vision.painted.test_laying_round import TILES, tile, tower
from tests.vision.painted.test_paint import TABLE
from tests.vision.painted.test_painted_scenes import armies as rows_of_armies
from tests.vision.strips import BASICS, table_of
from tests.vision.strips import deck as strip_deck
from vision.mat.tags import tag_cells
from vision.painted.flat_things import Shine, coin_relief, paint_coin, wreath
from vision.painted.laying import row_of, tabletop_from_look
from vision.painted.painter import GROUNDS, Painter
from vision.painted.standpoint import CameraPose, Lamp
from vision.painted.tabletop import Hand, Laid, TableTop
from vision.printed.card_sheets import draw_deck
from vision.printed.drawing import draw_board, draw_mat, draw_tags
from vision.sources.pictures import PictureFault, decode_picture
from vision.workshop.training.plain_reverses import building, plain_relief, shield

SMALL = (320, 180)


def lies(top: TableTop) -> list[str]:
    """What lies on a table, bottom first, in short."""
    return [
        f"{one.label} {one.face} {one.x:.1f} {one.y:.1f} {one.angle:.0f} {one.width_mm:g}"
        for one in top.things
    ]


def painting() -> Told:
    things = (
        Laid("card", "kassin-a", 99.0, 99.0, 12.0, face="up", deck="boarix"),
        Laid("penny", "heads", 110.0, 120.0, 40.0),
        Laid("penny", "tails", 250.0, 250.0, 200.0),
        Laid("card", None, 300.0, 120.0, 200.0, face="down", deck="boarix"),
        Laid("pawn", "red", 200.0, 300.0, width_mm=22.0),
        Laid("pawn", "blue", 200.0, 300.0, width_mm=22.0),
        Laid("disc", None, 60.0, 300.0, width_mm=26.0),
    )
    found = []
    for number, on in enumerate(GROUNDS):
        camera = CameraPose.over(TABLE, SMALL, 4.0 * number, 20.0 * number, 2.0 * number, 0.9).bumped(
            (1, 2, 3), 1
        )
        lamp = Lamp(
            (60.0, 300.0, 700.0), strength=0.9, evenness=0.7, warmth=0.1 * number - 0.2, glare=0.5, noise=2.0
        )
        painter = Painter(TABLE, [deck("boarix")], camera, lamp, number, on)
        first = painter.paint(TableTop(things, Hand(200.0, 150.0, number % 2, number)))
        then = painter.paint(TableTop((replace(things[0], x=150.0), *things[1:])), 1)
        found.append({"ground": on, "grid": grid(first), "then": grid(then)})
    return found


def coins() -> Told:
    found = []
    for number, strike in enumerate((None, wreath, shield, building)):
        rng = np.random.default_rng(number)
        shine = Shine(40.0 + 70 * number, 35.0 + 5 * number)
        relief = coin_relief("heads" if strike is None else "tails", rng, strike)
        again = plain_relief("heads" if strike is None else "tails", rng)
        painted = paint_coin(again, 64.0 + number, rng, shine)
        found.append({"relief": grid(np.asarray(relief, np.float32)), "grid": grid(painted[..., :3])})
    return found


def laying() -> Told:
    decks = [deck("monkus"), deck("boarix")]
    rng = np.random.default_rng(3)
    look = rows_of_armies(decks, rng)
    first = tabletop_from_look(look, TABLE, rng, decks)
    regions: dict[str, Sequence[Thing]] = dict(look.regions)
    regions["a3"], regions["a2"] = regions["a2"], ()
    regions["b5"] = (*regions["b5"], Thing("penny", "tails"))
    regions["c6"] = tuple(replace(one, face="up", label=decks[1].labels[0]) for one in regions["c6"])
    then = tabletop_from_look(Look({k: tuple(v) for k, v in regions.items()}), TABLE, rng, decks, first)
    discs = [TILES, thrown.enrolled()]
    round_one = Look(
        {
            "a1": (tile("plain"), Thing("disc", "3")),
            "b1": tower("red", "green", "blue"),
            "start": (
                *tower("white"),
                *tower("black"),
                Thing("disc", None),
                Thing("disc", "4"),
                Thing("disc", "5"),
            ),
            "throw": (Thing("disc", "7"), Thing("disc", "spiral"), Thing("disc", "0")),
        }
    )
    round_then = Look({"a1": (tile("plain"), *tower("red", "blue")), "b1": (Thing("disc", "3"), *tower("green")),
                       "throw": (Thing("disc", "7"),)})  # fmt: skip
    on = tabletop_from_look(round_one, ROUND_TABLE, rng, discs)
    after = tabletop_from_look(round_then, ROUND_TABLE, rng, discs, on)
    strips = table_of((*BASICS, *[one for one in strip_deck().labels if one not in BASICS][:10]), 2)
    cards = [Thing("card", label, "up", "zombinion", 0) for label in strip_deck().labels]
    play = Look({"play.0": tuple(cards[:3]), "play.1": tuple(cards[:11]), "trash": (cards[4],), "deck.0": (
        Thing("card", None, "down", "zombinion"),)})  # fmt: skip
    more = Look(
        {"play.0": (*cards[:2], cards[6], cards[7]), "play.1": tuple(cards[2:9]), "trash": (cards[5],)}
    )
    row = tabletop_from_look(play, strips, rng, [strip_deck()])
    rows = tabletop_from_look(more, strips, rng, [strip_deck()], row)
    return [{"lies": lies(top)} for top in (first, then, on, after, row, rows)]


def rows() -> Told:
    table = Table(600.0, 400.0)
    found = []
    for region in (
        Region("near", 50, 0, 400, 100), Region("far", 50, 300, 300, 95), Region("left", 0, 20, 95, 320),
        Region("right", 500, 20, 92, 330), Region("one", 250, 150, 66, 92),
    ):  # fmt: skip
        row = row_of(region, table, 59.0, 91.0)
        taken = row.places(2)
        found.append(
            {
                "single": row.is_single, "room": row.room,
                "mm": [round(at, 2) for count in (1, 2, 5, 9) for at in row.places(count)],
                "at": [[round(value, 2) for value in row.at(along)] for along in (-20.0, 0.0, 35.0)],
                "along": [round(row.along(80.0, 60.0), 2), round(row.along(*region.centre), 2)],
                "free": [row.free(taken, 2), row.free((), 1), row.free(taken, 4)],
                "full": row.free(row.places(row.room), row.room),
            }
        )  # fmt: skip
    return found


def drawings() -> Told:
    drawn = [draw_mat(TABLE), draw_tags(replace(TABLE, tags=Tags(side_mm=30.0))), draw_board()]
    drawn += draw_deck(deck("boarix"), 60.0, 60.0, {deck("boarix").labels[0]: 2})
    cells = ["".join("#."[cell] for cell in row) for row in tag_cells("DICT_4X4_50", 3).tolist()]
    return [
        {"name": one.name, "mm": [one.width_mm, one.height_mm], "marks": len(one.marks)} for one in drawn
    ] + [{"cells": cells}]


def pictures() -> Told:
    face = deck("boarix").face("kassin-a")
    alpha = np.dstack(
        [face, np.tile(np.linspace(0, 255, face.shape[1]).astype(np.uint8), (face.shape[0], 1))]
    )
    found: Told = []
    for name, picture in (
        ("a.png", face),
        ("b.png", alpha),
        ("c.jpg", face),
        ("d.webp", face),
        ("e.bmp", face),
    ):
        data = cv2.imencode(Path(name).suffix, picture)[1].tobytes()
        for part in (data, data[: len(data) // 2], data[:20], b"", data[:-2]):
            try:
                found.append({"grid": grid(decode_picture(part, name))})
            except PictureFault as fault:
                found.append({"why": str(fault)})
    return found


WORK: dict[str, Callable[[], Told]] = {
    "painting": painting, "coins": coins, "laying": laying, "rows": rows, "cards learnt": cards_learnt,
    "discs learnt": discs_learnt, "lenses": lenses, "drawings": drawings, "measuring": measuring,
    "pictures": pictures, "light": light,
    "loose parts": loose_parts, "coin parts": coin_parts, "tables": tables, "unread cards": unread,
    "mat parts": mat_parts, "more towers": towers_parts, "stages": shown_stages, "table tops": table_tops,
    "identities": identities, "hardware": hardware, "locks": locks, "keeping": keeping, "a strip": a_strip,
}  # fmt: skip
