"""Flicks held against their truth: painted ones, and folders of pictures with a `truth.json` and a `board.toml`.

`python -m tests.vision.flicks --painted 100`, `… --lit 40 --first 200` and `… FOLDER` print the figures; scenes lit as
in a room (`tests.vision.lit_flicks`) are counted by kind of board, table and lamp as well. `--changed` shows a folder's
pictures as other cameras and lamps would have taken them.
"""

import argparse
import time
from itertools import chain
from pathlib import Path

import cv2

from tests.vision.flick_changes import CHANGES, changed
from tests.vision.flick_figures import Figures, count
from tests.vision.flick_scenes import Flick, filmed, lit, painted, seen


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("folder", nargs="*", type=Path)
    asked.add_argument("--painted", type=int, default=0)
    asked.add_argument("--lit", type=int, default=0)
    asked.add_argument("--changed", action="store_true")
    asked.add_argument("--first", type=int, default=0)
    given = asked.parse_args()
    cv2.setNumThreads(1)
    figures: dict[str, Figures] = {"all": Figures()}
    numbers = range(given.first, given.first + given.painted)
    lit_numbers = range(given.first, given.first + given.lit)
    folders = (one for folder in given.folder for one in filmed(folder))
    if given.changed:
        folders = (
            changed(one, kind, number) for number, one in enumerate(folders, given.first) for kind in CHANGES
        )
    for flick in chain(folders, map(painted, numbers), map(lit, lit_numbers)):
        _one(figures, flick)
    print("\n".join(figures.pop("all").lines()))
    for kind, of_kind in sorted(figures.items()):
        print(f"{kind}: {of_kind.short()}")


def _one(figures: dict[str, Figures], flick: Flick) -> None:
    start = time.process_time()
    try:
        found = seen(flick)
    except LookupError:
        figures["all"].notes.append(f"{flick.name}: no board found")
        return
    took = (time.process_time() - start) * 1000
    for kind in ("all", *flick.kinds):
        these = figures.setdefault(kind, Figures())
        these.times.append(took)
        count(these, flick, found)


if __name__ == "__main__":
    main()
