"""The pictures of cards as small textures, each loaded once and only when it is first shown."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from kivy.graphics.texture import Texture

from ui.box.printed_looks import was_printed

SIDE_PX = 192
"""Longer side of a card's picture on the screen: plenty for a sixth of a board."""
KEPT = 128
"""So many pictures are kept, those that were shown last: 14 MB."""
PRINTED = "printed"
"""The look in which a game's deck comes out of a printer: that is shown where it was printed here."""
_ENDINGS = (".png", ".jpg", ".jpeg")


class Faces:
    """Card pictures from deck folders, by the name of the deck and the label of the face."""

    def __init__(self, folders: Mapping[str, Path] | None = None) -> None:
        self._folders = dict(folders or {})
        self._held: dict[tuple[str | None, str], Any | None] = {}

    def use(self, folders: Mapping[str, Path]) -> None:
        """Pictures come from these folders from now on."""
        if dict(folders) != self._folders:
            self._folders = dict(folders)
            self._held.clear()

    def face(self, deck: str | None, label: str) -> Any | None:
        """The picture of a face, None where no deck has it. Without a deck's name any deck will do."""
        key = (deck, label)
        if key not in self._held:
            self._held[key] = self._load(deck, label)
        return self._held[key]

    def back(self, deck: str | None) -> Any | None:
        """The picture of a deck's back."""
        return self.face(deck, "back") if deck is not None else None

    def _load(self, deck: str | None, label: str) -> Any | None:
        named = [self._folders[deck]] if deck in self._folders else list(self._folders.values())
        for folder in named:
            for look in (folder / PRINTED, folder) if was_printed(folder.name) else (folder,):
                for ending in _ENDINGS:
                    file = look / f"{label}{ending}"
                    if file.is_file():
                        return texture_of(file)
        return None


def texture_of(file: Path, side: int = SIDE_PX) -> Any | None:
    """A picture file as a texture of at most `side` px, None where it cannot be read."""
    about = file.stat()
    return _texture(file, side, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=KEPT)
def _texture(file: Path, side: int, _written_ns: int, _bytes: int) -> Any | None:
    """Kept, because the same cards come back with every game and whenever a page of other decks has been left."""
    import cv2

    image = cv2.imread(str(file), cv2.IMREAD_COLOR)
    if image is None:
        return None
    scale = side / max(image.shape[:2])
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    height, width = image.shape[:2]
    texture = Texture.create(size=(width, height), colorfmt="bgr", mipmap=True)
    texture.blit_buffer(image.ravel(), colorfmt="bgr", bufferfmt="ubyte")
    texture.flip_vertical()
    return texture
