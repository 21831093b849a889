"""What may be agreed before a game, from the `options.toml` in its folder."""

from importlib.resources import files

import msgspec

from companion.game import Option


class _Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    option: tuple[Option, ...]


def options_in(package: str) -> tuple[Option, ...]:
    """The options in a package's sheet, in their order there."""
    return msgspec.toml.decode(files(package).joinpath("options.toml").read_bytes(), type=_Sheet).option
