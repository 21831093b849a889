"""Things that painted dice lean on or lie beside: books, boxes, piles of cards.

They are painted before the dice, so they only stand where they would hide no die.
"""

import cv2
import numpy as np

from vision.arrays import Values
from vision.workshop.training.dice_bodies import Pose
from vision.workshop.training.dice_camera import FINER, Camera
from vision.workshop.training.dice_grounds import colour

SELDOM = 0.06
"""Probability of such a thing beside a flat die."""


def lay_prop(canvas: Values, chance: np.random.Generator, camera: Camera, pose: Pose) -> None:
    """Paints (BGR linear, FINER) a support for a leaning die, or rarely a thing beside a flat one."""
    normal = pose.normal(pose.up())
    slope = float(np.hypot(*normal[:2]))
    leans = slope > 0.14
    if chance.random() > (0.6 if leans else SELDOM):
        return
    heading = -normal[:2] / slope if leans else chance.normal(size=2)
    heading = heading / max(1e-6, float(np.hypot(*heading)))
    behind = float(heading @ camera.where[:2]) < 0
    if leans and chance.random() < 0.6:
        # Its raised side lies upon something low.
        near, high = pose.side * chance.uniform(-0.1, 0.3), pose.side * slope * chance.uniform(0.3, 0.8)
    elif behind:
        reach = float(np.abs(heading @ pose.turn[:2]).sum()) / 2
        near, high = pose.side * (reach + chance.uniform(0, 0.06)), pose.side * chance.uniform(0.1, 2.5)
    else:
        return
    wide, deep = pose.side * chance.uniform(0.8, 7, size=2)
    middle = pose.middle[:2] + heading * near
    across = np.array([-heading[1], heading[0]])
    slide = chance.uniform(-0.4, 0.4) * wide
    corners = [
        middle + across * (slide + s * wide / 2) + heading * d
        for s, d in ((-1, 0), (1, 0), (1, deep), (-1, deep))
    ]
    base = np.array([[x, y, 0.0] for x, y in corners], np.float32)
    top = base + np.array([0, 0, high], np.float32)
    paper = np.array([0.6, 0.72, 0.8], np.float32) if chance.random() < 0.4 else colour(chance)
    cover = colour(chance) if chance.random() < 0.6 else paper
    spots = [((camera.to_px(points) + 0.5) * FINER).astype(np.int32) for points in (base, top)]
    order = sorted(
        range(4), key=lambda k: -float(np.linalg.norm(base[k] + base[(k + 1) % 4] - 2 * camera.where))
    )
    for k in order:
        wall = np.array([spots[0][k], spots[0][(k + 1) % 4], spots[1][(k + 1) % 4], spots[1][k]])
        tone = float(chance.uniform(0.35, 0.8))
        cv2.fillConvexPoly(canvas, wall, [float(v) * tone for v in paper], cv2.LINE_AA)
    cv2.fillConvexPoly(canvas, spots[1], [float(v) for v in cover], cv2.LINE_AA)
    if chance.random() < 0.5:
        for _ in range(int(chance.integers(1, 4))):
            share = chance.uniform(0, 1, size=(2, 2))
            ends = [top[0] + s * (top[1] - top[0]) + t * (top[3] - top[0]) for s, t in share]
            a, b = ((camera.to_px(np.array(ends, np.float32)) + 0.5) * FINER).astype(int).tolist()
            cv2.line(
                canvas, a, b, [float(v) for v in colour(chance)], int(chance.integers(1, 6)), cv2.LINE_AA
            )
