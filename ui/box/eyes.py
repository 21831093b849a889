"""Which pictures of cards and discs an eye goes by: the decks that were named, or those that the game brings along.

A deck lies on a real table as it comes out of the printer, or from the game's old box. People are asked once; one small
file a deck in the program's own folder keeps what they said. What is painted or shown is always the printed look.
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
"""The look of the printer, and the folder within a deck that holds it; those of other languages begin so."""
_BOXED, _ENDING = "boxed", ".look"


def lies_printed(deck: str) -> bool | None:
    """Whether the deck of this name lies printed on a real table; None where nobody has said."""
    try:
        said = (data_home() / "print" / f"{deck}{_ENDING}").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return {PRINTED: True, _BOXED: False}.get(said.strip())


def choose_looks(decks: Iterable[str], *, printed: bool) -> None:
    """From now on the camera reads these decks in their printed look, or in that of the box. Raises OSError."""
    folder = data_home() / "print"
    folder.mkdir(parents=True, exist_ok=True)
    for deck in decks:
        (folder / f"{deck}{_ENDING}").write_text(PRINTED if printed else _BOXED, encoding="utf-8")


def as_it_lies(deck: "Deck", *, other: bool = False) -> "Deck":
    """A deck with all its looks in the one that lies on a real table: the box's, where nobody has said otherwise.

    `other`: in the look that does not.
    """
    is_boxed = (lies_printed(deck.name) is not True) is not other
    return _as_boxed(deck) if is_boxed else as_printed(deck)


DECKS = 16
"""The most decks that are kept, in each look: a game that is played again has them, and what is prepared of them."""


@lru_cache(DECKS)
def _as_boxed(deck: "Deck") -> "Deck":
    return replace(deck, further=())


@lru_cache(DECKS)
def as_printed(deck: "Deck") -> "Deck":
    """A deck with all its looks in its printed one; unchanged where it has one look alone."""
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
    """The deck folders that a game brings along, its own or its family's: with a set-up those it names, else all.

    Cards of other tribes in a built army bring their tribe's deck along; a tribe of the owner's has the one enrolled.
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
    """The folders of all decks with tribes' cards, by name: the owner's looks where there are any."""
    brought = [path for game in all_games().values() if takes_tribes(game) for path in own_decks(game)]
    enrolled = [path for path in sorted(decks_folder().glob("*")) if path.is_dir()]
    return {path.name: path for path in (*brought, *enrolled)}


def is_look_open(deck: str) -> bool:
    """Whether nobody has said which set of a deck lies on the table; one that the owner enrolled is read by that."""
    return lies_printed(deck) is None and not (decks_folder() / deck).is_dir()


def unasked_looks(game: Game[Any], setup: Setup) -> tuple[str, ...]:
    """The decks of which nobody has said yet which set lies on the table; none while none of them is in play."""
    in_play, every = (
        [path.name for path in folders if (path / PRINTED).is_dir() and lies_printed(path.name) is None]
        for folders in (own_decks(game, setup), own_decks(game))
    )
    return tuple(every) if any(map(is_look_open, in_play)) else ()


def game_decks(
    game: Game[Any], setup: Setup | None = None, *, painted: bool = False, other: bool = False
) -> "list[Deck]":
    """The decks that a game is read by: its own as they lie on the table, or as the owner has enrolled them.

    `painted`: the table is simulated, on which the printed look lies. `other`: in the looks that are not chosen, for
    an eye that notices them (`Eye.other_looks`). Faces that the owner has not enrolled keep the looks that the game
    brings along. Discs that a game has and brings no pictures of are read by the owner's alone. Raises DeckFault.
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
    """The deck in a folder: the same one for as long as no file of it changes, so that the next game begins at once."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return _read(folder, looks, tuple((file, file.stat().st_mtime_ns) for file in files))


@lru_cache(DECKS)
def _read(folder: Path, looks: bool, _files: tuple[tuple[Path, int], ...]) -> "Deck":  # noqa: FBT001
    from vision.decks.deck import load_deck

    return in_little_room(load_deck(folder, looks=looks))


class FilePicture:
    """A picture kept as the bytes of its file, a twentieth of its pixels, and decoded when it is asked for."""

    def __init__(self, data: bytes, name: str) -> None:
        self._data, self._name = data, name
        self._held: weakref.ref[Picture] | None = None

    @property
    def picture(self) -> "Picture":
        """The picture: the same one for as long as anybody holds it."""
        from vision.sources.pictures import decode_picture

        held = self._held() if self._held is not None else None
        if held is None:
            held = decode_picture(self._data, self._name)
            self._held = weakref.ref(held)
        return held


def in_little_room(deck: "Deck") -> "Deck":
    """A deck just read from its folder, its faces kept as files: an eye keeps what it needs of them in its own way."""
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
    """A deck with the owner's size, backs and faces, as far as those have its labels; unchanged where none does.

    What the owner has enrolled is read by that look alone; a printed look stays for the rest. Of discs the owner may
    have further ones: pieces that no printed set has.
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
    """A printed look less what the owner has enrolled, at the owner's size; None where nothing is left."""
    faces = tuple(face for face in printed.faces if face.label not in labels)
    backs = () if owners.backs else printed.backs
    if not faces and not backs:
        return None
    return replace(printed, width_mm=owners.width_mm, height_mm=owners.height_mm, faces=faces, backs=backs)


def lying_decks(folders: Sequence[Path], *, painted: bool = False) -> "list[Deck]":
    """The decks in these folders, each as it lies on the table, or on a simulated one. Raises DeckFault."""
    every = map(kept_deck, folders)
    return [as_printed(deck) if painted else as_it_lies(deck) for deck in every]


def load_decks(folders: Sequence[Path]) -> "list[Deck]":
    """The decks in these folders. Raises DeckFault."""
    return [kept_deck(folder, looks=False) for folder in folders]


def disc_decks(game: Game[Any] | None = None, setup: Setup | None = None) -> tuple[DiscDeck, ...]:
    """The discs of all games; those of `game` as its set-up has them."""
    found = []
    for face in all_faces():
        agreed = setup if game is not None and face.game.id == game.id else None
        found.append(face.discs(agreed or face.usual_setup()))
    return tuple(deck for deck in found if deck is not None)


def painted_discs(name: str) -> "Deck":
    """The faces of a deck of discs as a simulated table shows them. Raises KeyError for a name that there is not."""
    for face in all_faces():
        deck = face.discs(face.usual_setup())
        if deck is not None and deck.name == name:
            folders = [path for path in own_decks(face.game) if path.name == name]
            return face.drawn_discs(face.usual_setup()) or lying_decks(folders, painted=True)[0]
    raise KeyError(name)
