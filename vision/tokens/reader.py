"""Finds tokens: flat discs whose faces are enrolled and whose size is known, lying on cards, tiles or the bare table.

Rule kept: with a mat, how large a token is seen is known beforehand, so it is found by its own face and nothing else;
a token is named only if its face fits well and clearly better than every other. What an enrolled face does not explain
is left to those who look for discs of any kind.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Sighting, Table
from vision.arrays import Picture
from vision.boxes import Box, meets_any
from vision.decks.deck import Deck
from vision.mat.plane import Plane
from vision.mat.white import white_gains, whitened
from vision.reader import Seen, View, bears
from vision.tokens.rings import PX_PER_MM, candidates, light
from vision.tokens.turns import TokenFit, fitted

Doubles = NDArray[np.float64]

TOP_MM: Final = 1.5
"""How high a token's face lies over the table."""
BEYOND_MM: Final = 12.0
"""How far outside the playing area the middle of a token may lie."""
FINE: Final = 2.4
"""Px per mm of the picture from above in which faces are compared."""
TOKEN_FROM: Final = 0.72
"""What fits no face so well is no token of the decks."""
SHARP: Final = 22.0
"""How fast the odds between two faces grow with how much better one fits."""
LEFT_OVER: Final = 2.0
"""How the odds grow with what a face leaves unexplained beside the best: faces with one rim are much alike …"""
NOISE: Final = 0.01
"""… and so much no face explains."""
UNKNOWN: Final = 0.84
"""A face that was never enrolled is taken to fit the nearest one about so well."""
NAMED_FROM: Final = 0.6
LEAST_TOLD: Final = 0.001
SIZES: Final = 1.15
"""A disc that was not read is of a token's size within this factor."""
OUTLINE: Final = 24
SHADOW_MM: Final = 1.6
"""Strip about a token on which its shadow falls."""
_CIRCLE: Final = np.column_stack(
    [np.cos(np.arange(OUTLINE) * 2 * np.pi / OUTLINE), np.sin(np.arange(OUTLINE) * 2 * np.pi / OUTLINE)]
)


@dataclass(frozen=True, slots=True, eq=False)
class Token:
    """A token as told, and what it covers of the table: points (mm) about it, its shadow with it."""

    sighting: Sighting
    covers: Doubles

    @property
    def box(self) -> Box:
        """All that it covers."""
        left, low = self.covers.min(axis=0)
        right, high = self.covers.max(axis=0)
        return float(left), float(low), float(right), float(high)

    def is_at(self, other: "Token") -> bool:
        """Whether another covers the middle of this one."""
        return bears(other.covers, self.covers.mean(axis=0))


@dataclass(frozen=True, slots=True, eq=False)
class SeenTokens(Seen):
    """The tokens of a table."""

    tokens: tuple[Token, ...] = ()


class TokenReader:
    """Reads discs with enrolled faces that lie on cards."""

    part = "tokens"

    def __init__(self, decks: Sequence[Deck]) -> None:
        self.decks = token_decks(decks)

    def read(self, view: View) -> SeenTokens:
        """Needs a mat: it is told by their size what may be a token."""
        if view.plane is None:
            return SeenTokens()
        before, changes = view.earlier(SeenTokens), view.changes
        if changes is None or before is None:
            tokens = find_tokens(view.image, view.plane, view.table, self.decks)
        else:
            kept = [token for token in before.tokens if not meets_any(token.box, changes.areas)]
            found = find_tokens(view.image, view.plane, view.table, self.decks, changes.areas)
            tokens = (*kept, *(token for token in found if not any(token.is_at(other) for other in kept)))
        return SeenTokens(
            tuple(token.sighting for token in tokens), tuple(token.covers for token in tokens), tokens
        )


def token_decks(decks: Sequence[Deck]) -> tuple[Deck, ...]:
    """The decks of discs."""
    return tuple(deck for deck in decks if deck.kind == "disc")


def find_tokens(
    image: Picture, plane: Plane, table: Table, decks: Sequence[Deck], boxes: Sequence[Box] | None = None
) -> tuple[Token, ...]:
    """The tokens of these decks of discs in a picture (BGR); with `boxes` (mm) only those that may touch one."""
    found: list[Token] = []
    if not decks:
        return ()
    gains = white_gains(image, plane)
    whole = (-BEYOND_MM, -BEYOND_MM, table.width_mm + BEYOND_MM, table.height_mm + BEYOND_MM)
    size_mm = (whole[2] - whole[0], whole[3] - whole[1])
    contrast = float(light(plane.rectify(image, *whole[:2], *size_mm, PX_PER_MM, TOP_MM)).std())
    reach = max(deck.width_mm for deck in decks)
    for box in [whole] if boxes is None else [_within(box, reach, whole) for box in boxes]:
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
            for one in fitted(fine, FINE, deck, places):
                x, y = left + (one.column + 0.5) / FINE, high - (one.row + 0.5) / FINE
                token = _token(plane, table, deck, one, x, y)
                if token is not None:
                    found.append(token)
    return _each_once(found)


def without_unlike(
    pieces: Sequence[Sighting], plane: Plane, covers: Sequence[Doubles], decks: Sequence[Deck]
) -> tuple[Sighting, ...]:
    """The pieces without discs that are none (see `is_unlike`).

    With decks of tokens, a disc that stays is one that is not enrolled: whatever face it was taken for is none of its
    own, so it has no name.
    """
    if not decks:
        return tuple(pieces)
    return tuple(
        piece if piece.kind != "disc" else replace(piece, label=None, others=(), deck=None)
        for piece in pieces
        if piece.kind != "disc" or not is_unlike(piece.corners_px or (), plane, covers, decks)
    )


def is_unlike(
    outline_px: Doubles | Sequence[tuple[float, float]],
    plane: Plane,
    covers: Sequence[Doubles],
    decks: Sequence[Deck],
) -> bool:
    """Whether what has a disc's outline is none: print on a tile is round too, but seldom as large as a token.

    A disc of a token's size may be one that is not enrolled, if none of the tokens (`covers`: their outlines in mm)
    accounts for it. Without decks of tokens any may be a disc.
    """
    if not decks:
        return False
    edge = plane.to_mm(outline_px, TOP_MM)
    far = edge - edge.mean(axis=0)
    across = 2 * float(np.hypot(*far.T).mean())
    alike = any(1 / SIZES <= across / deck.width_mm <= SIZES for deck in decks)
    return not alike or any(bears(points, edge.mean(axis=0)) for points in covers)


def _within(box: Box, reach: float, most: Box) -> Box:
    """A box with room for a token about it, within the table."""
    return (
        max(box[0] - reach, most[0]),
        max(box[1] - reach, most[1]),
        min(box[2] + reach, most[2]),
        min(box[3] + reach, most[3]),
    )


def _token(plane: Plane, table: Table, deck: Deck, one: TokenFit, x: float, y: float) -> Token | None:
    best = int(one.fits.argmax())
    if float(one.fits[best]) < TOKEN_FROM:
        return None
    chances = _chances(one.fits)
    order = np.argsort(-chances, kind="stable").tolist()
    labels = deck.labels
    told = [(labels[k], round(float(chances[k]), 4)) for k in order if chances[k] >= LEAST_TOLD]
    place = np.array([x, y])
    outline = plane.to_px(place + deck.width_mm / 2 * _CIRCLE, TOP_MM)
    sighting = Sighting(
        kind="disc",
        label=None,
        sure=float(1 / (1 + np.exp(-40 * (float(one.fits[best]) - TOKEN_FROM - 0.02)))),
        others=tuple(told[:3]),
        deck=deck.name,
        x=round(x, 2),
        y=round(y, 2),
        corners_px=tuple((float(a), float(b)) for a, b in outline),
        region=table.region_at(x, y),
    )
    if told and told[0][1] >= NAMED_FROM:
        label, sure = told[0]
        turn = round(float(one.turns[best]) % 360, 2)
        sighting = replace(sighting, label=label, sure=sure, others=tuple(told[1:4]), angle=turn)
    return Token(sighting, place + (deck.width_mm / 2 + SHADOW_MM) * _CIRCLE)


def _chances(fits: Doubles) -> Doubles:
    """The probability of each face; what is missing to 1 is that of a face never enrolled."""
    known = np.append(fits, UNKNOWN)
    left = 1 - np.square(np.clip(known, 0.0, 1.0)) + NOISE
    odds = np.exp(SHARP * (known - known.max())) * (left.min() / left) ** LEFT_OVER
    return np.asarray(odds[:-1] / odds.sum(), np.float64)


def _each_once(found: Sequence[Token]) -> tuple[Token, ...]:
    """The surest of those that are one and the same token."""
    kept: list[Token] = []
    for token in sorted(found, key=lambda one: -_strength(one)):
        if not any(token.is_at(other) for other in kept):
            kept.append(token)
    return tuple(kept)


def _strength(token: Token) -> float:
    return token.sighting.sure + (1.0 if token.sighting.label is not None else 0.0)
