"""Writes a deck folder in one step: it is there whole, and can be read back, or it is not there at all.

Rule kept: nothing that was there is deleted. Only a folder that holds a deck and nothing else is replaced, and it is
moved away whole.
"""

import json
import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from companion.language import _, expected_words, system_words
from vision.arrays import Picture
from vision.decks.deck import Deck, DeckFault, DeckKind, load_deck
from vision.sources.pictures import is_picture

HIGH_PX: Final = 240
GAP_PX: Final = 8
FAR: Final = 24.0
"""Grey levels by which the two differ where the third picture marks them."""
JPEG_QUALITY: Final = 85


def side_by_side(one: Picture, other: Picture) -> Picture:
    """Two cards beside each other and, in the third place, the second with what differs marked in red."""
    wide = max(1, round(one.shape[1] * HIGH_PX / one.shape[0]))
    left, right = (
        np.asarray(cv2.resize(each, (wide, HIGH_PX), interpolation=cv2.INTER_AREA), np.uint8)
        for each in (one, other)
    )
    step = cv2.GaussianBlur(cv2.absdiff(left, right), (0, 0), 2.0).max(axis=2)
    third = right.copy()
    differs = step > FAR
    third[differs] = (0.4 * third[differs] + 0.6 * np.array([60, 60, 255])).astype(np.uint8)
    gap = np.full((HIGH_PX, GAP_PX, 3), 255, np.uint8)
    return np.hstack([left, gap, right, gap, third])


def write_jpeg(file: Path, picture: Picture) -> None:
    """Writes a small JPEG. Raises OSError."""
    data = cv2.imencode(".jpg", np.ascontiguousarray(picture), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data.tobytes())


_MOST_BYTES = 200
"""File systems take 255, and a name gets a number before it and an ending."""
_FORBIDDEN = re.compile(r'[/\\:*?"<>|\x00-\x1f]')


class EnrolFault(Exception):
    """A deck that cannot be learnt or written; one line: what was expected, what was found."""


@dataclass(frozen=True, slots=True)
class CardSize:
    """The size of the deck's cards in mm, where it is known."""

    width_mm: float
    height_mm: float


def write_deck(
    folder: Path,
    pictures: Mapping[str, Picture],
    size: CardSize | None = None,
    name: str | None = None,
    bin: Path | None = None,
    kind: DeckKind = "card",
) -> Deck:
    """Writes pictures by label as a deck folder, in one step: it is there whole or not there at all.

    `bin`: where the deck goes that is there already; without one it stays, and this is refused. Raises EnrolFault
    where it cannot be written or would be no deck (cards without a back, faces alike).
    """
    check_place(folder, replace=bin is not None)
    if kind == "card" and not any(label.lower().startswith("back") for label in pictures):
        words = _("{folder}: expected a picture of the back, found none: add back.png (or back.jpg)")
        raise EnrolFault(words.format(folder=folder))
    lines = [f"name = {json.dumps(name or folder.name, ensure_ascii=False)}"]
    lines += [f'kind = "{kind}"'] if kind != "card" else []
    if size is not None:
        lines += [f"width_mm = {size.width_mm:.1f}", f"height_mm = {size.height_mm:.1f}"]
    parent = folder.absolute().parent
    try:
        parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=parent))
    except OSError as error:
        raise EnrolFault(not_writable(folder, error)) from None
    try:
        for label, image in pictures.items():
            _write(draft / f"{label}.png", cv2.imencode(".png", image)[1].tobytes())
        _write(draft / "deck.toml", ("\n".join(lines) + "\n").encode())
        draft.chmod(0o755)
        load_deck(draft)
        _swap(draft, folder, bin)
    except DeckFault as fault:
        raise EnrolFault(str(fault).replace(str(draft), str(folder))) from None
    except OSError as error:
        raise EnrolFault(not_writable(folder, error)) from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return load_deck(folder)


def not_writable(folder: Path, fault: OSError) -> str:
    words = _("{folder}: expected a folder that can be written, found: {why}")
    return words.format(folder=folder, why=system_words(fault))


def check_place(folder: Path, *, replace: bool) -> None:
    """Whether a deck may be written there: nothing is, or a deck that may be replaced. Raises EnrolFault."""
    wrong = label_fault(folder.name)
    if wrong is not None:
        raise EnrolFault(_("the deck’s name: {wrong}").format(wrong=wrong))
    try:
        if not folder.exists() and not folder.is_symlink():
            return
        if not replace:
            raise EnrolFault(expected_words(str(folder), _("a new folder"), _("one already there")))
        foreign = _foreign(folder)
    except OSError as error:
        raise EnrolFault(expected_words(str(folder), _("a folder’s name"), system_words(error))) from None
    if foreign is not None:
        words = _(
            "{folder}: expected a deck to replace, found {foreign}: it is left as it is; move it away yourself"
        )
        raise EnrolFault(words.format(folder=folder, foreign=foreign))


def _foreign(folder: Path) -> str | None:
    """What shows that a folder is no deck that was enrolled; None where it is one and holds nothing else."""
    if folder.is_symlink() or not folder.is_dir():
        return _("a link") if folder.is_symlink() else _("a file")
    for entry in sorted(folder.iterdir()):
        known = entry.name == "deck.toml" or (is_picture(entry) and entry.suffix == ".png")
        if entry.is_symlink() or not entry.is_file() or not known:
            return _("{file} in it").format(file=entry.name)
    return None if (folder / "deck.toml").is_file() else _("no deck.toml in it")


def free_in(folder: Path, name: str) -> Path:
    """A path within a folder that is not taken: the name, or with a number."""
    found, number = folder / name, 2
    while found.exists() or found.is_symlink():
        found, number = folder / f"{name}-{number}", number + 1
    return found


def label_fault(label: str) -> str | None:
    """Why a label cannot be used, or None."""
    if not label.strip() or label != label.strip():
        return _("a name without blanks around it was expected")
    if len(label) > 100 or len(label.encode(errors="surrogatepass")) > _MOST_BYTES:
        return _("a shorter name was expected than {name}").format(name=f"{label[:20]!r}…")
    if label.startswith(".") or not label.isprintable() or _FORBIDDEN.search(label):
        return _("{name} cannot be the name of a file").format(name=repr(label))
    return None


def _write(file: Path, data: bytes) -> None:
    with file.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())


def _swap(draft: Path, folder: Path, bin: Path | None) -> None:
    """Puts the draft in place; an old deck is in the bin before, and comes back if the new one cannot stand."""
    if not folder.exists():
        draft.rename(folder)
    elif bin is None:
        raise FileExistsError(17, "one already there")
    else:
        bin.mkdir(parents=True, exist_ok=True)
        old = free_in(bin, folder.name)
        try:
            folder.rename(old)
        except OSError as error:
            words = _(
                "{folder}: expected a deck that can be moved to {bin}, found: {why}: move it away yourself"
            )
            raise EnrolFault(words.format(folder=folder, bin=bin, why=system_words(error))) from None
        try:
            draft.rename(folder)
        except OSError:
            old.rename(folder)
            raise
    directory = os.open(folder.absolute().parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
