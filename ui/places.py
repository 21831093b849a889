"""Where things are kept: ZO_HOME if it is set, else the folders that the system gives to programs."""

import os
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


def games_folder() -> Path:
    """The journal: the games, a file each."""
    return data_home() / "games"


def log_file() -> Path:
    """Where faults of the program itself are written."""
    return data_home() / "companion.log"


def settings_file() -> Path:
    """What the players set on the settings page."""
    return config_home() / "settings.json"


def figures_file() -> Path:
    """What was counted of the games kept, so that it need not be counted again; it may be deleted."""
    return data_home() / "figures.json"


def pins_file() -> Path:
    """The owner's pin map, if there is one."""
    return config_home() / "pins.toml"


def decks_folder() -> Path:
    """Where enrolled decks are kept."""
    return data_home() / "decks"


def bin_folder() -> Path:
    """Where decks go that were replaced: what lies there can be moved back."""
    return data_home() / "bin"


def selftests_folder() -> Path:
    """Where the runs of the self-test are kept, a folder each."""
    return data_home() / "selftest"


def tribes_folder() -> Path:
    """Where the tribes are kept that owners built, a file each."""
    return data_home() / "tribes"


def cards_folder() -> Path:
    """Where owners keep the cards of tribes that no facts are shipped for, a file a sheet."""
    return data_home() / "cards"


def corrections_file() -> Path:
    """What the owner's printed cards tell otherwise than the shipped facts."""
    return config_home() / "corrections.toml"


def roster_file() -> Path:
    """What the owner's printed rosters of ZoneS say, or that our reading is played."""
    return config_home() / "zones.toml"


def club_file() -> Path:
    """What the owner set of the club that this box tells its results to, the broker's password too."""
    return config_home() / "club.json"


def update_pin_file() -> Path:
    """The digest of the PIN that another version asks for."""
    return config_home() / "update-pin.json"


def outbox_file() -> Path:
    """Results that the club has yet to acknowledge, and which it has."""
    return data_home() / "outbox.db"


def boards_folder() -> Path:
    """Where the boards are kept that owners mapped, a file each."""
    return data_home() / "boards"
