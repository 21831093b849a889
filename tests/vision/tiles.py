"""Boards of ZoneS at random, painted under six lamps, and how well their tiles and tokens are read.

`python -m tests.vision.tiles FIRST LAST` prints the figures of those seeds; `--printed` paints the sheets of
`companion print zones` in place of the pictures themselves; `--glare` counts the three squares of each on which a
lamp is mirrored.
"""

import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from companion.game import Setup
from companion.games.zones import table as zones_table
from companion.games.zones.pieces import TERRAINS
from companion.sight import Sighting, Table
from ui.checks.apart import LAMPS
from ui.faces.face import CardToPrint
from ui.games.zones.printed import tile_cards, token_cards
from ui.printing.sheets import RIM_MM, pages, room, write_pdf
from vision.decks.deck import Deck, DeckFace, load_deck
from vision.eye import Eye
from vision.painted.painter import GROUNDS, Painter
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import Laid, TableTop
from vision.printed.card_sheets import draw_card_sheets
from vision.printed.marks import Placed
from vision.sources.frames import Frame
from vision.sources.pictures import read_picture

FACES = Path(__file__).parents[2] / "companion" / "games" / "zones" / "faces"
TILES, TOKENS = "zones-tiles", "zones-tokens"
TILE_MM, TOKEN_MM = 46.0, 28.0
PRINTED_PX = 6.0
"""Px per mm of the pages that are cut up."""
SURE = 0.9
"""What is told more surely than this is booked without a question."""


@cache
def decks() -> tuple[Deck, Deck]:
    return load_deck(FACES / TILES), load_deck(FACES / TOKENS)


@cache
def printed_look() -> tuple[Deck, Deck]:
    """The decks with the pictures of how they are printed, as they are kept."""
    tiles, tokens = (
        replace(deck, faces=tuple(DeckFace(name, read_picture(FACES / deck.name / "printed" / f"{name}.png"))
                                  for name in deck.labels)) for deck in decks()
    )  # fmt: skip
    return tiles, tokens


@cache
def table() -> Table:
    return zones_table.table(Setup(2))


@cache
def printed_decks() -> tuple[Deck, Deck]:
    """The decks as the sheets of `companion print` show them, cut out of the PDF's pages."""
    tiles, tokens = decks()
    return _printed(tiles, tile_cards(Setup(2))), _printed(tokens, token_cards(Setup(2)))


def _printed(deck: Deck, cards: Sequence[CardToPrint]) -> Deck:
    laid = [(card.face, card.back) for card in cards if card.label in deck.labels]
    sheets = [sheet for sheet in draw_card_sheets(laid, *room("a4")) if not sheet.name.startswith("backs")]
    looks: dict[str, NDArray[np.uint8]] = {}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "deck.pdf"
        write_pdf(sheets, "a4", path)
        document = pypdfium2.PdfDocument(path)
        pictures = [page.render(scale=PRINTED_PX * 25.4 / 72).to_numpy()[..., :3] for page in document]
        document.close()
    for picture, page in zip(pictures, (p for sheet in sheets for p in pages(sheet, "a4")), strict=True):
        for mark in page.drawing.marks:
            if isinstance(mark, Placed):
                x, y = (page.x + mark.x) * PRINTED_PX, (RIM_MM + mark.y) * PRINTED_PX
                side = round(mark.drawing.width_mm * PRINTED_PX)
                looks[mark.drawing.name] = np.ascontiguousarray(
                    picture[round(y) : round(y) + side, round(x) : round(x) + side]
                )
    return replace(deck, faces=tuple(DeckFace(label, looks[label]) for label in deck.labels))


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A painted board, what lies on each square (a tile's label, a token's or None), and one move made on it."""

    painter: Painter
    top: TableTop
    tiles: dict[str, str]
    tokens: dict[str, str]
    after: TableTop
    moved: dict[str, str]
    """The tokens after the move."""
    lamp: str


@lru_cache(maxsize=1)
def board(seed: int, painted: tuple[Deck, ...] = ()) -> Board:
    """The board of a seed: 34 tiles and two bases, laid by hand, and four to twenty tokens in any turn."""
    chance = np.random.default_rng((seed, 4))
    names = list(LAMPS)
    lamp = names[seed % len(names)]
    on = table()
    camera = CameraPose.over(
        on,
        tilt_deg=float(chance.uniform(0, 20)),
        turned_deg=float(chance.choice([0, 0, 0, 180, 90])) + float(chance.normal(0, 4)),
        roll_deg=float(chance.normal(0, 2)),
    )
    painter = Painter(
        on, painted or decks(), camera, LAMPS[lamp], seed, GROUNDS[int(chance.integers(len(GROUNDS)))]
    )  # fmt: skip
    squares = {region.name: region.centre for region in on.regions}
    bag = [*(terrain for terrain in TERRAINS for _ in range(9))]
    chance.shuffle(bag)
    tiles: dict[str, str] = dict(zip(squares, bag, strict=True))
    near, far = (
        str(chance.choice([name for name in squares if (name[1] <= "3") == low])) for low in (True, False)
    )
    tiles |= {near: "base-blue", far: "base-white"}
    free = [name for name in squares if name not in (near, far)]
    count = int(chance.integers(4, 21))
    pieces = chance.permutation([piece for piece in decks()[1].labels for _ in range(3)])[:count].tolist()
    tokens = dict(zip(chance.permutation(free)[:count].tolist(), pieces, strict=True))
    askew = float(chance.choice([1.0, 1.0, 2.5]))
    laid = [_tile(chance, label, *squares[name], askew) for name, label in tiles.items()]
    top = TableTop((*laid, *(_token(chance, label, *squares[name]) for name, label in tokens.items())))
    start = str(chance.choice(list(tokens)))
    to = str(chance.choice([name for name in free if name not in tokens]))
    index = next(
        n for n, thing in enumerate(top.things) if thing.kind == "disc" and thing.covers(*squares[start])
    )
    x, y = squares[to]
    after = top.moved(index, x + float(chance.uniform(-4, 4)), y + float(chance.uniform(-4, 4)))
    after = after.turned(len(after.things) - 1, float(chance.uniform(0, 360)))
    moved = {to if name == start else name: label for name, label in tokens.items()}
    return Board(painter, top, tiles, tokens, after, moved, lamp)


def _tile(chance: np.random.Generator, label: str, x: float, y: float, askew: float) -> Laid:
    off = chance.normal(0, 0.5 * askew, 2).clip(-1.4, 1.4)
    turn = float(chance.choice([0, 180, 90, 270], p=[0.45, 0.45, 0.05, 0.05])) + float(
        np.clip(chance.normal(0, askew), -3, 3)
    )
    return Laid(
        "card",
        label,
        x + float(off[0]),
        y + float(off[1]),
        turn % 360,
        face="up",
        deck=TILES,
        width_mm=TILE_MM,
        height_mm=TILE_MM,
    )


def _token(chance: np.random.Generator, label: str, x: float, y: float) -> Laid:
    off = chance.uniform(-5, 5, 2)
    turn = float(chance.uniform(0, 360))
    return Laid(
        "disc",
        label,
        x + float(off[0]),
        y + float(off[1]),
        turn,
        face="up",
        deck=TOKENS,
        width_mm=TOKEN_MM,
        height_mm=TOKEN_MM,
    )


@dataclass
class Tally:
    """How readings came out: `right`, `unread` (asked about), `unsure` (right or wrong, but asked about), `wrong`."""

    tiles: Counter[str] = field(default_factory=Counter)
    tokens: Counter[str] = field(default_factory=Counter)
    lamps: dict[str, Counter[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    whole_ms: list[float] = field(default_factory=list)
    change_ms: list[float] = field(default_factory=list)


def compare(
    seen: dict[str, tuple[Sighting, ...]],
    tiles: dict[str, str],
    tokens: dict[str, str],
    tally: Tally,
    what: str,
) -> None:
    """Counts what was seen against what lies there."""
    for name, label in tiles.items():
        cards = [one for one in seen.get(name, ()) if one.kind == "card"]
        _count(
            tally,
            tally.tiles,
            cards,
            label,
            f"{what} {name} {label}{' under ' + tokens[name] if name in tokens else ''}",
        )
        discs = [one for one in seen.get(name, ()) if one.kind == "disc"]
        if name in tokens:
            _count(tally, tally.tokens, discs, tokens[name], f"{what} {name} {tokens[name]} on {label}")
        elif discs:
            tally.tokens["nothing there"] += 1
            tally.faults.append(
                f"{what} {name}: {[(one.label, round(one.sure, 3)) for one in discs]} on bare {label}"
            )
        for one in seen.get(name, ()):
            if one.kind not in ("card", "disc"):
                tally.tokens[f"a {one.kind} that is none"] += 1
                tally.faults.append(f"{what} {name}: {one.kind} {one.label} {one.sure:.2f} on {label}")


def _count(tally: Tally, counts: Counter[str], seen: list[Sighting], label: str, what: str) -> None:
    if not seen:
        kind = "missed"
    elif len(seen) > 1:
        kind = "twice"
    else:
        one = seen[0]
        right = one.label == label
        kind = "right" if right and one.sure >= SURE else "unsure" if right else "unread" if one.label is None else (
            "wrong and sure" if one.sure >= SURE else "wrong, unsure")  # fmt: skip
    counts[kind] += 1
    if kind != "right":
        told = [(one.label, round(one.sure, 3), one.others[:2], round(one.visible, 2)) for one in seen]
        tally.faults.append(f"{what}: {kind} {told}")


def measure(seed: int, tally: Tally, painted: tuple[Deck, ...] = (), *, frames: bool = True) -> None:
    """Looks at a board from nothing, then at one move made on it."""
    case = board(seed, painted)
    eye = Eye(table(), printed_look() if painted else decks(), settle_s=0.0)
    at = 0.0

    def look(top: TableTop, shot: int) -> tuple[dict[str, tuple[Sighting, ...]], float]:
        nonlocal at
        picture = case.painter.paint(top, shot)
        begun = time.process_time()
        reading = eye.read(Frame(picture, at, shot))
        at += 0.5
        return reading.scene.by_region(), (time.process_time() - begun) * 1000

    seen, ms = look(case.top, 0)
    tally.whole_ms.append(ms)
    before = Counter(tally.tiles) + Counter(tally.tokens)
    compare(seen, case.tiles, case.tokens, tally, f"{seed} {case.lamp}")
    tally.lamps.setdefault(case.lamp, Counter()).update(Counter(tally.tiles) + Counter(tally.tokens) - before)
    if frames:
        look(case.top, 1)
        seen, ms = look(case.after, 2)
        tally.change_ms.append(ms)
        compare(seen, case.tiles, case.moved, tally, f"{seed} after, {case.lamp}")


def dazzled(case: Board, seed: int) -> tuple[NDArray[np.uint8], tuple[str, ...]]:
    """The board with a lamp mirrored on three of its squares, two of them with tokens; and these squares."""
    chance = np.random.default_rng((seed, 77))
    bare = [name for name in case.tiles if name not in case.tokens]
    squares = (*chance.choice(list(case.tokens), 2, replace=False).tolist(), str(chance.choice(bare)))
    picture = case.painter.paint(case.top).astype(np.float32)
    y, x = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]].astype(np.float32)
    for name in squares:
        middle = next(region.centre for region in table().regions if region.name == name)
        at = np.array(middle) + chance.normal(scale=9, size=2)
        ((across, down),) = case.painter.plane.to_px(at[None])
        turn, scale = chance.uniform(0, np.pi), case.painter.plane.px_per_mm(*middle)
        long, short = chance.uniform(9, 17) * scale, chance.uniform(5, 11) * scale
        along = ((x - across) * np.cos(turn) + (y - down) * np.sin(turn)) / long
        aside = ((y - down) * np.cos(turn) - (x - across) * np.sin(turn)) / short
        picture += (chance.uniform(300, 500) * np.exp(-(along**2) - aside**2))[..., None]
    return np.clip(picture, 0, 255).astype(np.uint8), squares


def measure_glare(seed: int, tally: Tally) -> None:
    """Looks from nothing at a board with glare on three squares, and counts these."""
    case = board(seed)
    picture, squares = dazzled(case, seed)
    begun = time.process_time()
    seen = Eye(table(), decks()).read(Frame(picture, 0.0, 0)).scene.by_region()
    tally.whole_ms.append((time.process_time() - begun) * 1000)
    tiles = {name: case.tiles[name] for name in squares}
    tokens = {name: case.tokens[name] for name in squares if name in case.tokens}
    compare(seen, tiles, tokens, tally, f"{seed} glare")


def shares(counts: Counter[str]) -> str:
    total = max(1, sum(counts.values()))
    return f"{total}: " + ", ".join(
        f"{kind} {n} ({100 * n / total:.2f} %)" for kind, n in counts.most_common()
    )


def main() -> None:
    cv2.setNumThreads(1)
    given = [text for text in sys.argv[1:] if not text.startswith("--")]
    first, last = (int(given[0]), int(given[1])) if len(given) == 2 else (0, 11)
    painted = printed_decks() if "--printed" in sys.argv else ()
    tally = Tally()
    for seed in range(first, last + 1):
        if "--glare" in sys.argv:
            measure_glare(seed, tally)
        else:
            measure(seed, tally, painted)
    for line in tally.faults:
        print(line)
    print("tiles", shares(tally.tiles))
    print("tokens", shares(tally.tokens))
    for lamp, counts in tally.lamps.items():
        print(f"  {lamp}: {shares(counts)}")
    print(f"whole board {median(tally.whole_ms):.0f} ms (most {max(tally.whole_ms):.0f}), process time")
    if tally.change_ms:
        print(f"one change {median(tally.change_ms):.0f} ms (most {max(tally.change_ms):.0f}), process time")


if __name__ == "__main__":
    main()
