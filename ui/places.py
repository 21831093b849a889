"""Where things are kept: ZO_HOME if it is set, else the folders that the system gives to programs."""

import os
from collections.abc import Callable
from pathlib import Path

from platformdirs import user_config_path, user_data_path

_NAME = "zo-companion"


def data_home() -> Path:
    """The folder of the journal and the log."""
    home = os.environ.get("ZO_HOME")
    return Path(home).expanduser() if home else user_data_path(_NAME, appauthor=False)


def config_home() -> Path:
    """The folder of what the owner sets."""
    home = os.environ.get("ZO_HOME")
    return Path(home).expanduser() if home else user_config_path(_NAME, appauthor=False)


def _in(home: Callable[[], Path], name: str) -> Callable[[], Path]:
    """What gives a place in a home, which may be another one the next time."""
    return lambda: home() / name


games_folder = _in(data_home, "games")
"""The journal: the games, a file each."""
log_file = _in(data_home, "companion.log")
"""Where faults of the program itself are written."""
settings_file = _in(config_home, "settings.json")
"""What the players set on the settings page."""
figures_file = _in(data_home, "figures.json")
"""What was counted of the games kept, so that it need not be counted again; it may be deleted."""
pins_file = _in(config_home, "pins.toml")
"""The owner's pin map, if there is one."""
decks_folder = _in(data_home, "decks")
"""Where enrolled decks are kept."""
bin_folder = _in(data_home, "bin")
"""Where decks go that were replaced: what lies there can be moved back."""
selftests_folder = _in(data_home, "selftest")
"""Where the runs of the self-test are kept, a folder each."""
tribes_folder = _in(data_home, "tribes")
"""Where the tribes are kept that owners built, a file each."""
cards_folder = _in(data_home, "cards")
"""Where owners keep the cards of tribes that no facts are shipped for, a file a sheet."""
corrections_file = _in(config_home, "corrections.toml")
"""What the owner's printed cards tell otherwise than the shipped facts."""
roster_file = _in(config_home, "zones.toml")
"""What the owner's printed rosters of ZoneS say, or that our reading is played."""
club_file = _in(config_home, "club.json")
"""What the owner set of the club that this box tells its results to, the broker's password too."""
update_pin_file = _in(config_home, "update-pin.json")
"""The digest of the PIN that another version asks for."""
outbox_file = _in(data_home, "outbox.db")
"""Results that the club has yet to acknowledge, and which it has."""
boards_folder = _in(data_home, "boards")
"""Where the boards are kept that owners mapped, a file each."""
