"""Draws the pictures of the product into their folders: `python -m tests.art [PART OF A NAME…]`."""

import sys
from pathlib import Path

from tests.art.drawn import ALL, write

UI = Path(__file__).parents[2] / "ui"


def main(wanted: list[str]) -> None:
    for place in ALL:
        if not wanted or any(part in place for part in wanted):
            write(place, UI)
            print(place)


if __name__ == "__main__":
    main(sys.argv[1:])
