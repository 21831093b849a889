"""Situations of the page that prints a game."""

from collections.abc import Callable
from pathlib import Path

from companion.games import all_games
from tests.situations.maker import Maker
from ui.pages.desk import Desk
from ui.pages.print_page import LooksPage, PrintPage, WhichSetPage, came_of
from ui.present.models import Banner, Page
from ui.present.touches import Start


def printing_situations(maker: Maker) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in each of them: a printer and a stick are there, and nothing is really printed."""
    return {
        "printing-game": lambda: _shown(maker, _page()),
        "printing": lambda: _shown(maker, _chosen()),
        "printing-sheets": lambda: _shown(maker, _working()),
        "printing-failed": lambda: _shown(maker, _failed()),
        "printing-done": lambda: _shown(maker, _done()),
        "looks": lambda: _shown(maker, LooksPage()),
        "which-set": lambda: _shown(maker, WhichSetPage("Zoon", ("boarix", "warus"), Start())),
    }


def _shown(maker: Maker, page: Page) -> Desk:
    desk = maker.desk()
    desk._put(page)
    return desk


def _page() -> PrintPage:
    return PrintPage(
        tuple(all_games().values()),
        lambda _work: None,
        lambda: ("Kitchen_LaserJet",),
        lambda: [Path("/media/stick")],
    )


def _chosen() -> PrintPage:
    page = _page()
    page.print_game("zones")
    page.switch_part("rosters")
    return page


def _working() -> PrintPage:
    page = _chosen()
    page.print_to("stick")
    page._far = (7, 16)
    return page


def _done() -> PrintPage:
    page = _chosen()
    assert page._game is not None
    page._outcome = came_of(page._game, Banner("calm", "16 sheets sent to Kitchen_LaserJet."), whole=True)
    return page


def _failed() -> PrintPage:
    """The stick was pulled out while it was written on."""
    works: list[Callable[[], None]] = []
    sticks = [[Path("/media/stick")], []]
    page = PrintPage(tuple(all_games().values()), works.append, lambda: (), lambda: sticks.pop(0))
    page.print_game("zong")
    page.print_to("stick")
    works.pop()()
    page.tick()
    return page
