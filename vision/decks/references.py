"""The references of the enrolled decks: every face and back, prepared for comparison.

No training: a reference is its deck's picture, scaled down and light-normalised (`contrast.stand_out`).
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np

from companion.sight import Face
from vision.arrays import Floats, Picture, Size, Values
from vision.decks.deck import Deck, KeptPicture, shown
from vision.light.contrast import channel_planes, channel_sums, flat_unit, smooth, smoothing, stand_out

COARSE_MM = 5.0
"""Side of a sample of the coarse level; large enough to tolerate 2 mm and 3 deg."""
MIDDLE_MM = 1.5
"""Side of a sample of the middle level, on which poses are refined."""
FINE_MM = 0.9
"""Side of a sample of the fine level, on which faces are identified."""
WINDOW_MM = 2.5
"""Standard deviation of the Gaussian windows in which faces are compared at that level."""
SAME_SIZE_MM = 1.0
SQUARE_WITHIN = 0.03
PX_A_SAMPLE = 4
"""Maximum px per sample of a picture that is blurred."""
SOFT = 0.5
"""Blur (standard deviation, in samples) before a picture is sampled, at every level and on both sides."""


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """One face or back: its deck, its label (None for a back) and its picture."""

    deck: str
    label: str | None
    kept: Picture | KeptPicture

    @property
    def image(self) -> Picture:
        return shown(self.kept)

    @property
    def face(self) -> Face:
        return "down" if self.label is None else "up"

    @property
    def shown(self) -> tuple[str, str | None]:
        """Its deck and label, as a card is reported; equal for two looks of one face."""
        return self.deck, self.label


@dataclass(frozen=True, eq=False)
class Level:
    """All references at one scale: `values` is K x rows x columns x 3, after `stand_out`; samples in mm."""

    width_mm: float
    height_mm: float
    values: Values

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.values.shape[1:3]
        return rows, columns

    @cached_property
    def squares(self) -> Values:
        """The values squared, K x samples."""
        return np.asarray(self.values.reshape(len(self.values), -1) ** 2, dtype=np.float32)

    @cached_property
    def powers(self) -> Values:
        """The sum of each reference's squares (K)."""
        return np.asarray(self.squares.sum(axis=1), dtype=np.float32)

    def slopes(self, index: int) -> Values:
        """One reference's derivatives (3 x samples): per mm to the card's right, per mm up it, per degree of turn.

        Cached on demand: of a thousand references few are ever fitted.
        """
        known = self._slopes.get(index)
        if known is None:
            values = self.values[index]
            u, v = offsets(self.width_mm, self.height_mm, *self.shape)
            right, up = np.gradient(values, u, axis=1), np.gradient(values, v, axis=0)
            turn = (up * u[None, :, None] - right * v[:, None, None]) * (np.pi / 180)
            stacked = np.stack([part.ravel() for part in (right, up, turn)])
            known = self._slopes[index] = np.asarray(stacked, dtype=np.float32)
        return known

    @cached_property
    def _slopes(self) -> dict[int, Values]:
        return {}


@dataclass(frozen=True, eq=False)
class References:
    """References of one card size (mm), in one order everywhere."""

    width_mm: float
    height_mm: float
    all: tuple[Reference, ...]

    @property
    def size(self) -> Size:
        """Width and height in mm."""
        return self.width_mm, self.height_mm

    @cached_property
    def backs(self) -> tuple[int, ...]:
        """Indices of the backs in `all`."""
        return tuple(index for index, one in enumerate(self.all) if one.label is None)

    @cached_property
    def faces(self) -> tuple[int, ...]:
        """Indices of the faces in `all`."""
        return tuple(index for index, one in enumerate(self.all) if one.label is not None)

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """Quarter turns that leave the card's outline the same."""
        return (0, 1, 2, 3) if self.is_square else (0, 2)

    @cached_property
    def is_square(self) -> bool:
        return abs(self.width_mm - self.height_mm) <= SQUARE_WITHIN * max(self.width_mm, self.height_mm)

    @cached_property
    def coarse(self) -> Level:
        return self._level(COARSE_MM)

    @cached_property
    def middle(self) -> Level:
        return self._level(MIDDLE_MM)

    def middle_picture(self, index: int) -> Values:
        """One reference's picture at the middle level: rows x columns x 3, grey levels; cached on demand."""
        known = self._middle_pictures.get(index)
        if known is None:
            picture = shrunk(self.all[index].image, *self.middle.shape)
            known = self._middle_pictures[index] = np.asarray(picture, dtype=np.uint8)
        return np.asarray(known, dtype=np.float32)

    @cached_property
    def _middle_pictures(self) -> dict[int, Picture]:
        return {}

    @cached_property
    def fine_pictures(self) -> Values:
        """The references' pictures at the fine level: K x rows x columns x 3, grey levels."""
        return self._pictures(FINE_MM)

    @cached_property
    def fine_windows(self) -> tuple[Values, Values]:
        """The fine pictures minus their local means (K x 3 x rows x columns), and the mean square of that in the same
        windows (K x rows x columns)."""
        down, across = self.windowing
        planes = channel_planes(self.fine_pictures)
        rest = np.asarray(planes - smooth(planes, down, across), dtype=np.float32)
        return rest, smooth(channel_sums(rest * rest), down, across)

    @cached_property
    def windowing(self) -> tuple[Values, Values]:
        """The two matrices of Gaussian means over WINDOW_MM at the fine level, down and across."""
        rows, columns = self.fine_pictures.shape[1:3]
        deviation = WINDOW_MM * columns / self.width_mm
        return smoothing(rows, deviation), smoothing(columns, deviation)

    @cached_property
    def turned(self) -> Values:
        """The coarse references in all turns as columns (values x turns * K), each of length 1."""
        values = self.coarse.values
        return np.ascontiguousarray(
            flat_unit(np.concatenate([np.rot90(values, k, (1, 2)) for k in self.turns])).T
        )

    @cached_property
    def turned_squares(self) -> Values:
        """The squares of `turned`, summed over the three channels (samples x turns * K)."""
        samples = self.turned.shape[0] // 3
        return np.ascontiguousarray((self.turned**2).reshape(samples, 3, -1).sum(axis=1))

    def prepare(self) -> None:
        """Fills all caches, so that the first picture is read as quickly as the others."""
        for level in (self.coarse, self.middle):
            _ = level.powers
        _ = self.fine_windows, self.turned_squares
        self.__dict__.pop("_reduced", None)

    def _level(self, sample_mm: float) -> Level:
        return Level(self.width_mm, self.height_mm, stand_out(self._pictures(sample_mm)))

    def _pictures(self, sample_mm: float) -> Values:
        return np.stack([shrunk(picture, *self._grid(sample_mm)) for picture in self._reduced])

    @cached_property
    def _reduced(self) -> list[Picture]:
        """The pictures reduced once for all levels; dropped by `prepare`."""
        return [reduced(reference.image, *self._grid(FINE_MM)) for reference in self.all]

    def _grid(self, sample_mm: float) -> tuple[int, int]:
        """Rows and columns of samples of a size."""
        return max(4, round(self.height_mm / sample_mm)), max(4, round(self.width_mm / sample_mm))


def offsets(width_mm: float, height_mm: float, rows: int, columns: int) -> tuple[Floats, Floats]:
    """Offsets (mm) of a card's samples from its centre: to its right by column, and up it by row, row 0 uppermost."""
    right = ((np.arange(columns) + 0.5) / columns - 0.5) * width_mm
    up = (0.5 - (np.arange(rows) + 0.5) / rows) * height_mm
    return right, up


def shrunk(image: Picture, rows: int, columns: int, px_a_sample: int = PX_A_SAMPLE) -> Values:
    """A picture scaled to rows x columns samples, with the blur (SOFT) that camera pictures get too."""
    image = reduced(image, rows, columns, px_a_sample)
    soft = cv2.GaussianBlur(image, (0, 0), max(SOFT * image.shape[1] / columns, 0.3))
    return np.asarray(cv2.resize(soft, (columns, rows), interpolation=cv2.INTER_AREA), dtype=np.float32)


def reduced(image: Picture, rows: int, columns: int, px_a_sample: int = PX_A_SAMPLE) -> Picture:
    """A picture scaled down to `px_a_sample` px per sample, if it is larger; enough for `shrunk` to these samples."""
    down, across = px_a_sample * rows, px_a_sample * columns
    if image.shape[0] <= down and image.shape[1] <= across:
        return image
    return np.asarray(cv2.resize(image, (across, down), interpolation=cv2.INTER_AREA), dtype=np.uint8)


@lru_cache(maxsize=4)  # an eye that switches back to a look has it at once
def references(decks: tuple[Deck, ...]) -> tuple[References, ...]:
    """All faces and backs of the decks of cards in all looks, by size; a back of two decks counts as the first's."""
    groups: list[tuple[float, float, list[Reference]]] = []
    for deck in (deck for deck in decks if deck.kind == "card"):
        found = next(
            (
                group
                for width, height, group in groups
                if max(abs(width - deck.width_mm), abs(height - deck.height_mm)) <= SAME_SIZE_MM
            ),
            None,
        )
        if found is None:
            found = []
            groups.append((deck.width_mm, deck.height_mm, found))
        for look in deck.looks:
            found.extend(Reference(deck.name, face.label, face.kept) for face in look.faces)
            found.extend(Reference(deck.name, None, back) for back in look.backs)
    return tuple(References(width, height, tuple(group)) for width, height, group in groups)
