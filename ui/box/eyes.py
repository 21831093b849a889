"""The decks that an eye compares with: those named by the user, or the ones of the game.

On a real table a deck has one of two looks: printed, or from the game's old box. People are asked once; one
file a deck in the data folder keeps the answer. A painted table and a preview have the printed look.
"""

import weakref
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.game import Game, Setup
from companion.games import all_games
from companion.homes import home_of
from ui.faces.face import DiscDeck, all_faces, face_of
from ui.owned.tribes import takes_tribes, tribes_in_play
from ui.places import data_home, decks_folder

if TYPE_CHECKING:
    from vision.arrays import Picture
    from vision.decks.deck import Deck


PRINTED = "printed"
"""The printer's look, and the subfolder of a deck that holds it; folders of other languages begin with it."""
_BOXED, _ENDING = "boxed", ".look"


def lies_printed(deck: str) -> bool | None:
    """Whether this deck lies printed on a real table; None where nobody has said."""
    try:
        said = (data_home() / "print" / f"{deck}{_ENDING}").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return {PRINTED: True, _BOXED: False}.get(said.strip())


def choose_looks(decks: Iterable[str], *, printed: bool) -> None:
    """Has the camera read these decks in their printed look, or in the box's, from now on. Raises OSError."""
    folder = data_home() / "print"
    folder.mkdir(parents=True, exist_ok=True)
    for deck in decks:
        (folder / f"{deck}{_ENDING}").write_text(PRINTED if printed else _BOXED, encoding="utf-8")


def as_it_lies(deck: "Deck", *, other: bool = False) -> "Deck":
    """A deck in the look that lies on a real table, the box's by default; `other`: in the opposite look."""
    is_boxed = (lies_printed(deck.name) is not True) is not other
    return _as_boxed(deck) if is_boxed else as_printed(deck)


DECKS = 16
"""Maximum number of decks kept in memory per look, so that a game played again finds its own prepared."""


@lru_cache(DECKS)
def _as_boxed(deck: "Deck") -> "Deck":
    return replace(deck, further=())


@lru_cache(DECKS)
def as_printed(deck: "Deck") -> "Deck":
    """A deck in its printed look; unchanged where it has only one look."""
    printed = deck.printed
    if printed is None:
        return deck
    faces = {face.label: face for face in printed.faces}
    return replace(
        deck,
        faces=tuple(faces.get(face.label, face) for face in deck.faces),
        backs=printed.backs or deck.backs,
        further=deck.further[1:],
    )


def own_decks(game: Game[Any], setup: Setup | None = None) -> list[Path]:
    """The deck folders that a game or its family brings along: those a set-up names, or all without one.

    Foreign cards in a built army bring their tribe's deck; an owner's tribe has its enrolled deck.
    """
    faces = files(game.faces or home_of(game.id)) / "faces"
    if not faces.is_dir():
        return []
    with as_file(faces) as folder:
        found = {path.name: path for path in sorted(folder.iterdir()) if path.is_dir()}
    if setup is not None:
        tribes = tribes_in_play(game, setup)
        if tribes:
            owners = {path.name: path for path in sorted(decks_folder().glob("*")) if path.is_dir()}
            return [(owners | found)[name] for name in tribes if name in owners | found]
        seats = [option.name for option in game.options if option.each_seat]
        named = [
            name for option in seats for name in str(setup.option(option, "")).split(",") if name in found
        ]
        if named:
            return [found[name] for name in dict.fromkeys(named)]
    return list(found.values())


def card_faces() -> dict[str, Path]:
    """By name, the folders of all decks with tribes' cards; the owner's looks take precedence."""
    brought = [path for game in all_games().values() if takes_tribes(game) for path in own_decks(game)]
    enrolled = [path for path in sorted(decks_folder().glob("*")) if path.is_dir()]
    return {path.name: path for path in (*brought, *enrolled)}


def is_look_open(deck: str) -> bool:
    """Whether nobody has said in which look a deck lies; an enrolled deck has only the owner's."""
    return lies_printed(deck) is None and not (decks_folder() / deck).is_dir()


def unasked_looks(game: Game[Any], setup: Setup) -> tuple[str, ...]:
    """The decks whose look on the table nobody has said yet; none while no such deck is in play."""
    in_play, every = (
        [path.name for path in folders if (path / PRINTED).is_dir() and lies_printed(path.name) is None]
        for folders in (own_decks(game, setup), own_decks(game))
    )
    return tuple(every) if any(map(is_look_open, in_play)) else ()


def game_decks(
    game: Game[Any], setup: Setup | None = None, *, painted: bool = False, other: bool = False
) -> "list[Deck]":
    """The decks that a game is read by: its own as they lie on the table, or as the owner enrolled them.

    `painted`: for a simulated table, on which the printed look lies. `other`: in the looks not chosen, for an
    eye that notices them (`Eye.other_looks`). Faces that the owner has not enrolled keep the game's looks.
    Discs without pictures from the game are read by the owner's alone. Raises DeckFault.
    """
    decks = []
    for folder in own_decks(game, setup):
        brought = kept_deck(folder)
        deck = as_printed(brought) if painted else as_it_lies(brought, other=other)
        enrolled = decks_folder() / deck.name
        owners = kept_deck(enrolled, looks=False) if enrolled.is_dir() else None
        decks.append(deck if owners is None else in_the_looks_of(deck, owners))
    face = face_of(game)
    discs = face.discs(setup or face.usual_setup())
    if discs is not None and discs.name not in {deck.name for deck in decks}:
        enrolled = decks_folder() / discs.name
        if enrolled.is_dir():
            decks.append(kept_deck(enrolled, looks=False))
    return decks


def kept_deck(folder: Path, *, looks: bool = True) -> "Deck":
    """The deck in a folder, cached until a file in it changes, so that the next game begins at once."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return _read(folder, looks, tuple((file, file.stat().st_mtime_ns) for file in files))


@lru_cache(DECKS)
def _read(folder: Path, looks: bool, _files: tuple[tuple[Path, int], ...]) -> "Deck":  # noqa: FBT001
    from vision.decks.deck import load_deck

    return in_little_room(load_deck(folder, looks=looks))


class FilePicture:
    """A picture kept as the bytes of its file (a twentieth of its pixels) and decoded on demand."""

    def __init__(self, data: bytes, name: str) -> None:
        self._data, self._name = data, name
        self._held: weakref.ref[Picture] | None = None

    @property
    def picture(self) -> "Picture":
        """The picture; decoded once for as long as anybody holds it."""
        from vision.sources.pictures import decode_picture

        held = self._held() if self._held is not None else None
        if held is None:
            held = decode_picture(self._data, self._name)
            self._held = weakref.ref(held)
        return held


def in_little_room(deck: "Deck") -> "Deck":
    """A deck just read from its folder with its faces kept as files; an eye keeps its own form of them."""
    from vision.sources.pictures import is_picture

    files = {file.stem: file for file in deck.path.iterdir() if is_picture(file)}
    kept = {label: FilePicture(file.read_bytes(), str(file)) for label, file in files.items()}
    return replace(
        deck,
        faces=tuple(replace(face, kept=kept[face.label]) for face in deck.faces),
        further=tuple(map(in_little_room, deck.further)),
    )


@lru_cache(DECKS)
def in_the_looks_of(deck: "Deck", owners: "Deck") -> "Deck":
    """A deck with the owner's size, backs and faces for the labels in both; unchanged if there are none.

    The rest keeps its printed look. An owner's discs may include pieces that no printed set has.
    """
    looks = {face.label: face for face in owners.faces if face.label in deck.labels}
    more = [face for face in owners.faces if deck.kind == "disc" and face.label not in deck.labels]
    if not looks and not more:
        return deck
    return replace(
        deck,
        width_mm=owners.width_mm,
        height_mm=owners.height_mm,
        faces=(*(looks.get(face.label, face) for face in deck.faces), *more),
        backs=owners.backs or deck.backs,
        further=tuple(left for look in deck.further if (left := _without(look, looks, owners)) is not None),
    )


def _without(printed: "Deck", labels: Collection[str], owners: "Deck") -> "Deck | None":
    """A printed look minus the owner's labels, at the owner's size; None if nothing is left."""
    faces = tuple(face for face in printed.faces if face.label not in labels)
    backs = () if owners.backs else printed.backs
    if not faces and not backs:
        return None
    return replace(printed, width_mm=owners.width_mm, height_mm=owners.height_mm, faces=faces, backs=backs)


def lying_decks(folders: Sequence[Path], *, painted: bool = False) -> "list[Deck]":
    """The decks in these folders as they lie on a real or painted table. Raises DeckFault."""
    every = map(kept_deck, folders)
    return [as_printed(deck) if painted else as_it_lies(deck) for deck in every]


def load_decks(folders: Sequence[Path]) -> "list[Deck]":
    """The decks in these folders. Raises DeckFault."""
    return [kept_deck(folder, looks=False) for folder in folders]


def disc_decks(game: Game[Any] | None = None, setup: Setup | None = None) -> tuple[DiscDeck, ...]:
    """The discs of all games, or of `game` alone as its set-up has them."""
    found = []
    for face in all_faces():
        agreed = setup if game is not None and face.game.id == game.id else None
        found.append(face.discs(agreed or face.usual_setup()))
    return tuple(deck for deck in found if deck is not None)


def painted_discs(name: str) -> "Deck":
    """The faces of a deck of discs as a simulated table shows them. Raises KeyError for an unknown name."""
    for face in all_faces():
        deck = face.discs(face.usual_setup())
        if deck is not None and deck.name == name:
            folders = [path for path in own_decks(face.game) if path.name == name]
            return face.drawn_discs(face.usual_setup()) or lying_decks(folders, painted=True)[0]
    raise KeyError(name)
