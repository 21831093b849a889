"""A deck is a folder: a picture per face (its stem is the label), `back*` pictures, perhaps a deck.toml.

deck.toml may hold `name` (text), `kind` (`card`, the default, or `disc`), `width_mm` and `height_mm` (numbers).
Without sizes, square pictures mean cards of 60 × 60 mm, and others cards as high as a poker card (88 mm upright,
63 mm lying) in the pictures' shape; with one size, the other follows from the shape. A deck of discs shows each face
in a square that the disc fills; it needs no back and is 25 mm across.

Folders within it whose names begin with `printed` hold further looks (editions) of the deck for home printing: pictures
of some or all of the same labels, and of a further back; `printed-de` those with words, in German. A card is reported
by the same deck and label in every look.
"""

import json
import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal, Protocol, cast

import cv2
import numpy as np

from companion.bounded import MOST_TOML_BYTES, OutOfBounds, file_text, toml_table
from companion.language import _, expected_words, joined, marked, number, one_of, system_words
from vision.arrays import Picture, Size
from vision.decks.alike import LookAlike, alike, discs_alike, same_faces
from vision.sources.pictures import PictureFault, is_picture, pictures_of, read_picture

DeckKind = Literal["card", "disc"]

_PER_FACE = marked("a picture per face (label.png or label.jpg)")
_FIELDS = ("name", "kind", "width_mm", "height_mm")
_KINDS: tuple[DeckKind, ...] = ("card", "disc")
_SQUARE_MM = 60.0
_DISC_MM = 25.0
_UPRIGHT_MM = 88.0
_LYING_MM = 63.0
_SMALLEST_PX = 32
_LARGEST_MM = 500.0
_SHAPE_SLACK = 1.2
PRINTED = "printed"
"""Name of the folder of a deck's printed look, and beginning of the names of those in other languages."""


class DeckFault(Exception):
    """A deck folder that cannot be used; one line: file, field, what was expected, what was found."""


class KeptPicture(Protocol):
    """A picture kept in compact form, whose pixels are made on demand."""

    @property
    def picture(self) -> Picture: ...


def shown(kept: Picture | KeptPicture) -> Picture:
    """The pixels of a picture, however it is kept."""
    return kept if isinstance(kept, np.ndarray) else kept.picture


@dataclass(frozen=True, slots=True, eq=False)
class DeckFace:
    """One face of a deck: its label (the file's stem) and its picture, upright."""

    label: str
    kept: Picture | KeptPicture

    @property
    def image(self) -> Picture:
        return shown(self.kept)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Deck:
    """A deck: its faces in order of their labels, its backs, and the size of a card in mm.

    `further`: its further looks, with some or all of the same labels.
    """

    name: str
    path: Path
    width_mm: float
    height_mm: float
    faces: tuple[DeckFace, ...]
    backs: tuple[Picture, ...]
    kind: DeckKind = "card"
    further: tuple["Deck", ...] = ()

    @property
    def printed(self) -> "Deck | None":
        """Its printed look; None if it has one look only."""
        return self.further[0] if self.further else None

    @property
    def looks(self) -> tuple["Deck", ...]:
        return (self, *self.further)

    @property
    def printed_looks(self) -> tuple["Deck", ...]:
        """The complete printed look in each language; faces without words are taken from `printed`."""
        looks = []
        for look in self.further:
            own = {face.label: face for face in look.faces}
            whole = tuple(own.get(face.label, face) for face in self.further[0].faces)
            looks.append(replace(self.further[0], path=look.path, faces=whole))
        return tuple(looks)

    @property
    def back(self) -> Picture:
        """The first back; a plain grey one if none is known."""
        return self.backs[0] if self.backs else np.full_like(self.faces[0].image, 128)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(face.label for face in self.faces)

    def face(self, label: str) -> Picture:
        """The picture of a face. Raises KeyError for a label that the deck does not have."""
        for face in self.faces:
            if face.label == label:
                return face.image
        raise KeyError(f"deck {self.name} has no face {label}")


def load_deck(path: Path | str, *, looks: bool = False) -> Deck:
    """The deck in a folder, with its further looks if `looks`; a deck without backs has unknown ones.

    Raises DeckFault for: no such folder; no face; a picture that is unreadable, cut off or very small; two pictures
    with one label; two faces that look the same (also upside down); a picture of another shape than the card; a
    deck.toml with an unknown field or a value of the wrong type; a printed look with a label that the deck lacks.
    """
    folder = Path(path)
    if not folder.is_dir():
        found = _("a file") if folder.exists() else _("no such folder")
        raise DeckFault(expected_words(str(folder), _("a deck folder"), found))
    name, kind, width, height = _settings(folder)
    faces, backs = _pictures(folder)
    width_mm, height_mm = _size(width, height, [picture for _, picture in faces], kind)
    deck = _deck(folder, faces, backs, name or folder.resolve().name, width_mm, height_mm, kind)
    further = sorted(path for path in folder.glob(f"{PRINTED}*") if path.is_dir()) if looks else []
    more = [_deck(path, *_pictures(path), deck.name, width_mm, height_mm, kind) for path in further]
    for look in more:
        if unknown := [label for label in look.labels if label not in deck.labels]:
            raise DeckFault(expected_words(str(look.path), _("labels of the deck"), repr(unknown[0])))
    deck = replace(deck, further=tuple(more))
    # Faces of different labels must differ from each other and from every back, across all looks; one label in two
    # looks, or two backs, may be alike.
    labelled = [(face.label, face.image) for look in deck.looks for face in look.faces]
    if kind == "disc":
        same = [(pair.a, pair.b) for pair in discs_alike(labelled) if pair.same and pair.a != pair.b]
    else:
        every = [image for look in deck.looks for image in look.backs]
        numbered = [(f"back {number}", image) for number, image in enumerate(every, start=1)]
        pairs = same_faces(labelled + numbered)
        same = [(a, b) for a, b in pairs if not (a.startswith("back ") and b.startswith("back "))]
    for a, b in same:
        words = _("{path}: expected faces that differ, found {a} and {b} alike")
        raise DeckFault(words.format(path=deck.path, a=a, b=b))
    return deck


def _deck(
    folder: Path,
    faces: list[tuple[Path, Picture]],
    backs: list[tuple[Path, Picture]],
    name: str,
    width_mm: float,
    height_mm: float,
    kind: DeckKind,
) -> Deck:
    """A look of a deck from its pictures. Raises DeckFault for a picture of another shape."""
    for file, image in faces + backs:
        off = (image.shape[1] / image.shape[0]) / (width_mm / height_mm)
        if not 1.0 / _SHAPE_SLACK <= off <= _SHAPE_SLACK:
            size = f"{image.shape[1]} × {image.shape[0]} px"
            shape = _("the shape of a card of {width} × {height} mm")
            shape = shape.format(
                width=number(width_mm, 1, at_most=True), height=number(height_mm, 1, at_most=True)
            )
            raise DeckFault(expected_words(str(file), shape, size))
    return Deck(
        name=name,
        path=folder,
        width_mm=width_mm,
        height_mm=height_mm,
        faces=tuple(DeckFace(file.stem, image) for file, image in faces),
        backs=tuple(image for _, image in backs),
        kind=kind,
    )


def _pictures(folder: Path) -> tuple[list[tuple[Path, Picture]], list[tuple[Path, Picture]]]:
    """The faces and the backs in a folder, each with its file. Raises DeckFault if there is no face."""
    try:
        found = pictures_of(folder)
    except OSError as error:
        raise DeckFault(expected_words(str(folder), _("a readable folder"), system_words(error))) from None
    if not found:
        raise DeckFault(expected_words(str(folder), _(_PER_FACE), _("none")))
    files = sorted(found, key=lambda file: (file.stem, file.suffix))
    seen: dict[str, Path] = {}
    for file in files:
        other = seen.setdefault(file.stem, file)
        if other is not file:
            both = joined([other.name, file.name])
            raise DeckFault(expected_words(str(folder), _("one picture per label"), both))
    backs = [file for file in files if file.stem.lower().startswith("back")]
    faces = [file for file in files if not file.stem.lower().startswith("back")]
    if not faces:
        words = _("none (of a back: {n})").format(n=len(backs))
        raise DeckFault(expected_words(str(folder), _(_PER_FACE), words))
    return [(file, _picture(file)) for file in faces], [(file, _picture(file)) for file in backs]


def look_alikes(*decks: Deck) -> tuple[LookAlike, ...]:
    """Pairs of faces that are hard or impossible to tell apart, nearest first, within and between decks.

    Names are labels for one deck, `deck/label` for several. Faces are also compared upside down, as cards lie both
    ways at a table; mirror images count as different. Cards of clearly different size are not compared.
    """
    named = [
        (face.label if len(decks) == 1 else f"{deck.name}/{face.label}", face.image, deck)
        for deck in decks
        for face in deck.faces
    ]
    if all(deck.kind == "disc" for deck in decks):
        return discs_alike([(name, image) for name, image, _deck in named])
    return alike([(name, image, deck.width_mm, deck.height_mm) for name, image, deck in named])


def _picture(file: Path) -> Picture:
    try:
        image = read_picture(file)
    except PictureFault as fault:
        raise DeckFault(str(fault)) from None
    height, width = image.shape[:2]
    if min(height, width) < _SMALLEST_PX:
        least = _("a picture of at least {n} px a side").format(n=_SMALLEST_PX)
        raise DeckFault(expected_words(str(file), least, f"{width} × {height}"))
    return image


def _settings(folder: Path) -> tuple[str, DeckKind, float | None, float | None]:
    file = folder / "deck.toml"
    if not file.exists():
        return "", "card", None, None
    try:
        given = toml_table(file_text(file, MOST_TOML_BYTES))
    except OSError as error:
        raise DeckFault(expected_words(str(file), _("a readable file"), system_words(error))) from None
    except UnicodeDecodeError:
        raise DeckFault(expected_words(str(file), _("UTF-8 text"), _("other bytes"))) from None
    except OutOfBounds as error:
        raise DeckFault(f"{file}: {error}") from None
    except ValueError as error:
        raise DeckFault(expected_words(str(file), "TOML", str(error))) from None
    for field in given:
        if field not in _FIELDS:
            raise DeckFault(expected_words(f"{file}: {field}", one_of(_FIELDS), _("an unknown field")))
    name = given.get("name", "")
    if not isinstance(name, str) or ("name" in given and not name.strip()):
        raise DeckFault(expected_words(f"{file}: name", _("text"), repr(name)))
    kind = given.get("kind", "card")
    if kind not in _KINDS:
        raise DeckFault(expected_words(f"{file}: kind", one_of(_KINDS), repr(kind)))
    return (
        name.strip(),
        cast(DeckKind, kind),
        _millimetres(file, given, "width_mm"),
        _millimetres(file, given, "height_mm"),
    )


def _millimetres(file: Path, given: dict[str, object], field: str) -> float | None:
    value = given.get(field)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0 < value <= _LARGEST_MM:
        least = _("a number over 0, up to {most}").format(most=f"{_LARGEST_MM:.0f}")
        raise DeckFault(expected_words(f"{file}: {field}", least, repr(value)))
    return float(value)


def _size(width: float | None, height: float | None, images: list[Picture], kind: DeckKind) -> Size:
    ratios = sorted(image.shape[1] / image.shape[0] for image in images)
    ratio = ratios[len(ratios) // 2]
    if width is not None and height is not None:
        return width, height
    if width is not None:
        return width, width / ratio
    if height is not None:
        return height * ratio, height
    if kind == "disc":
        return _DISC_MM, _DISC_MM
    if 0.95 <= ratio <= 1.05:
        return _SQUARE_MM, _SQUARE_MM
    tall = _UPRIGHT_MM if ratio < 1.0 else _LYING_MM
    return round(tall * ratio, 1), tall


# Writes a deck folder atomically, after reading it back.
# Rule kept: nothing is deleted. Only a folder that holds just a deck is replaced, and it is moved away whole.

HIGH_PX: Final = 240
GAP_PX: Final = 8
FAR: Final = 24.0
"""Minimum difference (grey levels) that the third picture marks."""
JPEG_QUALITY: Final = 85


def side_by_side(one: Picture, other: Picture) -> Picture:
    """Two cards side by side, then the second again with the differences marked in red."""
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
"""Maximum length of a label; file systems take 255, and a number and an ending are added."""
_FORBIDDEN = re.compile(r'[/\\:*?"<>|\x00-\x1f]')


class EnrolFault(Exception):
    """A deck that cannot be learnt or written; one line: what was expected, what was found."""


@dataclass(frozen=True, slots=True)
class CardSize:
    """The size of a deck's cards in mm."""

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
    """Writes pictures by label as a deck folder, atomically.

    `bin`: where an existing deck is moved; without it that is an error. Raises EnrolFault if the deck cannot be
    written or would be invalid (cards without a back, faces alike).
    """
    check_place(folder, replace=bin is not None)
    if kind == "card" and not any(label.lower().startswith("back") for label in pictures):
        words = _("{folder}: expected a picture of the back, found none: add back.png (or back.jpg)")
        raise EnrolFault(words.format(folder=folder))
    lines = [f"name = {json.dumps(name or folder.name, ensure_ascii=False)}"]
    lines += [f'kind = "{kind}"'] if kind != "card" else []
    if size is not None:
        lines += [f"width_mm = {size.width_mm:.1f}", f"height_mm = {size.height_mm:.1f}"]
    # A draft beside the folder, so that renaming stays within one file system.
    parent = folder.absolute().parent
    try:
        parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=parent))
    except OSError as error:
        raise EnrolFault(not_writable(folder, error)) from None
    try:
        for label, image in pictures.items():
            write_synced(draft / f"{label}.png", cv2.imencode(".png", image)[1].tobytes())
        write_synced(draft / "deck.toml", ("\n".join(lines) + "\n").encode())
        draft.chmod(0o755)  # mkdtemp makes it 0o700
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
    """Raises EnrolFault unless a deck may be written there: nothing is there, or a deck that may be replaced."""
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
    """The words for what does not belong to an enrolled deck in a folder; None if it holds one and nothing else."""
    if folder.is_symlink() or not folder.is_dir():
        return _("a link") if folder.is_symlink() else _("a file")
    for entry in sorted(folder.iterdir()):
        known = entry.name == "deck.toml" or (is_picture(entry) and entry.suffix == ".png")
        if entry.is_symlink() or not entry.is_file() or not known:
            return _("{file} in it").format(file=entry.name)
    return None if (folder / "deck.toml").is_file() else _("no deck.toml in it")


def free_in(folder: Path, name: str) -> Path:
    """A free path within a folder: the name, if need be with a number."""
    found, number = folder / name, 2
    while found.exists() or found.is_symlink():
        found, number = folder / f"{name}-{number}", number + 1
    return found


def label_fault(label: str) -> str | None:
    """The words for why a label cannot be used, or None."""
    if not label.strip() or label != label.strip():
        return _("a name without blanks around it was expected")
    if len(label) > 100 or len(label.encode(errors="surrogatepass")) > _MOST_BYTES:
        return _("a shorter name was expected than {name}").format(name=f"{label[:20]!r}…")
    if label.startswith(".") or not label.isprintable() or _FORBIDDEN.search(label):
        return _("{name} cannot be the name of a file").format(name=repr(label))
    return None


def write_synced(file: Path, data: bytes) -> None:
    """Writes a file and syncs it to the disk. Raises OSError."""
    with file.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())


def _swap(draft: Path, folder: Path, bin: Path | None) -> None:
    """Moves an old deck to the bin and the draft into its place; on failure the old deck is moved back."""
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
    # The rename itself must survive a power cut too.
    directory = os.open(folder.absolute().parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
