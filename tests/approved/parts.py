"""Parts of the eye with small inputs of their own, for its approved records: geometry, fits, masks, kept tables."""

from dataclasses import replace
from math import radians
from typing import Any

import cv2
import numpy as np

from companion.sight import Region, Table
from tests.approved.grids import Told, grid
from tests.vision.cards.test_drawn_cards import BOX, EVERYWHERE, GROUP
from tests.vision.cards.test_drawn_cards import sheet as drawn_sheet
from vision.cards import finding as strip_finding
from vision.cards import reader as card_outlines
from vision.cards.fitting import Lying, Pose
from vision.cards.reader import bottom_first
from vision.decks import references
from vision.identify import identify as identify_register
from vision.identify import identify as identify_shortlist
from vision.light import contrast
from vision.loose import outlines as loose_fitting
from vision.loose.outlines import sides_found, steps_along
from vision.loose.reader import scale_of
from vision.motion import hands
from vision.pennies import reader as pennies
from vision.pennies.reader import Ellipse, Shrinking
from vision.tokens import reader as token_rings


def rounded(values: Any, digits: int = 2) -> Any:
    """Numbers as plain lists."""
    return np.round(np.asarray(values, np.float64), digits).tolist()


def turned(x: float, y: float, wide: float, high: float, deg: float) -> "np.ndarray[Any, Any]":
    """The corners of a rectangle about a middle, clockwise as seen in a picture."""
    a = radians(deg)
    flat = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
    return np.asarray(flat @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + (x, y))


def loose_parts() -> Told:
    """Cards without a mat: their scale, and their sides."""
    told = [
        (turned(x, y, 60, 90, 15), px)
        for x, y, px in ((100, 80, 2.0), (500, 90, 2.4), (300, 400, 2.9), (520, 380, 5))
    ]
    scales = [scale_of(told[:count], (640, 480)) for count in (1, 2, 4)]
    points = [
        rounded([one.px_per_mm(x, y) for x, y in ((0, 0), (320, 240), (600, 100))], 3)
        for one in scales
        if one
    ]
    canvas = np.full((240, 320, 3), 70, np.uint8)
    true = turned(160, 120, 90, 120, 8)
    cv2.fillConvexPoly(canvas, np.rint(true).astype(np.int32), (210, 180, 60), cv2.LINE_AA)
    cv2.fillConvexPoly(
        canvas, np.rint(turned(160, 120, 70, 98, 8)).astype(np.int32), (60, 40, 200), cv2.LINE_AA
    )
    near = turned(164, 117, 84, 126, 5)
    sides = [sides_found(canvas, near, sizes) for sizes in ((), ((90.0, 120.0), (60.0, 60.0)))]
    sides.append(sides_found(cv2.resize(canvas, None, fx=3, fy=3).astype(np.uint8), near * 3))
    return [
        {"scale": points},
        *({"quad_px": rounded(one, 1)} for one in sides),
        {"grey": rounded(steps_along(canvas, true), 1)},
    ]


def coin_parts() -> Told:
    """Crops about would-be coins, their shapes, and the tables by which pennies are unrolled."""
    picture = np.random.default_rng(2).integers(0, 255, (120, 160, 3)).astype(np.uint8)
    soft = Shrinking(np.asarray(cv2.GaussianBlur(picture, (0, 0), 3.0), np.uint8))
    found: Told = []
    for radius, lean in ((9.0, 0.0), (22.0, 0.3), (25.0, 0.0), (55.0, -0.2), (90.0, 0.1)):
        outline = Ellipse(np.array([70.0, 55.0]), radius * pennies.stretch(lean, lean / 2), 0.5)
        crop = soft.crop(outline, 48, 16.0)
        found.append(
            {
                "grid": grid(crop),
                "px": rounded([outline.radius, outline.chance, *outline.points(4, 1.1).ravel()]),
            }
        )
        pennies.evened(crop[None])
    pennies._told(
        Ellipse(np.array([5.0, 6.0]), np.eye(2) * 4), np.array([0.4, 1.2, 0.1, -0.2, 0.1, 0.5, -0.3])
    )
    pennies.ring_radii()
    for size in (0.9, 1.0):
        pennies._unrolling.__wrapped__(size)
    for scale in (1.5, 4.0):
        pennies._ring.__wrapped__(scale)
        pennies._kernels.__wrapped__(scale, scale + 0.5)
    pennies._dots()
    over = [turned(0.0, 0.0, 60.0, 60.0, 20.0), turned(40.0, 10.0, 60.0, 60.0, 0.0)]
    places = ((0.0, 0.0), (34.0, 0.0), (-33.0, 8.0), (0.0, 38.0), (75.0, 10.0))
    return [*found, {"showing": rounded([pennies.showing(x, y, over) for x, y in places])}]


def tables() -> Told:
    """What is worked out once and kept: kernels, weights, places of samples."""
    contrast.smoothing.__wrapped__(9, 2.0)
    surfaces = hands._surfaces.__wrapped__(5, 8)
    hands._weights(np.array([[0.0, 0.04], [0.1, -0.2], [-0.03, 0.01]]))
    light = hands.light_between((surfaces @ np.ones((6, 3)) * 0.1).astype(np.float32))
    identify_register._samples.__wrapped__(4, 6)
    identify_register._shares.__wrapped__(4, 6)
    loose_fitting._changes.__wrapped__()
    for radius in (2.5, 6.0):
        token_rings._annuli.__wrapped__(radius)
    references.offsets(60.0, 88.0, 6, 4)
    scores = np.array([0.3, 0.9, 0.1, 0.7], np.float32)
    best = [sorted(identify_shortlist.best(scores, most)) for most in (1, 2, 9)]
    group = replace(GROUP)
    regions = [
        Region("a", 0, 0, w, h) for w, h in ((400, 90), (90, 400), (200, 200), (70, 95), (66, 60), (130, 90))
    ]
    return [
        {"best": rounded(best and [one for some in best for one in some])},
        {"light": rounded(light[::2, ::3, 0])},
        *(
            {
                "strip": strip_finding.is_strip(region, group),
                "angles": rounded(strip_finding.angles_in(region, group)),
                "along": rounded(strip_finding._along(region).mean(axis=0), 1),
            }
            for region in regions
        ),
    ]


def unread() -> Told:
    """Cards of no deck among those that are known, and the order of cards on a sheet."""
    sheet = drawn_sheet((0, 100.0, 100.0), (1, 130.0, 120.0), (2, 300.0, 250.0))
    cards = [
        Lying(GROUP, 0, Pose(100.0, 100.0, 0.0), 1.0, visible=0.6),
        Lying(GROUP, 1, Pose(130.0, 120.0, 0.0), 0.9),
    ]
    cards.append(Lying(GROUP, None, Pose(300.0, 250.0, 0.0), 0.5))
    orders = [
        bottom_first(sheet, some, kept, order)
        for some, kept, order in (
            (cards, (), ()),
            (cards[::-1], (), ()),
            (cards[:1], cards[1:], cards),
            (cards[1:], cards[:1], ()),
            ([replace(cards[1], visible=0.5)], cards[:1], ()),
            (cards[1:2], cards[:1], cards[:2]),
        )
    ]
    regions = tuple(
        Region(f"r{n}", x, y, 100, 110) for n, (x, y) in enumerate(((50, 45), (250, 195), (250, 45)))
    )
    table = Table(400.0, 400.0, None, regions)
    found = [
        card_outlines.find_outlines(sheet, groups, table, [BOX], known, EVERYWHERE)
        for groups, known in (([GROUP], ()), ([], ()), ([GROUP], cards[:2]))
    ]
    return [
        {"order": [[cards_at(one) for one in order] for order in orders]},
        *({"quad_px": [cards_at(one) for one in some]} for some in found),
    ]


def cards_at(card: Lying) -> list[float]:
    return [round(card.pose.x, 1), round(card.pose.y, 1), round(card.pose.angle, 1)]
