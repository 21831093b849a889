"""Judges whether the light lets the table be read: too dark, too bright, glare, or strongly coloured.

Rule kept: a fault is reported only if detail is really lost, and always with a remedy.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from companion.language import _, joined, marked
from companion.sight import Region, Tags
from vision.arrays import Floats, Mask, Picture, medians
from vision.mat.plane import Plane, rim_of_paper
from vision.mat.tags import ALONG, LEAST_CONTRAST, profiles, refined, tag_pattern

# Sharpness by the black-on-white edges of the corner tags. A shaken camera blurs as much as a lens out of focus.

SOFT_MM = 2.2
"""Maximum width of a sharp edge; wider ones hide small prints and the side of a penny.

Measured on 99 cards of 60 mm of two tables, blurred step by step: none was lost up to 2.9 mm, a tenth of one deck at
3.5. Of 74 pennies, shaken by 5 to 13 px: at 2.2 mm one was read wrongly, at 3.1 mm thirteen, at 4 mm a third. Sharp
pictures have 0.7 to 1.2.
"""
SOFT_PX = 3.0
"""Minimum width (px) of a blurred edge; a wide edge of fewer px means too low a resolution, not blur."""

WIDE_PX, REACH_PX, LEAST_STEP, LEAST_STEEP = 960, 32, 40.0, 0.25
"""Without a plane, in a picture WIDE_PX wide: the greatest steps within REACH_PX, if at least LEAST_STEP (grey levels),
must rise within one px by the share LEAST_STEEP; sharp tables have 0.6 or more. Four directions are tried, because a
shake leaves edges along it sharp."""


def is_sharp(picture: Picture, plane: Plane | None, tags: Tags | None) -> bool:
    """Whether at least half of the corner tags in view have sharp edges; without a plane, by any edges.

    True if no edge can be measured, and on tables without tags.
    """
    if tags is None:
        return True
    if plane is None:
        high = max(2 * REACH_PX, round(picture.shape[0] / picture.shape[1] * WIDE_PX))
        small = cv2.resize(picture, (WIDE_PX, high), interpolation=cv2.INTER_AREA)
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        # Steps along rows, columns and both diagonals: within one px against within REACH_PX.
        for turned in (grey, np.rot90(grey)):
            for aside in (0, 1):
                steps = (
                    cv2.absdiff(turned[k:, aside * k :], turned[:-k, : turned.shape[1] - aside * k])
                    for k in (1, REACH_PX)
                )
                steep, whole = (np.percentile(step[:, ::4], 99.9) for step in steps)
                if whole >= LEAST_STEP and steep < LEAST_STEEP * whole:
                    return False
        return True
    spreads = edge_spreads_mm(picture, plane, len(tag_pattern(tags, 0)), moved=False)
    soft = [mm > SOFT_MM and mm * tag_scale(plane, corner) > SOFT_PX for corner, mm in spreads.items()]
    return 2 * sum(soft) <= len(soft)


def edge_spreads_mm(picture: Picture, plane: Plane, cells: int, *, moved: bool = True) -> dict[int, float]:
    """The 10–90 % width (mm) of each tag's edges, by corner (0..3); tags whose edges are not seen are left out.

    The wider pair of opposite sides counts, as a shake spreads the edges of one direction only. `moved`: the tags may
    lie a little off the plane's places.
    """
    found, inner = {}, np.abs(ALONG - 0.5) < 0.35
    for corner, corners in plane.tags_px.items():
        low = np.maximum(np.floor(corners.min(axis=0) - 12).astype(int), 0)
        high = np.ceil(corners.max(axis=0) + 12).astype(int)
        part = picture[low[1] : high[1], low[0] : high[0]]
        if min(part.shape[:2]) < 8:
            continue
        grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        exact = refined(grey, corners - low, cells) if moved else corners - low
        if exact is None:
            continue
        # The width (px) of each edge, by the mean profile over its places.
        across = profiles(grey, exact, cells, 0.85)
        widths: tuple[list[float], list[float]] = ([], [])
        for side in range(4):
            rise = across.values[side][inner].mean(axis=0)
            middle = len(rise) // 2  # the edge itself, as the corners are exact
            dark, bright = float(rise[:middle].min()), float(rise[middle + 1 :].max())
            if bright - dark < LEAST_CONTRAST:
                continue
            share = (rise - dark) / (bright - dark)
            first, last = _passing(share, middle, 0.1, -1), _passing(share, middle, 0.9, 1)
            if first is not None and last is not None:
                widths[side % 2].append((last - first) * float(across.offsets[1] - across.offsets[0]))
        if any(widths):
            wider = max(float(np.mean(pair)) for pair in widths if pair)
            found[corner] = wider / tag_scale(plane, corner)
    return found


def tag_scale(plane: Plane, corner: int) -> float:
    """Pixels per mm at a tag."""
    x, y = plane.to_mm(plane.tags_px[corner].mean(axis=0)).ravel()
    return plane.px_per_mm(float(x), float(y))


def _passing(share: Floats, start: int, level: float, step: int) -> float | None:
    """The first place (in samples) where a curve crosses a level, from `start` to the left (`step` -1) or right (1)."""
    for at in range(start, len(share) - 1 if step > 0 else 0, step):
        here, there = share[at], share[at + step]
        if (here - level) * (there - level) <= 0 and here != there:
            return at + step * float((level - here) / (there - here))
    return None


DARK_PAPER: Final = 55.0
"""Minimum brightness (0..255) of white paper (a tag's edge) for reading."""
DARK_PICTURE: Final = 40.0
"""Minimum brightness (0..255) of the brightest hundredth of a picture without tags."""
CLIPPED: Final = 252
"""Value from which a channel is clipped."""
CLIPPED_LEAST: Final = 215
"""Minimum of glare's darkest channel; strong colours are clipped in one channel only, glare nearly in all."""
LOST_SHARE: Final = 0.3
"""Clipped share from which a region has lost its detail."""
BRIGHT_SHARE: Final = 0.5
"""Share of lost regions from which the exposure is at fault rather than a lamp's reflection."""
SPOT_SHARE: Final = 0.7
"""Minimum share of all clipped area in one spot, clipped in every channel, for it to be a reflection; overexposure
clips pale things all over, and no card is as white as a lamp."""
CAST: Final = 2.6
"""Maximum factor between the strongest and the weakest channel of white paper under white light."""
LOOK_PX_PER_MM: Final = 0.5
NOT_SHARP: Final = marked("The picture is not sharp: keep the camera still, or focus its lens.")
TOO_BRIGHT: Final = marked("The picture is far too bright: dim the lamp, or shorten the camera’s exposure.")
FLICKERS: Final = marked("The lamp flickers: bands run across the picture. Use another lamp.")
CASTS: Final = {
    (0,): marked("The light is very blue: colours cannot be told apart. Use a white lamp."),
    (1,): marked("The light is very green: colours cannot be told apart. Use a white lamp."),
    (2,): marked("The light is very red: colours cannot be told apart. Use a white lamp."),
    (0, 1): marked("The light is very blue: colours cannot be told apart. Use a white lamp."),
    (1, 2): marked("The light is very yellow: colours cannot be told apart. Use a white lamp."),
    (0, 2): marked("The light is very purple: colours cannot be told apart. Use a white lamp."),
}
"""Words by the light's strong channels (B, G, R)."""
COLOURED: Final = marked("The light is strongly coloured: colours cannot be told apart. Use a white lamp.")
"""Words for light that differs from place to place."""


@dataclass(frozen=True, slots=True)
class Light:
    """Whether the light is good enough, and if not, why and what helps, in words for players.

    `lost`: names of the regions that glare hides. `sharp`: see `is_sharp`. `flickers`: a flickering lamp's bands
    wander over the pictures.
    """

    ok: bool
    why: str | None = None
    lost: tuple[str, ...] = ()
    sharp: bool = True
    flickers: bool = False

    @property
    def flickering(self) -> "Light":
        """This judgement with a flickering lamp; lost regions are then due to its bright bands, not to glare."""
        return replace(self, ok=False, why=("" if self.lost else self.why) or _(FLICKERS), flickers=True)


def judge_light(
    image: Picture, plane: Plane | None, regions: Sequence[Region] = (), *, sharp: bool = True
) -> Light:
    """Judges the light in a picture (BGR, H x W x 3); `regions`: the places whose detail is wanted.

    Without a plane only the picture as a whole is judged. A picture that is not `sharp` fails too; its words are used
    unless the light itself is at fault.
    """
    light = _judged(image, plane, regions)
    return light if sharp else replace(light, ok=False, why=light.why or _(NOT_SHARP), sharp=False)


def _judged(image: Picture, plane: Plane | None, regions: Sequence[Region]) -> Light:
    papers = paper_colours(image, plane) if plane is not None else []
    if papers:
        paper = np.median(np.array(papers), axis=0)
        if float(paper.max()) < DARK_PAPER:
            return Light(
                ok=False, why=_("It is too dark to read the cards: put on a lamp, or bring it nearer.")
            )
    elif np.percentile(image[::4, ::4].max(axis=2), 99) < DARK_PICTURE:
        return Light(ok=False, why=_("It is too dark to read the table: put on a lamp, or bring it nearer."))
    lost = _lost(image, plane, regions) if plane is not None and regions else ()
    if plane is not None and lost:
        # If all white paper is clipped, regions are lost to the exposure,
        burnt = bool(papers) and min(float(paper.max()) for paper in papers) >= CLIPPED
        if burnt:
            # unless nearly all clipped area is one spot, clipped in every channel: a reflection.
            clipped = burnt_out_on(image, plane)
            _count, labels, stats, _centres = cv2.connectedComponentsWithStats(clipped.astype(np.uint8))
            spot = labels == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
            white = np.median(_patch(image, plane)[spot].min(axis=1)) >= CLIPPED
            burnt = not (white and spot.sum() >= SPOT_SHARE * clipped.sum())
        if burnt or len(lost) > max(3, BRIGHT_SHARE * len(regions)):
            return Light(ok=False, why=_(TOO_BRIGHT), lost=lost)
        words = _("The lamp is reflected on {places}: move it, or tilt the camera.")
        return Light(ok=False, why=words.format(places=names_of(lost, regions)), lost=lost)
    if plane is None and burnt_out(image[::4, ::4]).mean() > BRIGHT_SHARE:
        return Light(ok=False, why=_(TOO_BRIGHT))
    if papers and (cast := _cast(papers)):
        return Light(ok=False, why=_(cast))
    return Light(ok=True)


def paper_colours(image: Picture, plane: Plane) -> list[Floats]:
    """The colour (BGR) of the white paper round each tag in view."""
    # A tag's white margin is at least a sixth of its side wide, as the detector needs that.
    rims = [rim_of_paper(image, corners, 1.1, 5) for corners in plane.tags_px.values()]
    return [medians(rim) for rim in rims if len(rim) >= 8]


def _cast(papers: list[Floats]) -> str | None:
    """The words (English) for the light's colour, if all white paper is strongly coloured, else None."""
    casts = set()
    for paper in papers:
        strongest = float(paper.max())
        if strongest < (float(paper.min()) + 4) * CAST:
            return None
        high = tuple(int(k) for k in np.nonzero(paper > 0.75 * strongest)[0])
        casts.add(CASTS.get(high, COLOURED))
    return casts.pop() if len(casts) == 1 else COLOURED


def burnt_out(patch: Picture) -> Mask:
    """Mask of the pixels (BGR) that are clipped and white in all channels."""
    bright = cv2.inRange(patch, np.full(3, CLIPPED_LEAST), np.full(3, 255)) > 0
    return np.asarray(bright & (cv2.inRange(patch, np.full(3, 0), np.full(3, CLIPPED - 1)) == 0))


def _lost(image: Picture, plane: Plane, regions: Sequence[Region]) -> tuple[str, ...]:
    if not burnt_out(image[::8, ::8]).any():  # the smallest region has a hundred of these pixels
        return ()
    clipped = burnt_out_on(image, plane)
    lost = []
    for region in regions:
        low, left = plane.height_mm - region.y, region.x
        spans = (low - region.h, low, left, left + region.w)
        top, bottom, first, last = (max(0, round(mm * LOOK_PX_PER_MM)) for mm in spans)
        part = clipped[top:bottom, first:last]
        if part.size and float(part.mean()) > LOST_SHARE:
            lost.append(region.name)
    return tuple(lost)


def burnt_out_on(image: Picture, plane: Plane) -> Mask:
    """Mask of the burnt-out parts of the rectified playing area (LOOK_PX_PER_MM)."""
    # A 3 x 3 mean keeps lone clipped pixels (print, a coin's edge) from counting.
    return np.asarray(cv2.blur(burnt_out(_patch(image, plane)).astype(np.float32), (3, 3)) > 0.6)


def _patch(image: Picture, plane: Plane) -> Picture:
    return plane.rectify(image, 0, 0, plane.width_mm, plane.height_mm, LOOK_PX_PER_MM)


def names_of(lost: tuple[str, ...], regions: Sequence[Region]) -> str:
    """The regions in words: `c4`, `c4 and d5`, or for more the first and last of them: `c4–d5`."""
    if len(lost) <= 2:
        return joined(lost)
    wanted = sorted((r for r in regions if r.name in lost), key=lambda r: r.x + r.y)
    return f"{wanted[0].name}–{wanted[-1].name}"
