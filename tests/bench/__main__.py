"""Measures the app over a longer time: `python -m tests.bench reaction`, `wear`, or `hours --game zong --hours 4`.

reaction: for each game, ms from a touch, or from an event that was accepted, to the page and to its drawn frame.
wear: for each game, bytes that go to the disk an hour of play and an hour of rest.
hours: memory after simulated hours of play, against what it was after ten minutes.
"""

import argparse

from companion.games import all_games
from tests.bench.hours import FASTER
from tests.bench.wear import LONGEST_PLAY_S, PLAY_FASTER, REST_S, SETTLE_S
from ui.cli.common import say_json
from ui.lab.bench.command import APP_SECONDS, in_the_app
from ui.places import data_home
from ui.records.beginning import USUAL


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("what", choices=["reaction", "wear", "hours"])
    asked.add_argument("--game", choices=list(all_games()), help="only this one")
    asked.add_argument("--hours", type=float, default=4.0, help="simulated hours")
    given = asked.parse_args()
    arguments, seconds, beside = [], 4 * APP_SECONDS, None
    games = [given.game] if given.game else list(all_games())
    if given.what == "hours":
        games = [given.game or USUAL]
        arguments, seconds = [str(given.hours)], APP_SECONDS + 2 * given.hours * 3600 / FASTER
    if given.what == "wear":
        seconds = APP_SECONDS + LONGEST_PLAY_S / PLAY_FASTER + 8 * (SETTLE_S + REST_S) / FASTER
        # Beside the program's folder: what lies in memory, as /tmp often does, wears nothing.
        beside = data_home().parent
        beside.mkdir(parents=True, exist_ok=True)
    module = f"tests.bench.{given.what}"
    say_json({game: in_the_app(module, game, *arguments, seconds=seconds, beside=beside) for game in games})


if __name__ == "__main__":
    main()
