"""Every room of the product has a budget of lines, in `budget.toml`, which is only ever lowered.

A room is a folder of the second level, or the files of a folder of the first level. What is not installed is left out.
`python -m tests.test_budget` prints what each room has now.
"""

import subprocess
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
PRODUCT = ("companion", "vision", "hardware", "ui")
NOT_INSTALLED = ("vision/workshop",)
BUDGET = ROOT / "tests" / "budget.toml"
SLACK = 60
"""A room that has so many lines less than its budget gets a lower budget."""


def lines_of_rooms() -> Counter[str]:
    """Lines of Python by room."""
    tracked = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *PRODUCT],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    rooms: Counter[str] = Counter()
    for name in tracked:
        file = ROOT / name
        room = "/".join(name.split("/")[:2]) if name.count("/") > 1 else name.split("/")[0]
        if name.endswith(".py") and room not in NOT_INSTALLED and file.exists():
            rooms[room] += file.read_text(encoding="utf-8").count("\n")
    return rooms


def test_no_room_is_above_its_budget() -> None:
    budget, rooms = tomllib.loads(BUDGET.read_text(encoding="utf-8")), lines_of_rooms()
    assert rooms.keys() == budget["rooms"].keys()
    above = {
        room: (lines, budget["rooms"][room]) for room, lines in rooms.items() if lines > budget["rooms"][room]
    }
    assert above == {}, "lines, and the most that there may be"
    assert rooms.total() <= budget["installed"]


def test_budgets_fall_with_the_rooms() -> None:
    budget, rooms = tomllib.loads(BUDGET.read_text(encoding="utf-8")), lines_of_rooms()
    loose = {
        room: (lines, budget["rooms"][room])
        for room, lines in rooms.items()
        if lines + SLACK < budget["rooms"][room]
    }
    assert loose == {}, "lines, and a budget that can be lowered"
    assert budget["installed"] <= sum(budget["rooms"].values())


if __name__ == "__main__":
    now = lines_of_rooms()
    print(f"installed = {now.total()}\n\n[rooms]")
    print("\n".join(f'"{room}" = {lines}' for room, lines in sorted(now.items())))
