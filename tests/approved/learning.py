"""Cards, discs and lenses as they are learnt, and the light as it is measured, for the approved records of the eye."""

from dataclasses import replace

import cv2
import numpy as np

from tests.approved.grids import Told, grid
from tests.vision import shown, thrown
from tests.vision.cards.test_cards import deck
from tests.vision.enrolling.test_enrol import photo, photographer
from tests.vision.enrolling.test_enrol_discs import EMPTY, disc_at
from tests.vision.painted.test_paint import TABLE
from ui.lab.bench.times import seen_card
from vision.calibration.judging import flicker_of, noise_of
from vision.decks.alike import alike, discs_alike
from vision.decks.deck import side_by_side
from vision.enrolling.card_quad import NoCard, find_quad, straighten
from vision.enrolling.folder import Shot, cards_on_scan, combined, examine, glare, sharpness, without_doubles
from vision.enrolling.live import find_disc
from vision.mat.lens import board_picture, lens_from, look_at_picture
from vision.painted.tabletop import TableTop
from vision.tokens.reader import PX_PER_MM, candidates, fitted
from vision.tokens.reader import light as linear_light


def cards_learnt() -> Told:
    known, found = deck("warus"), []
    painter = photographer(known, 12.0)
    empty = painter.paint(TableTop())
    taken = [
        photo(painter, known, label, angle) for label, angle in zip(known.labels, (-12.0, 8.0), strict=False)
    ]
    for quad in (find_quad(taken[0], empty, (250.0, 250.0)), find_quad(taken[1])):
        found.append({"quad_px": np.round(quad, 1).tolist()})
    cut = [straighten(taken[0], 60.0, 60.0).cut(taken[0])]
    found += [
        {"grid": grid(one), "sharp": round(sharpness(one), 2), "glare": round(glare(one), 3)} for one in cut
    ]
    outcomes = [examine(Shot(f"card {number}", (one,))) for number, one in enumerate((taken[0], empty))]
    outcomes = [*outcomes, replace(outcomes[0], label="again")]
    found += [
        {"taken": one.taken, "why": one.why, "like": one.like and one.like[0]}
        for one in without_doubles(outcomes)
    ]
    shone = [cv2.circle(cut[0].copy(), (20 + 40 * n, 50), 25, (255, 255, 255), -1) for n in range(3)]
    found.append({"grid": grid(combined([np.asarray(one, np.uint8) for one in shone]))})
    sheet = np.full((500, 700, 3), 255, np.uint8)
    for number in range(6):
        x, y = 30 + 220 * (number % 3), 30 + 240 * (number // 3)
        sheet[y : y + 200, x : x + 190] = cv2.resize(known.face(known.labels[number]), (190, 200))
    found += [{"scan": list(one.shape), "grid": grid(one)} for one in cards_on_scan(sheet)]
    faces = [(label, known.face(label), 60.0, 60.0) for label in known.labels[:4]]
    darker = ("twin", np.asarray(faces[0][1] * 0.9, np.uint8), 60.0, 60.0)
    found.append({"alike": [f"{one.a} {one.b}" for one in alike([*faces, darker])]})
    found.append({"grid": grid(side_by_side(faces[0][1], faces[1][1]))})
    seen = seen_card(faces[0][1], np.random.default_rng(1), 2)
    return [*found, {"grid": grid(seen)}]


def discs_learnt() -> Told:
    found: Told = []
    shadow = disc_at((300, 200))
    cv2.ellipse(shadow, (330, 220), (66, 50), 20, 0, 360, (70, 88, 80), -1, cv2.LINE_AA)
    cv2.ellipse(shadow, (300, 200), (60, 48), 30, 0, 360, (30, 40, 200), -1, cv2.LINE_AA)
    strange = cv2.rectangle(EMPTY.copy(), (200, 100), (400, 160), (20, 20, 220), -1)
    for picture in (
        disc_at((300, 200)),
        shadow,
        disc_at((200, 200), (450, 250)),
        disc_at((300, 200), radius=14),
        strange,
    ):
        for empty in (EMPTY, None):
            shot = np.asarray(picture, np.uint8)
            try:
                disc = find_disc(shot, empty)
            except NoCard as none:
                found.append({"why": str(none)})
                continue
            found.append(
                {
                    "quad_px": np.round([disc.middle, *disc.spread], 1).tolist(),
                    "grid": grid(disc.cut(shot)),
                }
            )
    known = replace(thrown.enrolled(), name="anew")
    turned = [
        (label, np.asarray(np.rot90(known.face("4"), turn), np.uint8)) for turn, label in enumerate("abc")
    ]
    found.append({"alike": [f"{one.a} {one.b}" for one in discs_alike([*turned, ("5", known.face("5"))])]})
    coarse = np.full((90, 120, 3), 100, np.uint8)
    side = round(known.width_mm * PX_PER_MM)
    for number, (label, x, y) in enumerate((("4", 20, 20), ("spiral", 70, 50))):
        face = cv2.rotate(cv2.resize(known.face(label), (side, side), interpolation=cv2.INTER_AREA), number)
        mask = np.hypot(*(np.mgrid[0:side, 0:side] - (side - 1) / 2)) <= side / 2
        coarse[y : y + side, x : x + side][mask] = face[mask]
    above = coarse.astype(np.float32)
    near = candidates(above, known, float(linear_light(above).std()))
    found.append({"middle_px": near.tolist()})
    for middle, fits, turns in fitted(above, PX_PER_MM, known, near):
        found.append({"middle_px": middle.tolist(), "sure": fits.round(3).tolist(),
                      "turns": turns[fits.argmax()]})  # fmt: skip
    return found


def lenses() -> Told:
    board = cv2.cvtColor(board_picture(7, 5, "DICT_5X5_100", 40), cv2.COLOR_GRAY2BGR)
    look = look_at_picture(np.asarray(board, np.uint8), None)
    assert look is not None
    memory, served = lens_from([shown.picture("000.jpg"), shown.picture("003.jpg")], shown.table())
    assert look_at_picture(EMPTY, TABLE) is None
    lens = memory.lens
    spreads = lens and [round(one, 3) for one in lens.spreads]
    return [
        {
            "corners": len(look.mm),
            "served": list(served),
            "focal": lens and round(lens.focal, 3),
            "sure": spreads,
        }
    ]


def light() -> Told:
    image = shown.picture("003.jpg")[200:680, 300:1100]
    rows = np.arange(image.shape[0])[:, None, None]
    shots = [np.asarray(np.clip(image * (0.9 + 0.03 * n + 0.04 * np.sin(rows / 40 + n)), 0, 255), np.uint8)
             for n in range(4)]  # fmt: skip
    return [{"flicker": [round(value, 3) for value in flicker_of(shots)],
             "noise": [round(noise_of(some), 2) for some in (shots, shots[:1])]}]  # fmt: skip
