"""Pictures as textures, each loaded once and on demand: faces of cards, and files that fill their place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any

from kivy import graphics
from kivy.clock import Clock
from kivy.core.image import Image
from kivy.graphics import Color, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.language import spoken
from ui.box.eyes import PRINTED
from ui.widgets.theme import Colour, u
from vision.printed.marks import Drawing

SIDE_PX = 192
"""Longer side of a card's texture: enough for a sixth of a board."""
KEPT = 128
"""Maximum cached pictures, the last ones shown: 14 MB."""
ART = (0.19, 0.72)
LARGE_PX_PER_MM, LARGE_KEPT = 9.0, 6
"""Resolution of a card to be read, and the number of such cached pictures."""
PRINTED_ART = (0.17, 0.58)
"""The art's extent as shares of a card's height from its top: below its title, above its words."""
_ENDINGS = (".png", ".jpg", ".jpeg")


@dataclass(frozen=True, slots=True)
class FaceTexture:
    """A face's picture, and the extent of its art as shares of the height from its top."""

    texture: Any
    art: tuple[float, float] = ART


class Faces:
    """Card pictures from deck folders by deck name and label: as printed, or the owner's own."""

    def __init__(self, folders: Mapping[str, Path] | None = None) -> None:
        self._folders = dict(folders or {})
        self._language = spoken().code
        self._draw: Callable[[str], Drawing | None] = lambda _label: None
        self.picture = cache(self._load)
        self._large = lru_cache(maxsize=LARGE_KEPT)(self._printed)
        self._drawn: set[str] = set()
        self.used = 0
        """Number of changes of the pictures in use."""

    def use(self, folders: Mapping[str, Path], draw: Callable[[str], Drawing | None]) -> None:
        """Changes the folders and language of pictures; `draw` makes cards as printed, to be read."""
        self._draw = draw
        if (dict(folders), spoken().code) != (self._folders, self._language):
            self._folders, self._language = dict(folders), spoken().code
            self.used += 1
            self.picture.cache_clear()
            self._large.cache_clear()
            self._drawn.clear()

    def large(self, deck: str | None, label: str, again: Callable[[], None] | None = None) -> Any | None:
        """The picture (BGR) of a card to be read; None if its face's picture serves.

        With `again` the 0.1 s of drawing are not awaited: None at first, then `again` is called.
        """
        kept = self.picture(deck, label)
        if kept is None or kept.art != PRINTED_ART:
            return None
        if again is None or label in self._drawn:
            self._drawn.add(label)  # asked for only once, though few are cached
            return self._large(label)

        def read(_seconds: float) -> None:
            self.large(deck, label)
            self.used += 1
            again()

        Clock.schedule_once(read)
        return None

    def _printed(self, label: str) -> Any | None:
        from vision.printed.pdf import picture_of

        drawing = self._draw(label)
        return None if drawing is None else picture_of(drawing, LARGE_PX_PER_MM)

    def face(self, deck: str | None, label: str) -> Any | None:
        found = self.picture(deck, label)
        return None if found is None else found.texture

    def _load(self, deck: str | None, label: str) -> FaceTexture | None:
        """A face's picture, None if no deck has it. Without a deck's name any deck will do."""
        for folder in [self._folders[deck]] if deck in self._folders else self._folders.values():
            is_printed = (folder / PRINTED).is_dir()
            looks = (f"{PRINTED}-{self._language}", PRINTED) if is_printed else (".",)
            for look, ending in product(looks, _ENDINGS):
                file = folder / look / f"{label}{ending}"
                if file.is_file():
                    texture = texture_of(file)
                    return texture and FaceTexture(texture, PRINTED_ART if is_printed else ART)
        return None


def texture_of(file: Path) -> Any | None:
    """A picture file as a texture of at most SIDE_PX; None if it cannot be read."""
    about = file.stat()
    return _texture(file, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=KEPT)
def _texture(file: Path, _written_ns: int, _bytes: int) -> Any | None:
    """Cached, as the same cards return with every game and page."""
    import cv2

    image = cv2.imread(str(file), cv2.IMREAD_COLOR)
    if image is None:
        return None
    scale = SIDE_PX / max(image.shape[:2])
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return as_texture(image)


def as_texture(image: Any) -> Any:
    """A picture (BGR) as a texture."""
    height, width = image.shape[:2]
    # A board-sized picture is shown near its size: mipmaps would only take memory.
    texture = Texture.create(size=(width, height), colorfmt="bgr", mipmap=max(width, height) < 800)
    texture.blit_buffer(image.ravel(), colorfmt="bgr", bufferfmt="ubyte")
    texture.flip_vertical()
    return texture


# A picture from a file: it fills its place and is cropped, or stands whole in it.

PLAIN: Colour = (1.0, 1.0, 1.0, 1.0)


def painted(file: Path) -> Any:
    """A picture as a texture with smooth scaling; Kivy frees it when unused. Raises OSError if missing."""
    if not file.is_file():
        raise FileNotFoundError(f"{file}: expected a picture")
    # A title is shown near its size: mipmaps would double its memory and loading time.
    return Image(str(file), mipmap=file.stem != "title").texture


class Painting(Widget):
    """Shows a picture. `whole`: uncropped, else it fills its place. `tint` multiplies its colours."""

    def __init__(
        self,
        shown: Path | Any,
        *,
        whole: bool = False,
        round_by: float = 0.0,
        tint: Colour = PLAIN,
        **more: Any,
    ) -> None:
        """`shown`: a file, or a texture."""
        super().__init__(**more)
        self._whole, self._texture = whole, painted(shown) if isinstance(shown, Path) else shown
        self._holes = tuple(RoundedRectangle(radius=[u(round_by)]) for _time in range(2 if round_by else 0))
        self._shape = graphics.Rectangle()
        with self.canvas:
            if self._holes:
                graphics.StencilPush()
                self.canvas.add(self._holes[0])
                graphics.StencilUse()
            Color(*tint)
            self.canvas.add(self._shape)
            if self._holes:
                graphics.StencilUnUse()
                self.canvas.add(self._holes[1])
                graphics.StencilPop()
        self.bind(pos=self._place, size=self._place)
        self._place()

    def _place(self, *_changed: object) -> None:
        texture, size = self._texture, self.size
        wide, high = texture.size
        if self._whole:
            scale = min(self.width / wide, self.height / high)
            size = (wide * scale, high * scale)
        else:
            part = filling(wide, high, *size)
            texture = texture.get_region((wide - part[0]) / 2, (high - part[1]) / 2, *part)
        self._shape.texture = texture
        place = (self.x + (self.width - size[0]) / 2, self.y + (self.height - size[1]) / 2)
        for shape in (self._shape, *self._holes):
            shape.pos, shape.size = place, size


def filling(wide: float, high: float, place_wide: float, place_high: float) -> tuple[float, float]:
    """The size of the largest part of a picture with the proportions of a place."""
    if place_wide <= 0 or place_high <= 0:
        return wide, high
    scale = min(wide / place_wide, high / place_high)
    return place_wide * scale, place_high * scale
