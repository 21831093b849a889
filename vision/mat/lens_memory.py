"""What is learnt of one camera's lens while it is used, and how that is kept from one evening to the next.

Rule kept: the standpoints are kept along with the lens, so that the same view on another evening proves nothing new;
a lens that no longer fits (another camera, another focus) is forgotten, not argued with.
"""

from dataclasses import dataclass
from typing import Protocol

import msgspec
import numpy as np

from companion.bounded import json_value
from companion.sight import Table
from vision.mat.lens import Lens, Row
from vision.mat.lens_learning import LensView, learn_lens, look_at_mat, with_look
from vision.mat.plane import Plane


class LensBook(Protocol):
    """Where what is learnt of one camera's lenses is kept from one evening to the next. Never raises."""

    def recall(self, picture_size: tuple[int, int]) -> "LensMemory | None":
        """What was learnt at this picture size, if anything."""
        ...

    def keep(self, memory: "LensMemory") -> None:
        """Takes in what is known now."""
        ...


Points = tuple[tuple[tuple[float, float], ...], ...]
VERSION = 1


class LensFault(ValueError):
    """A kept lens that cannot be used; the message says what was expected and what was found."""


class _KeptLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mm: Points
    px: Points


class _KeptLens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    focal: float
    bend: tuple[float, float]
    precision: tuple[Row, Row, Row]
    looks: int


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    picture_size: tuple[int, int]
    lens: _KeptLens | None
    looks: tuple[_KeptLook, ...]


@dataclass(frozen=True, slots=True, eq=False)
class LensMemory:
    """The lens of a camera at one picture size, and the standpoints that it was learnt from."""

    picture_size: tuple[int, int]
    lens: Lens | None = None
    looks: tuple[LensView, ...] = ()

    def after(self, plane: Plane, table: Table) -> "LensMemory":
        """With what one more plane tells; the very same memory where that is nothing new.

        A plane of another picture size begins a new memory, and so does one that no lens explains along with the
        standpoints known so far.
        """
        if plane.picture_size != self.picture_size:
            return LensMemory(plane.picture_size).after(plane, table)
        look = look_at_mat(plane, table)
        looks = with_look(self.looks, look, max(self.picture_size))
        if looks is None:
            return self
        lens = learn_lens(looks, self.picture_size)
        if lens is None and self.looks:
            return LensMemory(self.picture_size).after(plane, table)
        return LensMemory(self.picture_size, lens, looks if lens is not None else ())

    def as_json(self) -> bytes:
        """The memory as JSON."""
        lens = self.lens
        kept = None if lens is None else _KeptLens(lens.focal, lens.bend, lens.precision, lens.looks)
        looks = tuple(_KeptLook(_points(look.mm), _points(look.px)) for look in self.looks)
        return msgspec.json.encode(_Kept(VERSION, self.picture_size, kept, looks))

    @staticmethod
    def from_json(text: bytes) -> "LensMemory":
        """Reads what `as_json` wrote. Raises LensFault for anything else, figures that no lens can have included."""
        try:
            kept = msgspec.convert(json_value(text), _Kept)
        except ValueError as fault:
            raise LensFault(f"expected a kept lens, found: {fault}") from None
        if kept.version != VERSION:
            raise LensFault(f"expected a lens of version {VERSION}, found version {kept.version}")
        looks = tuple(_look(look) for look in kept.looks)
        lens = None
        if kept.lens is not None:
            lens = Lens(kept.lens.focal, kept.lens.bend, kept.lens.precision, kept.lens.looks)
            widths = np.array(lens.precision)
            if not 0.1 < lens.focal < 10 or not np.allclose(widths, widths.T):
                raise LensFault("expected the figures of a lens, found some that no lens can have")
            if float(np.linalg.eigvalsh(widths).min()) <= 0:
                raise LensFault("expected how well each figure is known, found a matrix that cannot say")
        return LensMemory(kept.picture_size, lens, looks)


def _points(groups: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Points:
    return tuple(tuple((round(float(x), 4), round(float(y), 4)) for x, y in group) for group in groups)


def _look(kept: _KeptLook) -> LensView:
    try:
        mm, px = (np.array(points, dtype=np.float64) for points in (kept.mm, kept.px))
    except ValueError:
        raise LensFault("expected groups of points of one size, found others") from None
    if mm.ndim != 3 or mm.shape != px.shape or mm.shape[2] != 2:
        raise LensFault("expected as many points seen as there are, found others")
    return LensView(mm, px)
