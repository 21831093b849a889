"""The PIN asked for before another version is installed, where the owner set one. Only a digest of it is kept."""

import hashlib
import hmac
import secrets
from collections.abc import Callable

import msgspec

from ui.owned.settings import KeptSettings
from ui.places import update_pin_file

FEWEST_FIGURES = 4
WRONG_TRIES = 5
WAIT_S = 60.0
"""After WRONG_TRIES wrong ones no PIN is taken for so long."""


class PinDigest(msgspec.Struct, frozen=True, kw_only=True):
    """The scrypt digest of a PIN and its salt, in hexadecimal; empty where no PIN is set."""

    salt: str = ""
    digest: str = ""


class UpdatePin(KeptSettings[PinDigest]):
    """The PIN of this box. `clock`: seconds that only grow."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(update_pin_file(), PinDigest())
        self._clock = clock
        self._wrong, self._again_at = 0, 0.0

    @property
    def is_set(self) -> bool:
        return bool(self.now.digest)

    @property
    def wait_s(self) -> int:
        """Seconds until a PIN is taken again; 0 where one is taken now."""
        return max(0, round(self._again_at - self._clock()))

    def choose(self, pin: str) -> None:
        """Sets a PIN; empty: none is asked for any more."""
        salt = secrets.token_hex(16) if pin else ""
        self.change(salt=salt, digest=_digest(pin, salt) if pin else "")

    def fits(self, pin: str) -> bool:
        if self.wait_s:
            return False
        fits = hmac.compare_digest(_digest(pin, self.now.salt), self.now.digest)
        self._wrong = 0 if fits else self._wrong + 1
        if self._wrong >= WRONG_TRIES:
            self._wrong, self._again_at = 0, self._clock() + WAIT_S
        return fits


def _digest(pin: str, salt: str) -> str:
    return hashlib.scrypt(pin.encode(), salt=bytes.fromhex(salt), n=2**14, r=8, p=1).hex()
