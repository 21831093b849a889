"""Finds tokens: flat discs with enrolled faces and known size, on cards, tiles or the bare table.

Rule kept: a mat gives the size at which a token is seen, so it is searched by its face alone. A token is named only if
its face fits well and clearly better than every other. Discs without an enrolled face are left to the disc reader.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from companion.sight import Sighting, Table
from vision.arrays import (
    Box,
    Floats,
    Mask,
    Picture,
    Points,
    Values,
    as_corners,
    box_about,
    circle,
    each_once,
    grown,
    meets_any,
)
from vision.cards.fitting import BURNT
from vision.decks.alike import SHARP, Spectra, left_over, ring_areas, ring_spectra, sampled
from vision.decks.deck import Deck
from vision.mat.plane import Plane, white_gains, whitened
from vision.reader import Seen, View, bears

# Fits enrolled faces to a place, in the best turn and the best place nearby. Faces are compared on rings of samples
# about the middle: a turn is a shift along them, and one product of spectra covers all turns.

OUTERMOST: Final = 0.97
"""Radius of the outermost samples, over the token's."""
FIRST: Final = (7, 36)
CLOSE: Final = (14, 72)
"""Rings, and samples on each, of the first comparison and of the close ones."""
STEPS_MM: Final = (1.2, 0.6, 0.3)
"""Steps by which a place is refined."""
LEAST_SHOWN: Final = 0.35
"""Minimum share of a token that glare leaves, for it to be compared by what shows."""
NOTHING, HOPELESS = 0.35, 0.5
"""Minimum fit of a place at first, and after the first step of refinement."""
_SOFT: Final = 0.9


def fitted(
    picture: Values, px_per_mm: float, deck: Deck, places: Floats, shows: Values | None = None
) -> list[tuple[Floats, Floats, Floats]]:
    """Each place (N x 2, px) moved to where a face of the deck fits best; poor ones are dropped.

    With each: the fit (-1..1) of every face in its best turn, and that turn (deg counter-clockwise). `picture`: the
    rectified table, BGR. `shows`: 1, or 0 where glare burns it out; None: it shows everywhere.
    """
    radius = OUTERMOST * px_per_mm * deck.width_mm / 2
    if not len(places):
        return []
    # Poor places are dropped early, as each further step costs nine comparisons.
    fits, turns = _fits(picture, places, radius, _known(deck, px_per_mm, FIRST), FIRST, shows)
    places = places[fits.max(axis=1) >= NOTHING]
    for number, step in enumerate(STEPS_MM):
        if not len(places):
            return []
        # The coarse rings are enough for the first step, and cheaper.
        rings = FIRST if number == 0 else CLOSE
        about = np.array([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]) * step * px_per_mm
        around = (places[:, None] + about[None]).reshape(-1, 2)
        fits, turns = _fits(picture, around, radius, _known(deck, px_per_mm, rings), rings, shows)
        best = fits.max(axis=1).reshape(-1, len(about))
        chosen = np.arange(len(places)) * len(about) + best.argmax(axis=1)
        if number == 0:
            chosen = chosen[best.max(axis=1) >= HOPELESS]
        places, fits, turns = around[chosen], fits[chosen], turns[chosen]
    return list(zip(places, fits, turns, strict=True))


def _fits(
    picture: Values,
    places: Floats,
    radius: float,
    known: Spectra,
    rings: tuple[int, int],
    shows: Values | None = None,
) -> tuple[Floats, Floats]:
    """Places x faces: the fit of each in its best turn, and that turn (deg)."""
    shown = None if shows is None else sampled(shows, places, radius, rings)[..., None] > 0.5
    seen = ring_spectra(picture, places, radius, rings, shown)
    # Circular correlation along the rings, by frequency: frequencies x places x faces.
    product = np.matmul(seen.transpose(2, 0, 1), known.conj().transpose(2, 1, 0))
    along = np.fft.irfft(product, rings[1], axis=0)
    if shown is not None:
        along *= _of_what_shows(known, shown[..., 0])
    turns = along.argmax(axis=0) * (360.0 / rings[1])
    return np.asarray(along.max(axis=0), np.float64), np.asarray(turns, np.float64)


def _of_what_shows(known: Spectra, shown: Mask) -> Floats:
    """Factors (samples x places x faces) that normalise each face, in each turn, by what shows of the place alone.

    0 where too little shows.
    """
    count, samples = shown.shape[1:]
    faces = np.fft.irfft(known.reshape(len(known), count, 3, -1), samples)
    areas, mask = ring_areas(count), np.fft.rfft(shown)

    def turned(one: Floats) -> Floats:
        product = np.einsum("prk,frk->kpf", mask, np.fft.rfft(one).conj(), optimize=True)
        return np.asarray(np.fft.irfft(product, samples, axis=0), np.float64)

    share = (shown.sum(axis=2) @ areas)[:, None] + 1e-6
    sums = (turned(faces[:, :, channel] * np.sqrt(areas)[:, None]) for channel in range(3))
    length = turned((faces**2).sum(axis=2)) - sum(one**2 for one in sums) / share
    return np.asarray((share >= LEAST_SHOWN * samples) / np.sqrt(np.maximum(length, 1e-3)), np.float64)


@lru_cache(maxsize=32)
def _known(deck: Deck, px_per_mm: float, rings: tuple[int, int]) -> Spectra:
    side = max(8, round(px_per_mm * deck.width_mm))
    middle = np.array([[(side - 1) / 2, (side - 1) / 2]])
    found = []
    for face in deck.faces:
        small = cv2.resize(face.image, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
        soft = np.asarray(cv2.GaussianBlur(small, (0, 0), _SOFT), np.float32)
        found.append(ring_spectra(soft, middle, OUTERMOST * side / 2, rings)[0])
    return np.stack(found)


# Where tokens may lie: the mean colours of rings about every pixel are compared with those of the enrolled faces.
# Rings look the same in every turn, so one pass over a coarse picture covers all turns and faces.

PX_PER_MM: Final = 0.8
EDGES: Final = (0.0, 0.3, 0.5, 0.65, 0.78, 0.88, 1.0)
"""Radii between the rings, over the token's radius."""
ALIKE: Final = 0.62
"""Minimum agreement of a place's rings."""
PLAIN: Final = 0.12
"""Noise added to a place's contrast, as a share of the table's contrast, so that plain places agree little."""
SOFT: Final = 0.6
"""Blur (px) of the coarse picture."""
MOST: Final = 160
_FINER: Final = 4
_LARGER: Final = 8


def candidates(coarse: Values, deck: Deck, contrast: float) -> Points:
    """Where discs of a deck may lie in a rectified picture (BGR, PX_PER_MM): px, likeliest first.

    `contrast`: standard deviation of the whole table's light, so that a part of the table is judged like the whole.
    """
    seen = _evened(coarse, PX_PER_MM * deck.width_mm / 2)
    # Correlation of each pixel's rings with every face's, the best face per pixel; then its local maxima.
    strength = np.sqrt(np.einsum("vp,vp->p", seen, seen)) + np.float32(PLAIN * contrast)
    alike = ((_profiles(deck) @ seen).max(axis=0) / strength).reshape(coarse.shape[:2])
    apart = np.ones((2 * round(PX_PER_MM * deck.width_mm / 6) + 1,) * 2, np.uint8)
    rows, columns = np.nonzero((alike >= cv2.dilate(alike, apart)) & (alike >= ALIKE))
    order = np.argsort(-alike[rows, columns], kind="stable")[:MOST]
    return np.column_stack([columns[order], rows[order]]).astype(np.float64)


def light(levels: Picture | Values) -> Values:
    """Approximate linear light (sRGB) of grey levels."""
    return np.asarray((levels / np.float32(255)) ** 2.2, np.float32)


def _evened(picture: Values, radius: float) -> Values:
    """The mean light of each ring about each pixel, minus the mean of all: (rings and colours) x pixels.

    The difference cancels a reflection, which adds evenly to linear light. Rings are weighted by area.
    """
    kernels, areas = _annuli(radius)
    lit = light(picture)
    means = [cv2.filter2D(lit, -1, kernel, borderType=cv2.BORDER_REPLICATE) for kernel in kernels]
    evening = np.sqrt(areas)[:, None] * (np.eye(len(areas)) - areas)
    even = evening.astype(np.float32) @ np.stack(means).reshape(len(kernels), -1)
    # Long rows make sums and maxima quick.
    across = even.reshape(len(kernels), -1, 3).transpose(0, 2, 1)
    return np.ascontiguousarray(across.reshape(3 * len(kernels), -1))


@lru_cache(maxsize=16)
def _annuli(radius: float) -> tuple[tuple[Values, ...], Values]:
    """A kernel for the mean of each ring, and each ring's share of the disc."""
    reach = int(np.ceil(radius))
    fine = (np.arange((2 * reach + 1) * _FINER) + 0.5) / _FINER - reach - 0.5
    far = np.hypot(fine[None], fine[:, None]) / radius
    size = 2 * reach + 1
    shares = [
        ((far >= low) & (far < high)).reshape(size, _FINER, size, _FINER).mean(axis=(1, 3))
        for low, high in pairwise(EDGES)
    ]
    areas = np.array([share.sum() for share in shares], np.float32)
    kernels = tuple(np.asarray(share / share.sum(), np.float32) for share in shares)
    return kernels, np.asarray(areas / areas.sum(), np.float32)


@lru_cache(maxsize=16)
def _profiles(deck: Deck) -> Values:
    """The rings of each face (faces x (rings and colours)), minus their mean and of length 1."""
    radius = PX_PER_MM * deck.width_mm / 2 * _LARGER
    side = 2 * int(radius) + 1
    found = []
    for face in deck.faces:
        sharp = cv2.resize(face.image, (side, side), interpolation=cv2.INTER_AREA)
        even = _evened(cv2.GaussianBlur(sharp, (0, 0), SOFT * _LARGER).astype(np.float32), radius)
        middle = even[:, side * side // 2]
        found.append(middle / max(1e-6, float(np.linalg.norm(middle))))
    return np.asarray(np.stack(found), np.float32)


TOP_MM: Final = 1.5
"""Height of a token's face above the table."""
BEYOND_MM: Final = 12.0
"""Maximum distance outside the playing area of a token's middle."""
FINE: Final = 2.4
"""Px per mm of the rectified picture in which faces are compared."""
TOKEN_FROM: Final = 0.72
"""Minimum fit of a token."""
UNKNOWN: Final = 0.84
"""Assumed fit of a face that was never enrolled to the nearest one."""
NAMED_FROM: Final = 0.6
LEAST_TOLD: Final = 0.001
SIZES: Final = 1.15
"""Tolerance (factor) of the size of an unread token."""
OUTLINE: Final = 24
SHADOW_MM: Final = 1.6
"""Width of the rim about a token on which its shadow falls."""
STEP_PX: Final = 6
"""Distance of the places that are tried about glare (px of FINE)."""
HALO_PX: Final = 15
"""Side (px of FINE) of the square by which burnt-out parts are enlarged, as glare is bright about them too."""
MOST_BURNT: Final = 0.25
"""Maximum burnt-out share of what is looked at; more is a picture too bright."""
_CIRCLE: Final = circle(OUTLINE)


@dataclass(frozen=True, slots=True, eq=False)
class Token:
    """A token as reported, and the outline (points in mm) of the area that it and its shadow cover."""

    sighting: Sighting
    covers: Floats

    def is_at(self, other: "Token") -> bool:
        """Whether the other covers this one's middle."""
        return bears(other.covers, self.covers.mean(axis=0))


@dataclass(frozen=True, slots=True, eq=False)
class SeenTokens(Seen):
    tokens: tuple[Token, ...] = ()


class TokenReader:
    """Reads discs with enrolled faces that lie on cards."""

    part = "tokens"

    def __init__(self, decks: Sequence[Deck]) -> None:
        self.decks = token_decks(decks)

    def read(self, view: View) -> SeenTokens:
        """The tokens of the table; none without a mat, which gives their size."""
        if view.plane is None:
            return SeenTokens()
        before, areas, kept = view.earlier(SeenTokens), None, list[Token]()
        if before is not None and view.changes is not None:
            areas = view.changes.areas
            kept = [token for token in before.tokens if not meets_any(box_about(token.covers), areas)]
        found = find_tokens(view.image, view.plane, view.table, self.decks, areas)
        tokens = (*kept, *(token for token in found if not any(token.is_at(other) for other in kept)))
        return SeenTokens(
            tuple(token.sighting for token in tokens), tuple(token.covers for token in tokens), tokens
        )


def token_decks(decks: Sequence[Deck]) -> tuple[Deck, ...]:
    return tuple(deck for deck in decks if deck.kind == "disc")


def find_tokens(
    image: Picture, plane: Plane, table: Table, decks: Sequence[Deck], boxes: Sequence[Box] | None = None
) -> tuple[Token, ...]:
    """The tokens of these decks in a picture (BGR), about `boxes` (mm; None: everywhere)."""
    found, dazzled = list[Token](), list[Token]()
    if not decks:
        return ()
    gains = white_gains(image, plane)
    whole = (-BEYOND_MM, -BEYOND_MM, table.width_mm + BEYOND_MM, table.height_mm + BEYOND_MM)
    size_mm = (whole[2] - whole[0], whole[3] - whole[1])
    contrast = float(light(plane.rectify(image, *whole[:2], *size_mm, PX_PER_MM, TOP_MM)).std())
    reach = max(deck.width_mm for deck in decks)
    for box in [whole] if boxes is None else [grown(box, reach, whole) for box in boxes]:
        left, low, right, high = box
        if right - left < reach or high - low < reach:
            continue
        flat = plane.rectify(image, left, low, right - left, high - low, FINE, TOP_MM)
        fine = np.asarray(cv2.GaussianBlur(whitened(flat, gains), (0, 0), 0.5), np.float32)
        size = (round(fine.shape[1] * PX_PER_MM / FINE), round(fine.shape[0] * PX_PER_MM / FINE))
        coarse = np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.float32)
        for deck in decks:
            scale = np.array([fine.shape[1] / size[0], fine.shape[0] / size[1]])
            places = (candidates(coarse, deck, contrast) + 0.5) * scale - 0.5
            ways = ((fitted(fine, FINE, deck, places), found), (_about_glare(flat, fine, deck), dazzled))
            for matched, tokens in ways:
                for (column, row), fits, turns in matched:
                    x, y = left + (float(column) + 0.5) / FINE, high - (float(row) + 0.5) / FINE
                    token = _token(plane, table, deck, fits, turns, x, y)
                    if token is not None:
                        tokens.append(token)
    # Each token once: named ones first, of these the ones seen whole, then the surest.
    found.sort(key=lambda one: -one.sighting.sure)
    dazzled.sort(key=lambda one: -one.sighting.sure)
    ordered = sorted((*found, *dazzled), key=lambda one: one.sighting.label is None)
    return tuple(each_once(ordered, Token.is_at))


def _about_glare(flat: Picture, fine: Values, deck: Deck) -> list[tuple[Floats, Floats, Floats]]:
    """What is fitted about burnt-out parts of the table (`flat`; `fine`: under white light), by what shows there."""
    burnt = cv2.inRange(flat, np.full(3, BURNT), np.full(3, 255))
    burnt = cv2.morphologyEx(burnt, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    if not 0 < float(burnt.mean()) < 255 * MOST_BURNT:
        return []
    shows = (cv2.dilate(burnt, np.ones((HALO_PX, HALO_PX), np.uint8)) == 0).astype(np.float32)
    radius = OUTERMOST * FINE * deck.width_mm / 2
    near = cv2.dilate(burnt, np.ones((2 * round(radius) + 1,) * 2, np.uint8))[::STEP_PX, ::STEP_PX]
    places = np.argwhere(near)[:, ::-1].astype(np.float64) * STEP_PX
    fits = _fits(fine, places, radius, _known(deck, FINE, FIRST), FIRST, shows)[0].max(axis=1)
    likeliest = places[np.argsort(-fits, kind="stable")][: np.count_nonzero(fits >= HOPELESS)]
    apart = each_once(likeliest, lambda one, other: float(np.hypot(*(one - other))) < radius / 2)
    return fitted(fine, FINE, deck, np.array(list(apart)).reshape(-1, 2), shows)


def without_unlike(
    pieces: Sequence[Sighting], plane: Plane, covers: Sequence[Floats], decks: Sequence[Deck]
) -> tuple[Sighting, ...]:
    """The pieces without false discs (see `is_unlike`).

    With decks of tokens the remaining discs are not enrolled, so any name that they were given is wrong and removed.
    """
    if not decks:
        return tuple(pieces)
    return tuple(
        piece if piece.kind != "disc" else replace(piece, label=None, others=(), deck=None)
        for piece in pieces
        if piece.kind != "disc" or not is_unlike(piece.corners_px or (), plane, covers, decks)
    )


def is_unlike(
    outline_px: Floats | Sequence[tuple[float, float]],
    plane: Plane,
    covers: Sequence[Floats],
    decks: Sequence[Deck],
) -> bool:
    """Whether a round outline is a false disc: of no token's size, as print on tiles, or on a token found already.

    `covers`: the outlines (mm) of the tokens found. Without decks of tokens no outline is rejected.
    """
    if not decks:
        return False
    edge = plane.to_mm(outline_px, TOP_MM)
    far = edge - edge.mean(axis=0)
    across = 2 * float(np.hypot(*far.T).mean())
    alike = any(1 / SIZES <= across / deck.width_mm <= SIZES for deck in decks)
    return not alike or any(bears(points, edge.mean(axis=0)) for points in covers)


def _token(
    plane: Plane, table: Table, deck: Deck, fits: Floats, turns: Floats, x: float, y: float
) -> Token | None:
    best = int(fits.argmax())
    if float(fits[best]) < TOKEN_FROM:
        return None
    # The probabilities sum to 1 with that of a face never enrolled.
    known = np.append(fits, UNKNOWN)
    odds = np.exp(SHARP * (known - known.max())) * left_over(known)
    chances = odds[:-1] / odds.sum()
    order = np.argsort(-chances, kind="stable").tolist()
    labels = deck.labels
    told = [(labels[k], round(float(chances[k]), 4)) for k in order if chances[k] >= LEAST_TOLD]
    place = np.array([x, y])
    sighting = Sighting(
        kind="disc",
        label=None,
        sure=float(1 / (1 + np.exp(-40 * (float(fits[best]) - TOKEN_FROM - 0.02)))),
        others=tuple(told[:3]),
        deck=deck.name,
        x=round(x, 2),
        y=round(y, 2),
        corners_px=as_corners(plane.to_px(place + deck.width_mm / 2 * _CIRCLE, TOP_MM)),
        region=table.region_at(x, y),
    )
    if told and told[0][1] >= NAMED_FROM:
        label, sure = told[0]
        turn = round(float(turns[best]) % 360, 2)
        sighting = replace(sighting, label=label, sure=sure, others=tuple(told[1:4]), angle=turn)
    return Token(sighting, place + (deck.width_mm / 2 + SHADOW_MM) * _CIRCLE)
