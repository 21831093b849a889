"""One self-test from the first thing to the report, and its run on disk.

Things are chosen by a seed and spread over the table, hard ones among them: equal table, decks and seed give
equal things, and no card is asked for twice.
"""

import math
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Literal

import cv2
import msgspec
import numpy as np

from companion.game import Game, Setup
from companion.games import all_games
from companion.language import expected_words, percent
from companion.sight import Face, Kind, Region, Sighting, Table
from ui.box.eyes import lying_decks, own_decks
from ui.journal.store import sync
from ui.owned.whole_files import not_writable, write_whole
from ui.places import decks_folder, selftests_folder
from ui.present.names import card_name, label_words, thing_words
from ui.records.beginning import UsageFault, app_version, json_file
from ui.words import _, marked, several, system_words, upper_first, word_tables
from vision.arrays import Floats, Picture
from vision.decks.deck import Deck
from vision.enrolling.folder import sharpness
from vision.eye import Eye, Reading
from vision.mat.following import Mat
from vision.sources.frames import Frame
from vision.sources.pictures import decode_picture

Trick = Literal["", "over", "stranger"]
"""`over`: laid over another card so that half of it shows. `stranger`: a card of no deck."""
Job = Literal["", "over", "stranger", "down"]
"""What makes a card harder to read: a Trick, or lying face down."""

THINGS = 10
CARDS_SHARE = 0.7
"""Share of cards among the things, in a game with cards."""
OVER = 0.47
"""Shift of an overlying card towards the near side, as a share of its height."""
LEAST_PLACE_MM = 45.0
"""Minimum side of a region to lay a card on; smaller ones are replaced by nine parts of the table."""
ANGLES = (0.0, 0.0, 180.0, 180.0, 90.0, 270.0)
PARTS = (
    (marked("near left"), marked("near middle"), marked("near right")),
    (marked("middle left"), marked("middle"), marked("middle right")),
    (marked("far left"), marked("far middle"), marked("far right")),
)
"""The nine parts of a table, row by row."""
LABELS: dict[Kind, tuple[str, ...]] = {"penny": ("heads", "tails"), "die": ("1", "2", "3", "4", "5", "6")}
WORDS = word_tables("ui.selftest")


class PlanFault(Exception):
    """No thing can be asked for on this table; one line for people."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing to lay: middle (x, y) in table mm, `angle` in deg counter-clockwise, 0 = upright for seat 0.

    `label` None: any (a card face down, a stranger, an unnamed piece). `on`: number of the thing beneath it.
    `region`: the place's name, `place`: the same in words.
    """

    kind: Kind
    label: str | None
    region: str
    place: str
    x: float
    y: float
    angle: float = 0.0
    face: Face | None = None
    deck: str | None = None
    width_mm: float = 60.0
    height_mm: float = 60.0
    trick: Trick = ""
    on: int | None = None


def table_to_lay_on(table: Table) -> Table:
    """The table with regions to lay things on: its own, or nine parts if they do not suit."""
    fit = [region for region in table.regions if min(region.w, region.h) >= LEAST_PLACE_MM]
    if len(fit) >= 4:
        return replace(table, regions=tuple(fit))
    wide, high = table.width_mm / 3, table.height_mm / 3
    parts = tuple(
        Region(PARTS[row][column], column * wide, row * high, wide, high)
        for row in range(3)
        for column in range(3)
    )
    return replace(table, regions=parts)


def part_of(table: Table, x: float, y: float) -> str:
    """The part of the table with a point (mm), in words: `far left`, `middle`."""
    column = min(2, max(0, int(3 * x / table.width_mm)))
    row = min(2, max(0, int(3 * y / table.height_mm)))
    return PARTS[row][column]


def plan(table: Table, decks: Sequence[Deck], seed: int, count: int = THINGS) -> tuple[Asked, ...]:
    """The things to lay, in order, on a table from `table_to_lay_on`. Raises PlanFault if there are none."""
    chance = Random(seed)
    discs = next((deck for deck in decks if deck.kind == "disc"), None)
    decks = [deck for deck in decks if deck.kind != "disc"]
    jobs = _jobs(table, decks, count, chance)
    places, stock = _places(table, chance), [(deck, label) for deck in decks for label in deck.labels]
    chance.shuffle(stock)
    asked: list[Asked] = []
    for kind, trick in jobs:
        free = carriers(asked)
        if kind == "card":
            thing = _card(trick, stock, decks, chance)
            free = [n for n in free if thing.trick == "over" and asked[n].trick == ""]
        else:
            known = discs if kind == "disc" else None
            thing = _piece(kind, asked, chance, known)
            free = free if kind == "penny" or known is not None else []
        if free:
            # Place and turn follow from the card beneath.
            n = chance.choice(free)
            under = asked[n]
            region, x, y = under.region, under.x, under.y
            if kind == "card":
                y, thing = y - OVER * under.height_mm, replace(thing, angle=under.angle)
            thing = replace(thing, on=n)
        else:
            # Without a card that can carry it, an overlying card becomes a plain one.
            place = next(places)
            region, (x, y) = place.name, place.centre
            thing = replace(thing, trick="" if thing.trick == "over" else thing.trick)
        asked.append(replace(thing, region=region, place=place_words(region), x=x, y=y))
    return tuple(asked)


def _places(table: Table, chance: Random) -> Iterator[Region]:
    """The regions in an endless order around the nine parts of the table, so that things are spread."""
    parts: dict[str, list[Region]] = {}
    for region in table.regions:
        parts.setdefault(part_of(table, *region.centre), []).append(region)
    for regions in parts.values():
        chance.shuffle(regions)
    places: list[Region] = []
    while any(parts.values()):
        left = [name for name, regions in parts.items() if regions]
        chance.shuffle(left)
        places += [parts[name].pop() for name in left]
    return cycle(places)


def _jobs(table: Table, decks: Sequence[Deck], count: int, chance: Random) -> list[tuple[Kind, Job]]:
    """Kinds and tricks in a possible order: a thing on a card comes after a card that can carry it."""
    kinds = list(dict.fromkeys(table.kinds))
    has_cards = "card" in kinds and any(deck.labels for deck in decks)
    others = [kind for kind in kinds if kind != "card"]
    if not has_cards and not others:
        raise PlanFault(_("no deck of cards is known, so there is nothing to ask for: enrol a deck first"))
    cards = count if has_cards else 0
    if has_cards and others:
        cards = max(1, round(CARDS_SHARE * count))
    cards = min(cards, sum(len(deck.labels) for deck in decks) + 2)
    jobs: list[tuple[Kind, Job]] = [("card", "")] * cards
    hard: tuple[tuple[int, Job], ...] = ((3, "down"), (4, "over"), (5, "stranger"))
    for least, trick in hard:
        if cards >= least:
            jobs[cards + 2 - least] = ("card", trick)
    jobs += [(others[n % len(others)], "") for n in range(count - cards)] if others else []
    first, rest = jobs[: min(2, cards)], jobs[min(2, cards) :]
    chance.shuffle(rest)
    return [*first, *rest]


def _card(trick: Job, stock: list[tuple[Deck, str]], decks: Sequence[Deck], chance: Random) -> Asked:
    """A card without a place yet."""
    label: str | None = None
    if trick == "stranger" or not stock:
        deck = stock[0][0] if stock else decks[0]
        trick = trick if trick == "down" else "stranger"
    else:
        deck, label = stock.pop()
    size, angle = (deck.width_mm, deck.height_mm), chance.choice(ANGLES)
    if trick == "down":
        return Asked("card", None, "", "", 0, 0, angle, "down", deck.name, *size)
    name = None if trick == "stranger" else deck.name
    return Asked("card", label, "", "", 0, 0, angle, "up", name, *size, trick)


def _piece(kind: Kind, before: Sequence[Asked], chance: Random, discs: Deck | None) -> Asked:
    """A penny, die, disc or pawn without a place yet; one of `discs`, if there are any."""
    known = LABELS.get(kind, ()) if discs is None else discs.labels
    told = [asked.label for asked in before if asked.kind == kind]
    fewest = min((told.count(label) for label in known), default=0)
    label = chance.choice([one for one in known if told.count(one) == fewest]) if known else None
    if discs is None:
        return Asked(kind, label, "", "", 0.0, 0.0)
    size = discs.width_mm, discs.height_mm
    return Asked(kind, label, "", "", 0.0, 0.0, 0.0, "up", discs.name, *size)


def carriers(before: Sequence[Asked]) -> list[int]:
    """The numbers of face-up cards with nothing on them."""
    taken = {asked.on for asked in before}
    return [
        n
        for n, asked in enumerate(before)
        if asked.kind == "card" and asked.face == "up" and asked.trick != "stranger" and n not in taken
    ]


def place_words(region: str) -> str:
    """A region in words: a part of the table, or a square by its name."""
    return region if is_part(region) else f"square {region}"


def is_part(place: str) -> bool:
    return any(place in row for row in PARTS)


def part_words(place: str) -> str:
    """A part of the table, or a square, within a sentence."""
    return _(place) if is_part(place) else _("square {name}").format(name=place.removeprefix("square "))


def what_words(asked: Asked) -> str:
    """A thing in words: `Fox, face up`, `a penny on heads`, `a card of no deck`."""
    if asked.trick == "stranger":
        return _("a card that is in none of the decks")
    if asked.kind == "card" and asked.face == "down":
        return _("any card of {deck}, face down").format(deck=label_words(asked.deck or ""))
    if asked.kind == "card" and asked.label is not None and asked.deck:
        return _("{card} of {deck}").format(card=card_name(asked.label), deck=label_words(asked.deck))
    if asked.kind in ("disc", "pawn") and asked.label is None:
        return _("any disc") if asked.kind == "disc" else _("any pawn")
    return thing_words(asked.kind, asked.label, asked.face, card_name)


def place_words_of(asked: Asked) -> str:
    words = _("on {place}") if asked.place.startswith("square ") else _("on the table, {place}")
    if asked.trick == "over":
        words = _("over the near half of the card on {place}, so that half of that card still shows")
    elif asked.on is not None:
        words = _("on the card on {place}")
    return words.format(place=part_words(asked.place))


def request_words(asked: Asked) -> str:
    what, where = what_words(asked), place_words_of(asked)
    if asked.kind == "card" and asked.face == "up" and asked.trick == "":
        turned = _(WORDS["turned"][f"{asked.angle:g}"])
        return _("Lay {what} {where}, {turned}.").format(what=what, where=where, turned=turned)
    return _("Lay {what} {where}.").format(what=what, where=where)


# Judging and reporting a picture, without camera or screen: pictures are handed in and read as a replay reads
# them. Rules kept: a thing is judged by its visible part; a covered thing is not missed. A card of no deck
# must not be read as one of a deck; if nothing is seen of it, it was not. Advice names the place of errors
# and the cause measured there, the gravest first; if no cause explains them, it says so.


Verdict = Literal["right", "unread", "wrong", "sure", "missed", "hidden"]
"""`sure`: wrong with high certainty. `hidden`: too much of it is covered to ask for more."""

SURE = 0.9
NEAR_MM = 45.0
"""Maximum distance of a detection from the asked place, as people lay things by eye."""
OTHER_LABEL_MM = 30.0
"""Maximum extra distance at which the detection with the asked label wins over a nearer one."""
COVERED_BELOW = 0.6
"""Visible share of a card below which no reading is asked; a reading given must still be right."""
UNDER = 0.5
"""Visible share of a card beneath another."""
CLIPPED = 250
"""Minimum of the darkest channel (0..255) of a pixel lost in glare."""
JPEG_QUALITY = 95
GLARE = 0.06
"""Share of a thing from which glare counts as the cause."""
DARK = 70.0
FEW_PX_PER_MM = 1.2
BLURRED = 0.6
"""Sharpness relative to the things read right below which blur counts as the cause …"""
SHARP_ENOUGH = 1.2
"""… unless it is above this absolute sharpness."""
MOST_ADVICE = 5
Read = Callable[[Picture], Reading]


@dataclass(frozen=True, slots=True)
class Conditions:
    """The visibility of one spot in one picture.

    `glare`: share (0..1) of clipped pixels. `bright`: its brighter tenth, 0..255. `sharp`: see
    `vision.enrolling.folder.sharpness`. `px_per_mm`: None without a mat for scale.
    """

    glare: float
    bright: float
    sharp: float
    px_per_mm: float | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """One thing in one picture: verdict, the detection taken for it, and the conditions of its spot."""

    verdict: Verdict
    seen: Sighting | None
    conditions: Conditions | None = None


def judge_look(
    lying: Sequence[Asked | None], sightings: Sequence[Sighting], table: Table, size: tuple[int, int]
) -> tuple[list[Judged], list[Sighting]]:
    """A verdict for each thing in a picture of `size` (width, height in px), and the surplus detections.

    None in `lying`: that thing was not laid. Without a mat, detections have no place on the table, so the
    parts of the picture stand for the table's.
    """
    placed = [on_table(sighting, table, size) for sighting in sightings]
    costs = (
        (_cost(asked, sighting), n, m)
        for n, asked in enumerate(lying)
        for m, sighting in enumerate(placed)
        if asked is not None
    )
    taken: dict[int, int] = {}
    # the likeliest pairs first
    for _far, n, m in sorted((cost, n, m) for cost, n, m in costs if cost is not None):
        if n not in taken and m not in taken.values():
            taken[n] = m
    things = []
    for n, asked in enumerate(lying):
        seen = placed[taken[n]] if n in taken else None
        verdict: Verdict = "hidden" if asked is None else _verdict(asked, seen, shows(n, lying))
        things.append(Judged(verdict, seen))
    left = (seen for m, seen in enumerate(placed) if m not in taken.values())
    return things, [seen for seen in left if seen.region is not None]


def on_table(sighting: Sighting, table: Table, size: tuple[int, int]) -> Sighting:
    """The detection with a place on the table; without a mat, its place in the picture."""
    if sighting.x is not None or table.tags is not None or not sighting.corners_px:
        return sighting
    across = sum(x for x, _y in sighting.corners_px) / len(sighting.corners_px) / size[0]
    down = sum(y for _x, y in sighting.corners_px) / len(sighting.corners_px) / size[1]
    x, y = across * table.width_mm, (1 - down) * table.height_mm
    return replace(sighting, region=table.region_at(x, y))


def shows(n: int, lying: Sequence[Asked | None]) -> float:
    """Approximate visible share of a thing beneath others."""
    over = any(other is not None and other.on == n and other.trick == "over" for other in lying)
    return UNDER if over else 1.0


def _cost(asked: Asked, sighting: Sighting) -> float | None:
    """The cost in mm of taking a detection for this thing; None if it cannot be."""
    far = None
    if sighting.x is not None and sighting.y is not None:
        far = math.hypot(sighting.x - asked.x, sighting.y - asked.y)
    is_near = sighting.region == asked.region or (far is not None and far <= NEAR_MM)
    if asked.kind != sighting.kind or not is_near:
        return None
    return (far or 0.0) + (0.0 if _as_asked(asked, sighting) else OTHER_LABEL_MM)


def _as_asked(asked: Asked, sighting: Sighting) -> bool:
    if asked.kind == "card" and asked.face == "down":
        is_of_deck = asked.deck == sighting.deck or None in (asked.deck, sighting.deck)
        return sighting.face == "down" and is_of_deck
    if asked.trick == "stranger":
        return sighting.label is None and sighting.face != "down"
    return sighting.face != "down" and (asked.label is None or sighting.label == asked.label)


def _verdict(asked: Asked, sighting: Sighting | None, visible: float) -> Verdict:
    if sighting is None:
        if asked.trick == "stranger":
            return "right"
        return "hidden" if visible < COVERED_BELOW else "missed"
    if _as_asked(asked, sighting):
        return "right"
    if sighting.label is None and sighting.face != "down":
        if asked.kind == "card" and asked.face == "down":
            return "wrong"
        return "hidden" if visible < COVERED_BELOW else "unread"
    return "sure" if sighting.sure >= SURE else "wrong"


def conditions(
    picture: Picture, asked: Asked, seen: Sighting | None, mat: Mat, table: Table
) -> Conditions | None:
    """The conditions at a thing's place; None if that is outside the picture or unknown."""
    corners = outline(asked, seen, mat, table, (picture.shape[1], picture.shape[0]))
    low, high = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int)
    patch = picture[max(0, low[1]) : max(0, high[1]), max(0, low[0]) : max(0, high[0])]
    if min(patch.shape[:2]) < 8:
        return None
    clipped = np.asarray(patch.min(axis=2) >= CLIPPED, np.uint8)
    # lone clipped pixels are print, or a coin's edge
    glare = float(cv2.morphologyEx(clipped, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).mean())
    bright = float(np.percentile(patch.max(axis=2), 90))
    scale = None
    if mat.image_to_table is not None:
        left, right = _to_px(mat, np.array([[asked.x - 5, asked.y], [asked.x + 5, asked.y]]))
        scale = float(np.linalg.norm(right - left) / 10)
    return Conditions(glare, bright, sharpness(np.ascontiguousarray(patch)), scale)


def outline(asked: Asked, seen: Sighting | None, mat: Mat, table: Table, size: tuple[int, int]) -> Floats:
    """A thing's corners (N × 2 px): where it was seen, else where it was asked for."""
    if seen is not None and seen.corners_px:
        return np.asarray(seen.corners_px, np.float64)
    square = np.array(((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)))
    corners = square * (asked.width_mm, asked.height_mm) + (asked.x, asked.y)
    if mat.image_to_table is None:
        return np.asarray(corners / (table.width_mm, -table.height_mm) * size + (0, size[1]))
    return _to_px(mat, corners)


def _to_px(mat: Mat, points: Floats) -> Floats:
    back = np.linalg.inv(np.asarray(mat.image_to_table, np.float64))
    return np.asarray(cv2.perspectiveTransform(points[None], back)[0], np.float64)


def seen_words_of(sighting: Sighting | None) -> str:
    """A detection in words: `Fox, face up (99 %)`, `a card that I cannot read`, `nothing`."""
    if sighting is None:
        return _("nothing")
    if sighting.kind == "card" and sighting.face == "down":
        return _("a card face down")
    if sighting.label is None:
        known = WORDS["unread"].get(sighting.kind)
        return _("a {kind}").format(kind=sighting.kind) if known is None else _(known)
    words = thing_words(sighting.kind, sighting.label, sighting.face, card_name)
    return _("{thing} ({share} sure)").format(thing=words, share=percent(sighting.sure))


def saw_words(judged: Judged) -> str:
    """A detection and its verdict in one line: `I see Fox, face up (99 % sure): right.`"""
    if judged.seen is None and judged.verdict == "right":
        return _("I see no card of the decks there: right.")
    return _("I see {what}: {worth}.").format(
        what=seen_words_of(judged.seen), worth=_(WORDS["worth"][judged.verdict])
    )


# the report: accuracy by kind, and repairs, in words


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing in one picture, as counted in the report. `part`: its part of the table, in words."""

    kind: Kind
    what: str
    part: str
    verdict: Verdict
    conditions: Conditions | None = None
    tricky: bool = False
    stranger: bool = False


Scores = dict[Kind, Counter[str]]
"""By kind, counts by COUNTED of all things in all pictures that show them."""
COUNTED = ("looks", "right", "unread", "wrong", "sure", "missed")


def scores(findings: Iterable[Finding]) -> Scores:
    found: Scores = {}
    for finding in findings:
        if finding.verdict != "hidden":
            score = found.setdefault(finding.kind, Counter())
            score.update(["looks", finding.verdict, *(["wrong"] if finding.verdict == "sure" else [])])
    return found


def score_words(kind: Kind, score: Counter[str]) -> str:
    """`cards: 24 of 26 right (92 %), 1 not read, 1 not found`."""
    right, looks, sure = score["right"], score["looks"], score["sure"]
    share = percent(right / max(looks, 1))
    parts = [_("{right} of {looks} right ({share})").format(right=right, looks=looks, share=share)]
    for verdict, words in (
        ("unread", _("{n} not read")),
        ("missed", _("{n} not found")),
        ("wrong", _("{n} wrong ({sure} of them sure)") if sure else _("{n} wrong")),
    ):
        parts += [words.format(n=score[verdict], sure=sure)] if score[verdict] else []
    return f"{_(WORDS['kinds'][kind])}: {', '.join(parts)}"


def advice(findings: Sequence[Finding], invented: Sequence[str] = ()) -> tuple[str, ...]:
    """The repairs, the most frequent trouble first; one sentence if all is well."""
    bad = [finding for finding in findings if finding.verdict not in ("right", "hidden")]
    if not bad and not invented:
        return (_("Everything was read right: nothing needs mending."),) if findings else ()
    sharp = [f.conditions.sharp for f in findings if f.verdict == "right" and f.conditions is not None]
    usual = median(sharp) if sharp else SHARP_ENOUGH
    groups = Counter((finding.kind, finding.part, cause(finding, usual)) for finding in bad)
    told = [_sentence(kind, part, why, bad) for (kind, part, why), _count in groups.most_common(MOST_ADVICE)]
    if invented:
        said = several(
            "{n} thing was seen where nothing was asked for ({what}): clear the table of everything else.",
            "{n} things were seen where nothing was asked for ({what}): clear the table of everything else.",
            len(invented),
            what=", ".join(dict.fromkeys(invented)),
        )
        told.append(said)
    return tuple(dict.fromkeys(told))


def cause(finding: Finding, usual_sharpness: float) -> str:
    """The cause: `glare`, `dark`, `small`, `blurred`, `stranger`, `tricky` or `unknown`."""
    seen = finding.conditions
    if seen is not None:
        if seen.glare >= GLARE:
            return "glare"
        if seen.bright < DARK:
            return "dark"
        if seen.px_per_mm is not None and seen.px_per_mm < FEW_PX_PER_MM:
            return "small"
        if finding.kind == "card" and seen.sharp < min(BLURRED * usual_sharpness, SHARP_ENOUGH):
            return "blurred"
    if finding.stranger:
        return "stranger"
    return "tricky" if finding.tricky else "unknown"


def _sentence(kind: Kind, part: str, why: str, bad: Sequence[Finding]) -> str:
    here = [f for f in bad if f.kind == kind and f.part == part]
    went = {f.verdict for f in here}
    how = "missed" if went == {"missed"} else "wrong" if went & {"wrong", "sure"} else "unread"
    what = ", ".join(dict.fromkeys(f.what for f in here))
    kinds, mends = upper_first(_(WORDS["kinds"][kind])), WORDS["mend"]
    head = _(WORDS["went"][how]).format(kinds=kinds, part=part_words(part), what=what)
    return f"{head}: {_(mends.get(f'{why}-{kind}', mends[why]))}"


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One picture of the test: its JPEG bytes, the things in it, and its reading."""

    data: bytes
    lying: tuple[Asked | None, ...]
    things: tuple[Judged, ...]
    invented: tuple[Sighting, ...]


class Course:
    """A self-test under way. `number`: the due thing (0 …), `asked`: the thing, None at the end.

    `lying`: the things laid so far, None for each skipped one.
    """

    def __init__(self, asked: Sequence[Asked], table: Table, read: Read) -> None:
        self.planned, self.table, self._read = tuple(asked), table, read
        self.steps: list[Step] = []
        self.lying: tuple[Asked | None, ...] = ()

    @property
    def number(self) -> int:
        return len(self.lying)

    @property
    def asked(self) -> Asked | None:
        return self.planned[self.number] if self.number < len(self.planned) else None

    @property
    def last(self) -> Judged | None:
        """The reading of the last thing; None if it was skipped, or none was laid."""
        if not self.lying or self.lying[-1] is None:
            return None
        return self.steps[-1].things[self.number - 1]

    def shows_hand(self, picture: Picture) -> bool:
        """Whether this test's eye sees a hand over the table."""
        return self._read(picture).scene.hand

    def take(self, picture: Picture) -> Judged:
        """Reads the due thing in a picture of the resting table. Raises IndexError at the end."""
        quality = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
        data = cv2.imencode(".jpg", np.ascontiguousarray(picture), quality)[1].tobytes()
        return self.add(data, (*self.lying, self.planned[self.number])).things[-1]

    def skip(self) -> None:
        """Skips the due thing. A thing for the top of it is laid on the bare table instead."""
        if self.asked is not None:
            self.lying = (*self.lying, None)

    def correct(self, label: str | None, face: Face | None = None, deck: str | None = None) -> None:
        """Corrects the last thing; `label` None, face up: of no deck. Raises IndexError before the first."""
        was = self.lying[-1]
        if was is None:
            raise IndexError("nothing was laid last")
        if was.kind != "card":
            face = deck = None
        trick = was.trick if was.trick == "over" else "stranger" if face == "up" and label is None else ""
        now = replace(was, label=label, face=face, deck=deck, trick=trick)
        self.add(self.steps.pop().data, (*self.lying[:-1], now))

    def not_there(self) -> None:
        """The last thing was not laid at all: its picture is dropped."""
        if self.lying and self.lying[-1] is not None:
            self.steps.pop()
            self.lying = (*self.lying[:-1], None)

    def again(self) -> None:
        """The last thing is laid again: its picture is dropped."""
        self.not_there()
        self.lying = self.lying[:-1]

    def add(self, data: bytes, lying: tuple[Asked | None, ...]) -> Step:
        """Reads a picture of these things."""
        picture = decode_picture(data, "the picture")
        reading = self._read(picture)
        size = (picture.shape[1], picture.shape[0])
        judged, invented = judge_look(lying, reading.scene.sightings, self.table, size)
        things = []
        for asked, one in zip(lying, judged, strict=True):
            if asked is not None:
                measured = conditions(picture, asked, one.seen, reading.mat, self.table)
                one = replace(one, conditions=measured)
            things.append(one)
        step = Step(data, lying, tuple(things), tuple(invented))
        self.steps.append(step)
        self.lying = lying
        return step

    def findings(self) -> tuple[list[Finding], list[str]]:
        """Every thing in every picture, and surplus detections in words."""
        found: list[Finding] = []
        invented: list[str] = []
        for step in self.steps:
            for n, (asked, judged) in enumerate(zip(step.lying, step.things, strict=True)):
                if asked is not None:
                    part = part_of(self.table, asked.x, asked.y)
                    tricky = asked.trick == "over" or shows(n, step.lying) < 1
                    what, strange = what_words(asked), asked.trick == "stranger"
                    seen = judged.conditions
                    found.append(Finding(asked.kind, what, part, judged.verdict, seen, tricky, strange))
            invented += [invented_words(sighting, self.table) for sighting in step.invented]
        return found, invented


def report_lines(course: Course) -> tuple[str, ...]:
    """The report in words: scores by kind, repairs, surplus detections."""
    findings, invented = course.findings()
    lines = [score_words(kind, score) for kind, score in scores(findings).items()]
    lines += [_("Each thing counts in every picture that shows it.")] if lines else []
    lines += [f"– {line}" for line in advice(findings, invented)]
    if invented:
        lines.append(_("Seen where nothing was asked for: {n}").format(n=len(invented)))
    return tuple(lines) or (_("Nothing was laid."),)


def things_json(course: Course) -> dict[str, Any]:
    """The things one by one, and the advice."""
    firsts: dict[int, dict[str, Any]] = {}  # each as read in its first picture
    for step in course.steps:
        for n, (asked, judged) in enumerate(zip(step.lying, step.things, strict=True)):
            if asked is not None:
                read = {"verdict": judged.verdict, "seen": seen_words_of(judged.seen), "truth": asdict(asked)}
                firsts.setdefault(n, {"asked": what_words(asked), "place": asked.place} | read)
    things = [firsts[n] for n in sorted(firsts)]
    return {"things": things, "advice": list(advice(*course.findings()))}


def result_json(course: Course) -> dict[str, Any]:
    """The result for the disk: scores by kind, and a verdict per thing and picture."""
    findings, invented = course.findings()
    told = {kind: {name: score[name] for name in COUNTED} for kind, score in scores(findings).items()}
    looks = (zip(step.lying, step.things, strict=True) for step in course.steps)
    verdicts = [[None if asked is None else judged.verdict for asked, judged in look] for look in looks]
    return {"scores": told, "invented": len(invented), "verdicts": verdicts}


def is_worse(now: dict[str, Any], before: dict[str, Any]) -> bool:
    """Whether a result is worse on the same pictures: fewer right, more `sure`, or more surplus detections."""
    kinds = now["scores"].keys() | before["scores"].keys()
    nothing = {"right": 0, "sure": 0}
    pairs = [(now["scores"].get(kind, nothing), before["scores"].get(kind, nothing)) for kind in kinds]
    is_misread = any(new["right"] < old["right"] or new["sure"] > old["sure"] for new, old in pairs)
    return is_misread or bool(now["invented"] > before["invented"])


def invented_words(sighting: Sighting, table: Table) -> str:
    """A surplus detection and its place, in words."""
    words, place = seen_words_of(sighting), sighting.region
    if place is None and sighting.x is not None and sighting.y is not None:
        place = part_of(table, sighting.x, sighting.y)
    if not place:
        return words
    return f"{words}, {_(place) if is_part(place) else place}"


# The setting of a self-test, and its runs on disk as the owner's regression set: a folder each with pictures,
# truth, and every reading; truth.json has the form that `ui.lab.bench.figures` reads. Rule kept: a run is
# there whole or not at all; results are replaced in one step.


TRUTH, RESULTS = "truth.json", "results.json"
Json = dict[str, Any]


class KeptPicture(msgspec.Struct, frozen=True):
    """A run's picture: file, things in it (None: not laid), and the expected detections."""

    file: str
    asked: tuple[Asked | None, ...]
    hand: bool = False
    sightings: tuple[Json, ...] = ()


class Truth(msgspec.Struct, frozen=True):
    """A run's facts besides its pictures. `painted`: simulated table, with the printed look."""

    game: str
    decks: tuple[str, ...]
    table: Table
    frames: tuple[KeptPicture, ...]
    painted: bool = False


@dataclass(frozen=True, slots=True)
class KeptRun:
    """A run on disk with all its results."""

    folder: Path
    truth: Truth
    results: tuple[Json, ...] = ()


class Reader:
    """Reads each picture as if it were the first."""

    def __init__(self, table: Table, decks: Sequence[Deck]) -> None:
        self._eye = Eye(table, decks)

    def __call__(self, picture: Picture) -> Reading:
        self._eye.forget()
        return self._eye.read(Frame(picture, 0.0, 0))


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """The game, its decks, and the table with places to lay on. `painted`: the table is simulated."""

    table: Table
    decks: tuple[Deck, ...]
    folders: tuple[Path, ...]
    game: str
    painted: bool

    def course(self, seed: int, count: int, table: Table | None = None) -> Course:
        """A test of `count` things chosen by `seed`. Raises PlanFault."""
        table = table or self.table
        return Course(plan(table, self.decks, seed, count), table, Reader(table, self.decks))

    def keep(self, course: Course, seed: int, source: str) -> Path | None:
        """Keeps pictures, truth and result under the time; None without any step. Raises UsageFault."""
        if not course.steps:
            return None
        at = now()
        about = {"at": at, "version": app_version(), "seed": seed, "source": source}
        frames = pictures_of([step.lying for step in course.steps])
        truth = Truth(self.game, tuple(map(str, self.folders)), course.table, frames, self.painted)
        name, pictures = at[:19].replace(":", "-"), [step.data for step in course.steps]
        return keep_run(name, truth, pictures, about | result_json(course))


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def setting(game: Game[Any], setup: Setup, folders: Sequence[Path] = (), *, painted: bool = False) -> Setting:
    """A game's table with its decks, or those in `folders`. `painted`: simulated. Raises DeckFault."""
    mine = enrolled()
    brought = (folder for folder in own_decks(game, setup) if folder.name not in {own.name for own in mine})
    chosen = tuple(folders) or (*brought, *mine)
    decks = tuple(lying_decks(chosen, painted=painted))
    return Setting(table_to_lay_on(game.table(setup)), decks, chosen, game.id, painted)


def enrolled() -> tuple[Path, ...]:
    return tuple(sorted(path for path in decks_folder().glob("[!.]*") if path.is_dir()))


def replayed(run: KeptRun) -> Course:
    """A kept run, read again by the present eye. Raises DeckFault, UsageFault and PictureFault."""
    truth = run.truth
    decks = lying_decks([moved(Path(path)) for path in truth.decks], painted=truth.painted)
    course = Course((), truth.table, Reader(truth.table, decks))
    for frame in truth.frames:
        file = run.folder / frame.file
        try:
            data = file.read_bytes()
        except OSError as fault:
            words = expected_words(str(file), _("a picture of a self-test"), system_words(fault))
            raise UsageFault(words) from None
        course.add(data, frame.asked)
    return course


def moved(folder: Path) -> Path:
    """A deck's present folder: games bring theirs to wherever they are installed."""
    if folder.is_dir():
        return folder
    known = [*(path for game in all_games().values() for path in own_decks(game)), *enrolled()]
    return next((path for path in known if path.name == folder.name), folder)


def keep_run(name: str, truth: Truth, pictures: Sequence[bytes], result: Json) -> Path:
    """Writes a run with its pictures as JPEG bytes; returns its folder. Raises UsageFault."""
    runs, number = selftests_folder(), 2
    folder = runs / name
    try:
        runs.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".draft.", dir=runs, ignore_cleanup_errors=True) as made:
            draft = Path(made)
            for frame, data in zip(truth.frames, pictures, strict=True):
                write_whole(draft / frame.file, data, shared=True)
            write_whole(draft / TRUTH, _json(truth), shared=True)
            write_whole(draft / RESULTS, _json({"results": [result]}), shared=True)
            draft.chmod(0o755)
            while folder.exists():
                folder, number = runs / f"{name}-{number}", number + 1
            draft.rename(folder)
        sync(runs)
    except OSError as fault:
        raise UsageFault(not_writable(runs, fault)) from None
    return folder


def pictures_of(lyings: Sequence[tuple[Asked | None, ...]]) -> tuple[KeptPicture, ...]:
    """A run's pictures, from the things on the table in each."""
    named = ((f"{number:03}.jpg", lying) for number, lying in enumerate(lyings))
    return tuple(KeptPicture(file, lying, sightings=tuple(truth_of(lying))) for file, lying in named)


def truth_of(lying: Sequence[Asked | None]) -> list[Json]:
    """A perfect eye's reading, by region, each card followed by the things on it."""
    told: list[Json] = []
    there = [(n, asked) for n, asked in enumerate(lying) if asked is not None]
    for n, asked in there:
        if asked.on is not None and asked.trick != "over" and lying[asked.on] is not None:
            continue
        told.append(_sighting(asked))
        told += [_sighting(other) for _m, other in there if other.on == n and other.trick != "over"]
    return told


def _sighting(asked: Asked) -> Json:
    body = {name: getattr(asked, name) for name in ("kind", "region", "label", "x", "y")}
    if asked.kind == "card":
        body |= {"face": asked.face, "tribe": asked.deck, "angle": asked.angle}
    return body


def all_runs() -> tuple[Path, ...]:
    return tuple(sorted(file.parent for file in selftests_folder().glob(f"[!.]*/{TRUTH}")))


def read_run(folder: Path) -> KeptRun:
    """A kept run. Raises UsageFault naming file and field."""
    try:
        truth = msgspec.convert(json_file(folder / TRUTH), Truth)
        results = json_file(folder / RESULTS)["results"] if (folder / RESULTS).exists() else []
        return KeptRun(folder, truth, tuple(results))
    except (KeyError, TypeError, msgspec.ValidationError) as fault:
        words = expected_words(str(folder / TRUTH), _("the truth of a self-test"), str(fault))
        raise UsageFault(words) from None


def add_result(run: KeptRun, result: Json) -> None:
    """Adds a replay's result in one step. Raises UsageFault."""
    file = run.folder / RESULTS
    try:
        write_whole(file, _json({"results": [*run.results, result]}), shared=True)
        sync(run.folder)
    except OSError as fault:
        raise UsageFault(not_writable(file, fault)) from None


def _json(value: Json | Truth) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"
