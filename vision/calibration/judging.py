"""Calibration: everything that good sight needs, judged one by one from a few seconds of pictures, each in words.

Rule kept: a point that the pictures do not show, or that needs a mat and has none, gets no judgement.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import acos, degrees

import cv2
import numpy as np

from companion.language import _, joined, marked, number, percent
from companion.sight import Region, Table
from vision.arrays import Corners, Floats, Picture, Values, as_corners
from vision.calibration.verdict import Verdict, failed, passed, untold
from vision.light.colours import linear
from vision.light.fitness import (
    LOOK_PX_PER_MM,
    SOFT_MM,
    SOFT_PX,
    burnt_out_on,
    edge_spreads_mm,
    judge_light,
    names_of,
    paper_colours,
    tag_scale,
)
from vision.mat.plane import CORNER_NAMES, NoPlane, Plane, plane_from_tags, rectangle, tag_corners_mm
from vision.mat.tags import find_tags, tag_pattern

BLURRED_UNEVENLY = 2.0
"""Ratio of edge widths between two corners from which the lens is askew or smeared."""


def judge_focus(pictures: Sequence[Picture], plane: Plane, cells: int) -> Verdict:
    """The verdict on the focus, by the tag with the widest edges. `cells`: per side of a tag, rim included."""
    found = [spreads for picture in pictures if (spreads := edge_spreads_mm(picture, plane, cells))]
    if not found:
        return untold("focus", _("The edges of the corner tags cannot be followed."))
    corners = sorted(set().union(*found))
    middle = {c: float(np.median([one[c] for one in found if c in one])) for c in corners}
    worst = max(middle, key=lambda corner: middle[corner])
    best = min(middle.values())
    wide = middle[worst]
    scale = tag_scale(plane, worst)
    figures = {"spread_mm": wide, "spread_px": wide * scale, "best_mm": best}
    if wide > SOFT_MM and wide * scale > SOFT_PX:
        words = _("Blurred: at the {corner} tag an edge is {mm} mm wide.")
        words = words.format(corner=_(CORNER_NAMES[worst]), mm=number(wide, 1))
        fix = _("Turn the lens (or let the camera focus) until the tags are sharp; clean the lens.")
        if wide > BLURRED_UNEVENLY * best:
            fix = _(
                "Clean the lens; if it stays so, the lens sits askew or the camera hangs too near one side."
            )
        return failed("focus", words, fix, **figures)
    return passed("focus", _("Sharp: an edge is {mm} mm wide at most.").format(mm=number(wide, 1)), **figures)


SHAKY_MM = 0.4
"""Maximum motion of the table under the untouched camera; more, and it must be found again and again."""


def judge_steadiness(tags_px: Sequence[Mapping[int, Floats]], plane: Plane) -> Verdict:
    """The verdict on steadiness, from the tags (px, by corner) seen in several pictures."""
    shared = set(plane.tags_px).intersection(*tags_px) if tags_px else set()
    if len(tags_px) < 2 or not shared:
        return untold("steadiness", _("It takes several pictures with the same tags to tell."))
    moved = 0.0
    for corner in shared:
        at = np.stack([plane.to_mm(seen[corner]).mean(axis=0) for seen in tags_px])
        off = at - np.median(at, axis=0)
        moved = max(moved, 2 * float(np.hypot(off[:, 0], off[:, 1]).max()))
    if moved > SHAKY_MM:
        words = _("The table moves by {mm} mm under the camera.").format(mm=number(moved, 1))
        fix = _("Tighten the camera’s arm, and let nobody lean on what it stands on.")
        return failed("steadiness", words, fix, moved_mm=moved)
    return passed(
        "steadiness", _("The camera hangs still, to {mm} mm.").format(mm=number(moved, 2)), moved_mm=moved
    )


STEEPEST_DEG = 35.0
"""Maximum tilt of the camera; beyond it cards look too flat and heights shift things too far."""
TRUE_PX = 1.2
"""Maximum error of the tags (rms, in a picture 1920 px wide) on a mat that is flat and true to size."""


def judge_mat(plane: Plane | NoPlane) -> Verdict:
    if isinstance(plane, NoPlane):
        missing = [name for corner, name in enumerate(CORNER_NAMES) if corner not in plane.seen]
        if not missing:
            return failed("mat", _sentence(plane.why), _("Lay the mat flat, each tag where it is printed."))
        fix = _("Bring the whole mat into the picture, flat, uncovered and lit.")
        return failed("mat", _sentence(plane.why), fix, tags=len(plane.seen))
    tilt, spare = tilt_deg(plane), spare_px(plane)
    scale = plane.px_per_mm(plane.width_mm / 2, plane.height_mm / 2)
    error = plane.error_px * 1920 / max(plane.picture_size)
    figures = {"tags": len(plane.tags_px), "error_px": plane.error_px, "error_mm": plane.error_px / scale,
               "tilt_deg": tilt, "spare_px": spare}  # fmt: skip
    missing = [_(name) for corner, name in enumerate(CORNER_NAMES) if corner not in plane.tags_px]
    if missing:
        words = _("This corner tag is not where it should be, or cannot be seen: {corner}.")
        fix = _("Uncover it, and lay the mat flat.")
        return failed("mat", words.format(corner=joined(missing)), fix, **figures)
    if spare < 0:
        words = _("A part of the playing area is outside the picture.")
        fix = _("Hang the camera higher, or turn it towards the middle of the mat.")
        return failed("mat", words, fix, **figures)
    if error > TRUE_PX:
        words = _("The corner tags do not fit well: they are {px} px ({mm} mm) off.")
        words = words.format(px=number(plane.error_px, 1), mm=number(plane.error_px / scale, 1))
        return failed("mat", words, _("Lay the mat flat; print it without “fit to page”."), **figures)
    aslant = _("The camera looks down aslant, by {tilt}°.").format(tilt=number(tilt))
    if tilt > STEEPEST_DEG:
        fix = _("Hang it more above the middle: {most}° at most.").format(most=number(STEEPEST_DEG))
        return failed("mat", aslant, fix, **figures)
    fit = _("All four corner tags fit to {mm} mm, and the whole table is in view.")
    return passed("mat", f"{fit.format(mm=number(plane.error_px / scale, 2))} {aslant}", **figures)


def tilt_deg(plane: Plane) -> float:
    """The angle (deg) between straight down and the line from the camera to the middle of the table."""
    x, y, z = plane.camera_mm()
    away = np.array([x - plane.width_mm / 2, y - plane.height_mm / 2, z])
    return degrees(acos(float(np.clip(z / np.linalg.norm(away), -1.0, 1.0))))


def spare_px(plane: Plane) -> float:
    """The minimum distance (px) of the playing area's border from the picture's; negative outside the picture."""
    along = np.linspace(0.0, 1.0, 9)
    x, y = np.meshgrid(along * plane.width_mm, along * plane.height_mm)
    at = plane.to_px(np.column_stack([x.ravel(), y.ravel()]))
    wide, high = plane.picture_size
    return float(min(at.min(), (wide - 1 - at[:, 0]).min(), (high - 1 - at[:, 1]).min()))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith((".", "?")) else ".")


LEAST_MM2 = 120.0
"""Minimum area of a burnt-out patch that counts; a coin's shine is smaller."""
MOST_SHARE = 0.01
"""Maximum burnt-out share of the playing area."""


def judge_glare(
    picture: Picture, plane: Plane, regions: Sequence[Region]
) -> tuple[Verdict, tuple[Corners, ...]]:
    """The verdict on glare, and its map: the outlines (px) of the burnt-out patches."""
    patches, share = glare_patches(picture, plane)
    lost = judge_light(picture, plane, regions).lost
    figures = {"share": share, "patches": len(patches), "regions_lost": len(lost)}
    fix = _("Move the lamp aside, or shade it with white cloth; or move the camera.")
    if lost:
        words = _("The reflection of the lamp hides {places}.").format(places=names_of(lost, regions))
        return failed("glare", words, fix, **figures), patches
    if share > MOST_SHARE:
        words = _("A reflection burns out {share} of the table.").format(share=percent(share))
        return failed("glare", words, fix, **figures), patches
    small = _("There is a small reflection ({share} of the table).").format(share=percent(share, 1))
    return passed("glare", small if patches else _("No reflection hides anything."), **figures), patches


def glare_patches(picture: Picture, plane: Plane) -> tuple[tuple[Corners, ...], float]:
    """The outlines (px) of the burnt-out patches of the playing area, and their share (0..1) of it."""
    burnt = burnt_out_on(picture, plane).astype(np.uint8)
    outlines, _ = cv2.findContours(burnt, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_TC89_L1)
    patches, area = [], 0.0
    for outline in outlines:
        size = cv2.contourArea(outline) / LOOK_PX_PER_MM**2
        if size < LEAST_MM2:
            continue
        area += size
        at = (outline.reshape(-1, 2) + 0.5) / LOOK_PX_PER_MM
        patches.append(as_corners(plane.to_px(np.column_stack([at[:, 0], plane.height_mm - at[:, 1]]))))
    return tuple(patches), area / (plane.width_mm * plane.height_mm)


LEAST_PICTURES = 4
VARYING = 0.05
"""Maximum relative variation (peak to peak) of the whole picture's brightness."""
BANDED = 0.035
"""Maximum relative strength (peak to peak) of bands across the picture."""
ROWS = 90
COLUMNS = 32


def judge_flicker(pictures: Sequence[Picture]) -> Verdict:
    """The verdict on flicker; needs LEAST_PICTURES taken within seconds, without motion."""
    if len(pictures) < LEAST_PICTURES or any(one.shape != pictures[0].shape for one in pictures):
        return untold("flicker", _("It takes {n} pictures in a row to tell.").format(n=LEAST_PICTURES))
    varying, banded = flicker_of(pictures)
    figures = {"varying": varying, "banded": banded}
    if varying > VARYING:
        words = _("The brightness varies by {share} from picture to picture.").format(share=percent(varying))
        fix = _("Lock the exposure; if it goes on, the lamp flickers: use another, or another frame rate.")
        return failed("flicker", words, fix, **figures)
    if banded > BANDED:
        words = _("Bands of {share} run across the picture: the lamp flickers with the mains.")
        fix = _("Use another lamp, or expose for 10 ms (50 Hz) or {ms} ms (60 Hz), or a multiple of it.")
        return failed(
            "flicker", words.format(share=percent(banded)), fix.format(ms=number(8.3, 1)), **figures
        )
    words = _("Steady: the brightness varies by {share}, in bands by {banded}.")
    return passed("flicker", words.format(share=percent(varying, 1), banded=percent(banded, 1)), **figures)


def flicker_of(pictures: Sequence[Picture]) -> tuple[float, float]:
    """The relative variation (peak to peak) of the whole picture's brightness, and of rows beyond that."""
    small = np.stack([
        cv2.resize(cv2.cvtColor(one, cv2.COLOR_BGR2GRAY), (COLUMNS, ROWS), interpolation=cv2.INTER_AREA)
        for one in pictures
    ]).astype(np.float64) + 8.0  # fmt: skip
    shares = small / np.median(small, axis=0)
    whole = np.median(shares, axis=(1, 2))
    # Median over each row's columns: moving things take up less than half of a row.
    rows = np.median(shares, axis=2) / whole[:, None]
    # Bands are wider than a few rows; noise and edges are not.
    smooth = [np.convolve(np.pad(row, 2, mode="edge"), np.full(5, 0.2), mode="valid") for row in rows]
    return float(np.ptp(whole)), float(np.ptp(np.stack(smooth), axis=0).max())


DARK_PAPER = 90.0
"""Minimum brightness (0..255) of white paper; below it small prints drown in noise. Reading fails at about half."""
BURNT_PAPER = 253.5
"""Brightness of white paper's middle channel from which it is clipped."""
NOISY = 9.0
"""Standard deviation of a pixel (grey levels) above which small prints drown."""


def judge_exposure(pictures: Sequence[Picture], plane: Plane) -> Verdict:
    """The verdict on the exposure, by the paper of the tags and the noise."""
    papers = [colour for picture in pictures for colour in paper_colours(picture, plane)]
    if not papers:
        return untold("exposure", _("No white paper can be seen around the tags."))
    channels = np.median(np.array(papers), axis=0)
    level, dimmest = float(np.median(channels)), float(min(paper.max() for paper in papers))
    noise = noise_of(pictures)
    figures = {"paper": level, "dimmest_paper": dimmest, "noise": noise}
    if dimmest < DARK_PAPER:
        words = _("Too dark: at one corner, white paper has a brightness of only {n} out of 255.")
        fix = _("Put on a lamp or bring it nearer; a longer exposure helps too.")
        return failed("exposure", words.format(n=number(dimmest)), fix, **figures)
    if level > BURNT_PAPER:
        words = _("Too bright: white paper is burnt out ({n} out of 255).").format(n=number(level))
        return failed("exposure", words, _("Dim the lamp, or shorten the camera’s exposure."), **figures)
    if noise > NOISY:
        words = _("Grainy: a pixel varies by ±{n} out of 255.").format(n=number(noise))
        return failed(
            "exposure", words, _("Give it more light, so that the camera amplifies less."), **figures
        )
    words = _("White paper has a brightness of {n} out of 255, give or take {noise}.")
    return passed("exposure", words.format(n=number(level), noise=number(noise, 1)), **figures)


def noise_of(pictures: Sequence[Picture]) -> float:
    """The standard deviation of a grey pixel between pictures; for a single picture, in its flattest parts."""
    # Every other row and column suffices.
    grey = (cv2.cvtColor(picture[::2, ::2], cv2.COLOR_BGR2GRAY) for picture in pictures)
    small = [np.asarray(one, dtype=np.float32) for one in grey]
    if len(small) > 1 and all(one.shape == small[0].shape for one in small):
        gaps = [after - before for before, after in pairwise(small)]
        # A change of the whole picture is flicker and is subtracted; medians ignore moving things.
        still = [gap - np.median(gap) for gap in gaps]
        return float(np.median([np.median(np.abs(gap)) for gap in still]) / 0.6745 / np.sqrt(2))
    return _noise_alone(small[0])


def _noise_alone(grey: Values) -> float:
    """The noise by Immerkær's mask (1996), which cancels slopes and bends, in the flattest quarter of blocks."""
    mask = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], dtype=np.float32)
    rough = np.abs(cv2.filter2D(grey, cv2.CV_32F, mask))
    blocks = cv2.resize(
        rough, (max(1, grey.shape[1] // 16), max(1, grey.shape[0] // 16)), interpolation=cv2.INTER_AREA
    )
    return float(np.percentile(blocks, 25)) * float(np.sqrt(np.pi / 2)) / 6


LEAST_PX_PER_MM = 1.1
"""Minimum resolution at which small prints of cards are read for sure."""
CARD_PX = 90.0
"""Minimum height (px) of a card that is read for sure; below, the minimum sizes of coins and dice."""
COIN_PX = 30.0
DIE_PX = 25.0


def judge_detail(plane: Plane) -> Verdict:
    """The verdict on the resolution, by the minimum over the playing area."""
    least, most = px_per_mm_range(plane)
    card, coin, die = CARD_PX / least, COIN_PX / least, DIE_PX / least
    figures = {"px_per_mm": least, "most_px_per_mm": most, "card_mm": card, "coin_mm": coin, "die_mm": die}
    sizes = {"card": number(card), "coin": number(coin), "die": number(die)}
    if least < LEAST_PX_PER_MM:
        few = _("The farthest corner has {least} pixels to a millimetre; {needed} are needed.")
        only = _("Only cards {card} mm high, coins of {coin} mm, dice of {die} mm or larger are surely read.")
        words = (
            few.format(least=number(least, 2), needed=number(LEAST_PX_PER_MM, 1)) + " " + only.format(**sizes)
        )
        return failed("detail", words, _("Hang the camera lower, or choose a larger picture."), **figures)
    enough = _("There are {least} pixels or more to a millimetre.").format(least=number(least, 1))
    read = _("Cards {card} mm high, coins of {coin} mm, dice of {die} mm or larger are surely read.")
    return passed("detail", f"{enough} {read.format(**sizes)}", **figures)


def px_per_mm_range(plane: Plane) -> tuple[float, float]:
    """Minimum and maximum px per mm over the playing area, each in the most foreshortened direction."""
    found = []
    for x in np.linspace(0, plane.width_mm, 7):
        for y in np.linspace(0, plane.height_mm, 7):
            at = plane.to_px(np.array([[x, y], [x + 1, y], [x, y + 1]]))
            slopes = np.column_stack([at[1] - at[0], at[2] - at[0]])
            found.append(float(np.linalg.svd(slopes, compute_uv=False)[1]))
    return min(found), max(found)


CAST = 1.7
"""Maximum ratio of white paper's strongest to its weakest channel; above it red, brown and orange look alike."""
SLIGHT = 1.12
UNEVEN = 1.45
"""Maximum ratio of warmth (red over blue) between corners; above it two lamps differ in colour."""
LOOKS = {
    "white": marked("White paper looks white."),
    "blue": marked("White paper looks blue."),
    "green": marked("White paper looks green."),
    "red": marked("White paper looks red."),
    "yellow": marked("White paper looks yellow."),
    "pink": marked("White paper looks pink."),
    "tinted": marked("White paper looks coloured."),
}
SLIGHTLY = {
    "blue": marked("White paper looks slightly blue."),
    "green": marked("White paper looks slightly green."),
    "red": marked("White paper looks slightly red."),
    "yellow": marked("White paper looks slightly yellow."),
    "pink": marked("White paper looks slightly pink."),
    "tinted": marked("White paper looks slightly coloured."),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
"""Linear sRGB to CIE XYZ (IEC 61966-2-1)."""


def judge_colour(pictures: Sequence[Picture], plane: Plane, lamp_k: float | None = None) -> Verdict:
    """The verdict on the white balance. `lamp_k`: the light's colour temperature (K), if the camera reports it."""
    papers = [c for picture in pictures for c in paper_colours(picture, plane) if 30 < c.max() < 252]
    if not papers:
        return untold("white balance", _("No white paper shows its colour: it is too dark or burnt out."))
    paper = np.median(np.array(papers), axis=0)
    cast = float(paper.max() / max(1.0, paper.min()))
    # Red over blue differs between corners if two kinds of lamps light the table.
    warmth = [float(colour[2] / max(1.0, colour[0])) for colour in papers]
    uneven = max(warmth) / max(1e-6, min(warmth))
    shown_k = temperature_k(paper)
    figures, lamp = {"cast": cast, "uneven": uneven}, ""
    if lamp_k is not None:
        figures["lamp_k"] = lamp_k
        lamp = _("The light is of about {kelvin} K.").format(kelvin=number(round(lamp_k, -2)))
    elif shown_k is not None:
        figures["shown_k"] = shown_k
        lamp = _("It looks as under light of about {kelvin} K.").format(kelvin=number(round(shown_k, -2)))
    lamp = lamp and f" {lamp}"
    tint = tint_of(paper)
    if cast > CAST:
        times = _("One colour is {times} times as strong as another.").format(times=number(cast, 1))
        fix = _("Use a white lamp, or calibrate again so that the camera finds white.")
        return failed("white balance", f"{_(LOOKS[tint])} {times}{lamp}", fix, **figures)
    if uneven > UNEVEN:
        words = _("One side of the table is lit much warmer than another: there are two kinds of light.")
        return failed("white balance", words, _("Use one kind of lamp, or close the curtain."), **figures)
    seen = LOOKS["white"] if cast < SLIGHT else SLIGHTLY[tint]
    return passed("white balance", f"{_(seen)}{lamp}", **figures)


def tint_of(paper: Floats) -> str:
    """The plain name of the paper's tint (B, G, R)."""
    high = paper > 0.5 * (paper.max() + paper.min())
    names = {(True, False, False): "blue", (False, True, False): "green", (False, False, True): "red",
             (True, True, False): "blue", (False, True, True): "yellow", (True, False, True): "pink"}  # fmt: skip
    return names.get((bool(high[0]), bool(high[1]), bool(high[2])), "tinted")


def temperature_k(paper: Floats) -> float | None:
    """The colour temperature (K) of paper (B, G, R, as sRGB); None if it is far from any lamp's white.

    McCamy's cubic (1992), roughly true from 2 000 to 12 000 K. It is that of the picture after the camera's own white
    balance, not of the lamp.
    """
    encoded = paper[::-1] / 255
    x, y, z = (TO_XYZ @ linear(encoded)).tolist()
    total = x + y + z
    if total <= 0:
        return None
    across, up = x / total, y / total
    n = (across - 0.3320) / (0.1858 - up)
    kelvin = 449 * n**3 + 3525 * n**2 + 6823.3 * n + 5520.33
    return kelvin if 1500 < kelvin < 15000 else None


NAMES = ("mat", "focus", "exposure", "white balance", "detail", "flicker", "glare", "steadiness")
ENOUGH_PICTURES = 8
"""Number of pictures that suffices for every verdict."""
OTHER_STAND_MM = 5.0
"""Maximum shift of the table between pictures from one standpoint."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """The verdicts, and outlines (px) of the playing area, the tags and glare to draw over the picture.

    `plane`: that of the picture with the most tags, of several the last; None without a mat.
    """

    verdicts: tuple[Verdict, ...]
    plane: Plane | None = None
    area: Corners = ()
    tags: tuple[Corners, ...] = ()
    glare: tuple[Corners, ...] = ()

    @property
    def ok(self) -> bool:
        return all(verdict.ok is not False for verdict in self.verdicts)


def calibrate(
    pictures: Sequence[Picture],
    table: Table,
    readings: Mapping[str, float] | None = None,
    *,
    in_a_row: bool = True,
) -> Calibration:
    """Judges pictures of one table (BGR, H x W x 3), oldest first.

    `in_a_row`: they were taken within seconds, so that flicker and steadiness can be judged. `readings`: the camera's
    own, such as `ColourTemperature` (K). Raises ValueError without a picture, or for a table without tags.
    """
    if not pictures or table.tags is None:
        raise ValueError("a calibration needs pictures, and a table with tags")
    seen = [find_tags(picture, table.tags) for picture in pictures]
    best = max(range(len(pictures)), key=lambda k: (len(seen[k]), k))
    size = (pictures[best].shape[1], pictures[best].shape[0])
    found = plane_from_tags(seen[best], table, size)
    mat = judge_mat(found)
    if isinstance(found, NoPlane):
        light = judge_light(pictures[-1], None)
        why = _("It is measured on the mat, which was not found.")
        lit = passed("exposure", _("Neither too dark nor too bright, as far as can be told without the mat."))
        if not light.ok:
            lit = failed("exposure", light.why or "", _("Mend the light first."))
        told = {"exposure": lit, "flicker": judge_flicker(pictures if in_a_row else ())}
        return Calibration((mat, *(told.get(name, untold(name, why)) for name in NAMES[1:])))
    # Only pictures from the plane's standpoint, by their tags: somebody may have moved the camera meanwhile.
    together = []
    for k, (picture, places) in enumerate(zip(pictures, seen, strict=True)):
        shared = places.keys() & found.tags_px.keys()
        off = [found.to_mm(places[corner]) - found.to_mm(found.tags_px[corner]) for corner in shared]
        farthest = max((float(np.hypot(*shift.mean(axis=0))) for shift in off), default=OTHER_STAND_MM)
        if picture.shape == pictures[best].shape and farthest < OTHER_STAND_MM:
            together.append(k)
    same, tags = [pictures[k] for k in together], [seen[k] for k in together]
    lamp_k = None if readings is None else readings.get("ColourTemperature")
    glare, patches = judge_glare(pictures[best], found, table.regions)
    cells = tag_pattern(table.tags, 0).shape[0]
    verdicts = (
        mat,
        judge_focus(same, found, cells),
        judge_exposure(same, found),
        judge_colour(same, found, lamp_k),
        judge_detail(found),
        judge_flicker(same if in_a_row else ()),
        glare,
        judge_steadiness(tags if in_a_row else (), found),
    )
    outlines = tuple(as_corners(found.to_px(tag)) for tag in tag_corners_mm(table, table.tags))
    # The playing area's sides in short pieces, because the lens bends them.
    corners = rectangle(0, 0, found.width_mm, found.height_mm)
    ends = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    area = as_corners(found.to_px(np.concatenate([np.linspace(a, b, 9)[:-1] for a, b in ends])))
    return Calibration(verdicts, found, area, outlines, patches)
