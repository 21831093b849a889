"""The mat, towers, stages and table tops with inputs of their own, for the approved records of the eye."""

from dataclasses import replace

import numpy as np

from tests.approved.grids import Told, grid
from tests.approved.parts import rounded, turned
from tests.vision.cards.test_cards import deck, face
from tests.vision.flick_scenes import book_of
from tests.vision.flick_scenes import painted as painted_flick
from tests.vision.mat.test_mat import knocked
from tests.vision.painted.test_paint import SIZE, TABLE
from ui.bundle.gathering import stages
from ui.lab.bench.figures import error_mm, true_px
from ui.lab.bench.times import measure_identity
from vision.mat.plane import USUAL_LENS, NoPlane, find_plane, first_stance, fit_stance, project
from vision.painted.painter import Painter
from vision.painted.simulated import by_hand
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import Laid, TableTop
from vision.towers.finding import find_board_pieces


def mat_parts() -> Told:
    """A stance fitted to four tags, to two with what was known before, and what a true camera sees."""
    rng = np.random.default_rng(4)
    tags = np.array([turned(x, y, 40, 40, 0) for x, y in ((-30, -30), (426, -30), (426, 426), (-30, 426))])
    pose = CameraPose.over(TABLE, SIZE, tilt_deg=14.0, turned_deg=20.0)
    true = pose.plane(TABLE)
    pixels = true.to_px(tags.reshape(-1, 2)) + rng.normal(0, 0.1, (16, 2))
    first = first_stance(tags, pixels, USUAL_LENS, SIZE)
    whole = fit_stance(tags, pixels, SIZE)
    assert first is not None and whole is not None
    middle = np.array([198.0, 198.0])
    pushed = true.to_px((tags[:2] + np.array([4.0, -3.0])).reshape(-1, 2))
    two = fit_stance(tags[:2], pushed, SIZE, None, (whole[0][4:], middle))
    assert two is not None
    state = np.concatenate([[np.log(980.0), -0.02, 0.01, 0.005], first])
    where, slopes = project(tags[:1], state, (1280, 720))
    camera = {
        "rotation_world_to_camera": np.diag([1.0, -1.0, -1.0]),
        "translation_mm": [5.0, -3.0, 700.0],
        "matrix": [[980.0, 0, 640.0], [0, 980.0, 360.0], [0, 0, 1]],
        "distortion": [-0.02, 0.0, 0, 0, 0],
    }
    seen = true_px(np.array([[0.0, 0.0], [100.0, 50.0]]), camera)
    moved = knocked(pose, rng, 3)
    off = error_mm(true, TABLE, camera, np.array([[1.0, 0, 20], [0, 1.0, 9], [0, 0, 1]]))
    return [
        {
            "focal": round(float(np.exp(state[0]))),
            "bend": rounded(state[1:3]),
            "mm": rounded(state[7:], 0),
            "turn": rounded(state[4:7]),
            "error": round(error, 2),
        }
        for state, error in (whole, two)
    ] + [
        {
            "quad_px": rounded(where, 1),
            "slopes": rounded(np.abs(slopes).mean(axis=0), 0),
            "seen": rounded(seen, 1),
            "off": round(off, 1),
            "knocked": rounded(moved.at, 0),
            "straight": rounded(first, 1),
        }
    ]


def towers_parts() -> Told:
    """Pieces of boards told by what changed, and from nothing."""
    found: Told = []
    for number, alone in ((39, False), (3, True)):
        flick = painted_flick(number)
        after, before = (find_plane(picture, flick.table) for picture in (flick.after, flick.before))
        assert not isinstance(after, NoPlane) and not isinstance(before, NoPlane)
        book = () if alone else book_of(flick)
        pieces = find_board_pieces(
            flick.after,
            after,
            tuple(flick.truth),
            book,
            None if alone else flick.before,
            flick.size,
            before_plane=None if alone else before,
        )
        found.append(
            {
                "seen": [
                    {
                        "label": one.colour,
                        "x": one.x and round(one.x, 1),
                        "y": one.y and round(one.y, 1),
                        "level": one.level,
                        "sure": round(one.sure, 2),
                    }
                    for one in pieces.pieces
                ]
            }
        )
    return found


def shown_stages() -> Told:
    """What is shown of each stage to people who look for a fault."""
    painter = Painter(TABLE, (deck("boarix"), deck("warus")), CameraPose.over(TABLE, SIZE), seed=3)
    tops = list(
        by_hand(
            TableTop((face("kassin-a", 33.0, 33.0),)), TableTop((face("kassin-a", 99.0, 99.0),)), TABLE, 1
        )
    )
    before, after = painter.paint(tops[-1], 1), painter.paint(tops[2], 2)
    found = stages(after, TABLE, [deck("boarix")], before)
    return [
        {"reach": [[round(top.hand.x), round(top.hand.y)] for top in tops if top.hand]},
        *(
            {
                "name": one.name,
                "grid": [] if one.picture is None else grid(one.picture),
                "keys": sorted(one.found),
            }
            for one in found
        ),
    ]


def table_tops() -> Told:
    """What fingers do to a table top."""
    things = (
        Laid("card", "a", 50.0, 50.0, 10.0),
        Laid("penny", "heads", 55.0, 55.0),
        Laid("disc", "1", 60.0, 45.0, width_mm=25.0),
        Laid("pawn", "red", 60.0, 46.0, width_mm=22.0),
        Laid("card", "b", 90.0, 60.0, 100.0),
        Laid("penny", "tails", 110.0, 60.0),
    )
    top = TableTop(things)
    tops = [
        top.moved(0, 150.0, 100.0),
        top.moved(4, 50.0, 90.0),
        top.moved(3, 5.0, 5.0),
        top.flipped(1),
        top.flipped(0),
        top.flipped(3),
        top.turned(4, 300.0),
        top.removed(2),
        replace(top, things=(*top.things[:2], replace(top.things[2], label="x"), *top.things[3:])),
        top.added(things[0]),
    ]
    lie = [
        [f"{one.kind} {one.label} {one.face} {one.x:g} {one.y:g} {one.angle:g}" for one in each.things]
        for each in tops
    ]
    at = [
        top.at(x, y)
        for x, y in ((50, 50), (56, 56), (60, 46), (75, 75), (118, 60), (120.0, 60), (300, 300), (79, 45))
    ]
    return [{"lie": lie, "at": at, "riders": [list(top.riders(n)) for n in range(len(things))]}]


def identities() -> Told:
    """How faces are told apart that are much alike."""
    found = measure_identity(faces=5, crops=4, seed=2)
    return [{name: value for name, value in found.items() if "ms" not in name}]
