"""Pictures that the eye reads for its approved records: all frames at hand, and a painted table of each kind."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from companion.sight import Sighting, Table
from tests.approved.grids import Told
from tests.vision import shown, test_dark_backs, thrown
from tests.vision.cards.test_cards import back, deck, face
from tests.vision.cards.test_free_cards import TABLE as FREE_TABLE
from tests.vision.cards.test_free_cards import laid as free_cards
from tests.vision.dice.test_dice import scenes as dice_scenes
from tests.vision.flick_scenes import book_of
from tests.vision.flick_scenes import painted as painted_flick
from tests.vision.looked import find_dice, find_discs
from tests.vision.painted.test_paint import SIZE, TABLE
from tests.vision.painted.test_paint_round import TABLE as ROUND_TABLE
from tests.vision.painted.test_paint_round import disc, piece
from tests.vision.pennies.test_free_pennies import laid as free_pennies
from tests.vision.tiles import board
from tests.vision.tiles import decks as zones_decks
from tests.vision.tiles import table as zones_table
from ui.bundle.gathering import sighting_json
from vision.arrays import Picture
from vision.calibration.judging import calibrate
from vision.decks.deck import Deck
from vision.eye import Eye
from vision.painted.painter import Ground, Painter
from vision.painted.standpoint import CameraPose, Lamp
from vision.painted.tabletop import Hand, Laid, TableTop
from vision.sources.frames import Frame
from vision.towers.reader import PieceWatch

LYING = (
    face("kassin-a", 33.0, 33.0, 3.0),
    face("mourse-b", 165.0, 297.0, 180.0, "warus"),
    face("kassin-b", 231.0, 99.0, 90.0),
    back(99.0, 33.0, 2.0),
    back(297.0, 363.0, 178.0, "warus"),
)
OVERLAPPING = (
    face("kassin-a", 165.0, 165.0, 2.0),
    Laid("penny", "heads", 190.0, 170.0, 30.0),
    face("mourse-a", 168.0, 192.0, 181.0, "warus"),
    Laid("penny", "tails", 150.0, 205.0, 200.0),
)
PENNIES = (
    face("kassin-a", 99.0, 165.0),
    Laid("penny", "heads", 110.0, 170.0, 40.0),
    face("kassin-b", 231.0, 165.0, 5.0),
    Laid("penny", "tails", 235.0, 150.0, 140.0),
    face("mourse-b", 231.0, 297.0, 180.0, "warus"),
    Laid("penny", "heads", 220.0, 300.0, 250.0),
)


def two_decks() -> tuple[Deck, Deck]:
    return deck("boarix"), deck("warus")


def told(seen: Sequence[Sighting], **more: object) -> dict[str, Any]:
    """Sightings as plain values; outlines only where no place in mm says it better."""
    plain = [sighting_json(one) | ({"cocked": True} if one.cocked else {}) for one in seen]
    for one in plain:
        outline = np.array(one.pop("corners_px", [[0, 0]]))
        if "x" not in one:
            one["middle_px"] = outline.mean(axis=0).round(1).tolist()
    return {"seen": plain, **more}


def follow(eye: Eye, pictures: Sequence[Picture]) -> Told:
    """What one eye tells of pictures, a second apart."""
    found: Told = []
    for number, picture in enumerate(pictures):
        reading = eye.read(Frame(picture, float(number), number))
        scene, plane = reading.scene, eye.plane
        wide, high = eye.table.width_mm, eye.table.height_mm
        corners = [] if plane is None else plane.to_px([(0, 0), (wide, 0), (wide, high), (0, high)]).tolist()
        found.append(
            told(
                scene.sightings,
                hand=scene.hand,
                covered=sorted(scene.covered),
                mat=reading.mat.why or "found",
                moved_mm=round(reading.mat.moved_mm, 2),
                light=[reading.light.why or "good", *reading.light.lost],
                mat_px=[[round(x, 1), round(y, 1)] for x, y in corners],
                camera_mm=[] if plane is None else [round(value) for value in plane.camera_mm()],
            )
        )
    return found


def paint(
    things: Sequence[TableTop | tuple[Laid, ...]],
    camera: CameraPose | None = None,
    lamp: Lamp | None = None,
    on: Ground = "green cloth",
    table: Table = TABLE,
) -> list[Picture]:
    """Pictures of table tops with cards of two armies, one after the other."""
    painter = Painter(table, two_decks(), camera or CameraPose.over(table, SIZE), lamp, 5, on)
    tops = [one if isinstance(one, TableTop) else TableTop(one) for one in things]
    return [painter.paint(top, shot) for shot, top in enumerate(tops)]


def armies(*things: TableTop | tuple[Laid, ...], **painted: Any) -> Told:
    return follow(Eye(TABLE, two_decks()), paint(things, **painted))


def a_game() -> Told:
    table = replace(shown.table(), kinds=("card", "penny"))
    names = sorted(path.name for path in shown.FRAMES.glob("*.jpg"))
    return follow(Eye(table, two_decks()), [shown.picture(name) for name in names])


def dark_backs() -> Told:
    names = sorted(path.name for path in test_dark_backs.FRAMES.glob("*.jpg"))
    return follow(test_dark_backs.looker(), [test_dark_backs.picture(name) for name in names])


def cards() -> Told:
    moved = (replace(LYING[0], y=99.0), *LYING[1:3], LYING[4])
    return armies(LYING, moved)


def overlapping() -> Told:
    return armies(OVERLAPPING[:2], OVERLAPPING)


def pennies() -> Told:
    return armies(PENNIES, on="dark wood")


def a_hand() -> Told:
    gone = LYING[:3]
    return armies(LYING, TableTop(gone, Hand(99.0, 40.0)), gone)


def glare() -> Told:
    return armies(LYING, lamp=Lamp((60.0, 420.0, 800.0), glare=0.6), on="grey cloth")


def two_lights() -> Told:
    before, after = paint((LYING, (*LYING[:3], *PENNIES[4:])))
    rows, columns = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
    slope = (0.6 + 0.5 * columns / SIZE[0] + 0.1 * rows / SIZE[1])[..., None] * np.array([0.7, 0.9, 1.1])
    other = [np.asarray(np.clip(picture * slope, 0, 255), np.uint8) for picture in (before, after)]
    return follow(Eye(TABLE, two_decks()), [before, *other])


def a_bent_lens() -> Told:
    return armies(LYING, camera=replace(CameraPose.over(TABLE, SIZE), bend=(-0.12, 0.02)))


def a_tilted_mat() -> Told:
    camera = CameraPose.over(TABLE, SIZE, tilt_deg=24.0, turned_deg=35.0, roll_deg=5.0)
    knocked = camera.bumped((5.0, -3.0, 2.0), 1.2)
    pictures = [paint((LYING,), camera)[0], paint((LYING,), knocked)[0]]
    return follow(Eye(TABLE, two_decks()), pictures)


def loose() -> Told:
    table = Table(396.0, 396.0, None, kinds=("card", "penny"))
    things = (*LYING[:2], replace(LYING[2], angle=40.0), *PENNIES[4:], LYING[4])
    return follow(Eye(table, two_decks()), paint((things,)))


def free() -> Told:
    decks = deck("warus"), deck("rhinogoths")
    camera = CameraPose.over(FREE_TABLE, SIZE, tilt_deg=5.0)
    painter = Painter(FREE_TABLE, decks, camera, seed=1)
    few = TableTop(free_cards(list(decks), np.random.default_rng(1)).things[3:6])
    return follow(Eye(FREE_TABLE, decks), [painter.paint(few)])


def pennies_anywhere() -> Told:
    table = replace(TABLE, regions=(), kinds=("penny",))
    return follow(Eye(table), paint((free_pennies(7),), on="light wood"))


def tokens() -> Told:
    case = board(4)
    pictures = [case.painter.paint(case.top), case.painter.paint(case.after, 1)]
    return follow(Eye(zones_table(), zones_decks()), pictures)


def discs_and_pawns() -> Told:
    things = (
        disc("4", 60.0, 60.0, 37.0),
        disc("spiral", 150.0, 70.0, 200.0),
        disc("7", 240.0, 60.0, 300.0),
        piece("red", 60.0, 200.0),
        piece("blue", 150.0, 220.0),
        piece("blue", 240.0, 200.0),
        piece("yellow", 240.0, 200.0),
    )
    decks = [thrown.enrolled()]
    painter = Painter(ROUND_TABLE, decks, CameraPose.over(ROUND_TABLE, SIZE))
    table = replace(ROUND_TABLE, kinds=("disc", "pawn"))
    return follow(Eye(table, decks), [painter.paint(TableTop(things))])


def a_throw() -> Told:
    throw = thrown.thrown(2, over=0.6)
    return [told(find_discs(throw.picture, throw.plane, None, [thrown.enrolled()]))]


def towers() -> Told:
    flick = painted_flick(0)
    eye = Eye(replace(flick.table, kinds=("pawn",)))
    eye.watched = PieceWatch(tuple(flick.truth))
    eye.watched.tell(book_of(flick))
    return follow(eye, [flick.before, flick.after])


def dice() -> Told:
    level, leaning = dice_scenes(71, 4), dice_scenes(75, 2, leaning=0.6)
    return [told(find_dice(scene.picture, None, None)) for scene in (*level, *leaning)]


def calibration() -> Told:
    image = shown.picture("003.jpg")
    spots = [np.random.default_rng(seed).normal(0.0, 2.0, image.shape[:2])[..., None] for seed in range(3)]
    shots = [np.asarray(np.clip(image + one, 0, 255), np.uint8) for one in spots]
    found = calibrate(shots, shown.table())
    return [{"seen": [{"name": one.name, "ok": one.ok} for one in found.verdicts]}]


PICTURES: dict[str, Callable[[], Told]] = {
    "a game in frames": a_game, "dark backs": dark_backs, "cards": cards, "cards overlapping": overlapping,
    "pennies on cards": pennies, "a hand": a_hand, "glare": glare, "two lights": two_lights,
    "a bent lens": a_bent_lens, "a tilted mat, knocked": a_tilted_mat, "no mat": loose, "free cards": free,
    "free pennies": pennies_anywhere, "tiles and tokens": tokens, "discs and pawns": discs_and_pawns,
    "thrown discs": a_throw, "towers": towers, "dice": dice, "calibration": calibration,
}  # fmt: skip
