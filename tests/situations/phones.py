"""Situations of the page on which phones are let in."""

from collections.abc import Callable
from typing import Any

from companion.game import Seat
from tests.situations.maker import Maker
from ui.pages.desk import Desk
from ui.pages.tableside import Tableside
from ui.web.phones import PhonesPage


class ToldPhones:
    """Phones as a page is told of them; nothing listens."""

    def __init__(
        self, *, is_on: bool = True, addresses: tuple[str, ...] = ("http://192.168.1.20:8420",)
    ) -> None:
        self.tonight, self.addresses = (self if is_on else None), addresses
        self.evening = self.site = self
        self.code, self.watching = "K7M4QP", 2

    def turn_on(self) -> str:
        self.tonight = self
        return ""

    def turn_off(self) -> None:
        self.tonight = None

    def invite(self, _seat: Seat) -> str:
        return "WX3N8D"

    def is_invited(self, code: str) -> bool:
        return code == "WX3N8D"

    def withdraw(self, _seat: Seat) -> None:
        """Nothing is shown."""

    def phones(self, seat: Seat) -> int:
        return 1 if seat == 0 else 0

    def sign_out(self, _seat: Seat) -> None:
        """Nobody is in."""

    def tick(self, _side: Tableside | None) -> bool:
        return False


def phones_situations(maker: Maker) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in each of them."""
    return {
        "phones-off": lambda: _shown(maker.desk(), ToldPhones(is_on=False)),
        "phones": lambda: _shown(maker.desk(), ToldPhones()),
        "phones-no-network": lambda: _shown(maker.desk(), ToldPhones(addresses=())),
        "phones-game": lambda: _shown(maker.started(), ToldPhones()),
        "phones-invited": lambda: _shown(maker.started(), ToldPhones(), invited=True),
    }


def _shown(desk: Desk, phones: ToldPhones, *, invited: bool = False) -> Desk:
    told: Any = phones
    page = PhonesPage(told, desk.side)
    if invited:
        page.invite(1)
    desk._put(page)
    return desk
