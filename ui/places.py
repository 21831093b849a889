"""Paths of kept files: under ZO_HOME if it is set, else in the system's folders for programs."""

import os
from collections.abc import Callable
from pathlib import Path

from platformdirs import user_config_path, user_data_path

_NAME = "zo-companion"


def data_home() -> Path:
    """The folder of journal and log."""
    home = os.environ.get("ZO_HOME")
    return Path(home).expanduser() if home else user_data_path(_NAME, appauthor=False)


def config_home() -> Path:
    """The folder of the owner's settings."""
    home = os.environ.get("ZO_HOME")
    return Path(home).expanduser() if home else user_config_path(_NAME, appauthor=False)


def _in(home: Callable[[], Path], name: str) -> Callable[[], Path]:
    """A function that gives a path in a home, which may change between calls."""
    return lambda: home() / name


games_folder = _in(data_home, "games")
"""The journal: one file a game."""
log_file = _in(data_home, "companion.log")
"""The log of the program's own faults."""
settings_file = _in(config_home, "settings.json")
"""The settings page's values."""
figures_file = _in(data_home, "figures.json")
"""Cache of counts over the kept games; it may be deleted."""
pins_file = _in(config_home, "pins.toml")
"""The owner's pin map, if there is one."""
decks_folder = _in(data_home, "decks")
"""Enrolled decks."""
bin_folder = _in(data_home, "bin")
"""Replaced decks, which can be moved back from here."""
selftests_folder = _in(data_home, "selftest")
"""Runs of the self-test, one folder each."""
tribes_folder = _in(data_home, "tribes")
"""Tribes that owners built, one file each."""
cards_folder = _in(data_home, "cards")
"""Owners' cards of tribes without shipped facts, one file a sheet."""
corrections_file = _in(config_home, "corrections.toml")
"""Deviations of the owner's printed cards from the shipped facts."""
roster_file = _in(config_home, "zones.toml")
"""The owner's printed rosters of ZoneS, or the choice to play our reading of them."""
club_file = _in(config_home, "club.json")
"""The club that this box sends its results to, with the broker's password."""
update_pin_file = _in(config_home, "update-pin.json")
"""The digest of the PIN that an update asks for."""
outbox_file = _in(data_home, "outbox.db")
"""Results not yet acknowledged by the club, and the acknowledged ones."""
boards_folder = _in(data_home, "boards")
"""Boards that owners mapped, one file each."""
