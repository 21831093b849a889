"""Writes a deck folder in one step: it is there whole, and can be read back, or it is not there at all."""

import json
import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2

from vision.decks import Deck, DeckFault, DeckKind, load_deck
from vision.pictures import Picture

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
    replace: bool = False,
    kind: DeckKind = "card",
) -> Deck:
    """Writes pictures by label as a deck folder, in one step: it is there whole or not there at all.

    Raises EnrolFault where it cannot be written or would be no deck (cards without a back, faces alike).
    """
    parent = folder.absolute().parent
    try:
        parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=parent))
    except OSError as error:
        raise EnrolFault(
            f"{folder}: expected a folder that can be written, found: {error.strerror}"
        ) from None
    try:
        for label, image in pictures.items():
            _write(draft / f"{label}.png", cv2.imencode(".png", image)[1].tobytes())
        _write(draft / "deck.toml", _toml(name or folder.name, size, kind).encode())
        draft.chmod(0o755)
        load_deck(draft)
        _swap(draft, folder, replace)
    except DeckFault as fault:
        raise EnrolFault(str(fault).replace(str(draft), str(folder))) from None
    except OSError as error:
        raise EnrolFault(
            f"{folder}: expected a folder that can be written, found: {error.strerror}"
        ) from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return load_deck(folder)


def label_fault(label: str) -> str | None:
    """Why a label cannot be used, or None."""
    if not label.strip() or label != label.strip():
        return "a name without blanks around it was expected"
    if label.startswith(".") or len(label) > 100 or _FORBIDDEN.search(label):
        return f"{label!r} cannot be the name of a file"
    return None


def _toml(name: str, size: CardSize | None, kind: DeckKind) -> str:
    lines = [f"name = {json.dumps(name, ensure_ascii=False)}"]
    if kind != "card":
        lines.append(f'kind = "{kind}"')
    if size is not None:
        lines += [f"width_mm = {size.width_mm:.1f}", f"height_mm = {size.height_mm:.1f}"]
    return "\n".join(lines) + "\n"


def _write(file: Path, data: bytes) -> None:
    with file.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())


def _swap(draft: Path, folder: Path, replace: bool) -> None:
    """Puts the draft in place; an old deck goes only once the new one stands."""
    if not folder.exists():
        draft.rename(folder)
    elif replace:
        old = Path(tempfile.mkdtemp(prefix=f".{folder.name}.old.", dir=folder.absolute().parent))
        folder.rename(old / folder.name)
        try:
            draft.rename(folder)
        except OSError:
            (old / folder.name).rename(folder)
            raise
        shutil.rmtree(old, ignore_errors=True)
    else:
        raise FileExistsError(17, "one already there")
    directory = os.open(folder.absolute().parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
