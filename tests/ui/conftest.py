"""One window for all tests of the screens, drawn nowhere, with a clock that goes only when told."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from companion.language import ENGLISH, speak, spoken
from tests.ui.program import GAME, Program
from tests.ui.sizes import SIZES
from tests.ui.web.browser import quit_all


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A new folder each time; pytest's own maker of them looks through all that it has made before."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(n) for n in count())


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, homes: Iterator[Path]) -> None:
    """No test reads, or writes to, what is kept on this machine."""
    home = next(homes)
    home.mkdir()
    monkeypatch.setenv("ZO_HOME", str(home))


@pytest.fixture(scope="session")
def window(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Kivy's window, made once."""
    main = import_module("ui.touch.main")
    main.hand_back_large = lambda: None  # tests of the eye come after these, and keep what they free

    main.configure(tmp_path_factory.mktemp("kivy"), SIZES[0])
    from kivy.core.window import Window

    from ui.box.sweeping import settle

    Window.on_draw = lambda: (
        None
    )  # no frame goes through all that it would draw; the audit of a screen does, once
    # Letters are measured and laid out; what they would look like nobody sees.
    import_module("kivy.core.text").LabelBase._texture_fill = lambda _label, _texture: None
    import_module("tests.ui.drawn").note_writing()
    import_module("tests.situations.driver")  # and with it every screen
    settle()
    # The app's own sweeps were a third of the time of tests that touch, for they look through all that other tests
    # have left: Python's own collector does for them.
    app = import_module("ui.touch.app")
    app.SWEEP_SECONDS, app.settle, app.tidy = 3600.0, lambda: None, lambda: False
    return Window


@pytest.fixture
def drive(window: Any) -> Iterator[Callable[..., Any]]:
    """Opens the app on a desk in a window of a size; all are closed at the end."""
    from tests.situations.driver import Driver

    opened: list[Driver] = []

    def open_app(desk: Any, size: tuple[int, int] = SIZES[0], each_tick: Any = None) -> Driver:
        while opened:
            opened.pop().close()
        opened.append(Driver(desk, size, each_tick))
        return opened[0]

    yield open_app
    while opened:
        opened.pop().close()


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Any]]:
    """A desk in a situation, by its name; each is made once, and `make.shown` keeps the page that it began with."""
    from tests.situations.screens import situations

    makers = situations(tmp_path_factory.mktemp("journals"))
    desks: dict[str, Any] = {}

    def make(name: str) -> Any:
        if name not in desks:
            with in_plain_words():
                desks[name] = makers[name]()
                make.shown[name] = desks[name].model()  # type: ignore[attr-defined]
        return desks[name]

    make.shown = {}  # type: ignore[attr-defined]
    yield make
    for desk in desks.values():
        desk.close()


@pytest.fixture(autouse=True)
def _language_as_before() -> Iterator[None]:
    """What a test has an app speak, as a touch on its settings does, the next test does not hear."""
    before = spoken()
    yield
    speak(before)


def pytest_sessionfinish() -> None:
    quit_all()


@contextmanager
def in_plain_words() -> Iterator[None]:
    """As the program speaks by itself, whatever language a test has set."""
    before = spoken()
    speak(ENGLISH)
    yield
    speak(before)


@pytest.fixture
def program() -> Program:
    """A program that speaks the line protocol and has begun a game."""
    found = Program()
    found.ask("new", **GAME)
    return found


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Callable[[str], Any]]:
    """A desk in a situation, by its name, made for this test alone; its journal is closed in the end."""
    from tests.situations.screens import situations

    desks: list[Any] = []

    def make(name: str) -> Any:
        folder = tmp_path / f"fresh{len(desks)}"
        folder.mkdir()
        desks.append(situations(folder)[name]())
        return desks[-1]

    yield make
    for desk in desks:
        desk.close()
        desk.kept.store.close()
