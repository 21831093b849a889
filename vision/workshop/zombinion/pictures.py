"""Every picture of Zombinion by its kept name."""

from collections.abc import Iterator

from vision.printed.marks import Drawing
from vision.workshop.zombinion.backs import back, horde
from vision.workshop.zombinion.scenes import SCENES, scene
from vision.workshop.zombinion.signs import GIFTS, cost, gift


def pictures() -> Iterator[tuple[str, Drawing]]:
    for card in SCENES:
        yield card, scene(card)
        yield f"horde-{card}", horde(card)
    yield "back", back()
    yield "cost", cost()
    for name in GIFTS:
        yield f"gift-{name}", gift(name)
