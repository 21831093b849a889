"""While the support bundle is written nobody is led away before he can read where it is."""

from pathlib import Path

import pytest

from ui.packing import FRAMES, REST
from ui.present.models import Action
from ui.situations import situations


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_it_is_said_that_it_is_written_and_where_it_is_in_the_end(tmp_path: Path, home: Path) -> None:
    desk = situations(tmp_path)["home"]()
    desk.send(Action("bundle"))
    model = desk.model()
    assert model.banner.tone == "wait" and "takes some seconds" in model.banner.words
    assert not any(tool.enabled for tool in model.tools)
    for _frame in range(FRAMES):
        desk.tick()
    (file,) = (home / "bundles").glob("*.zip")
    for action in (Action("page_back"), Action("goto", "home")):
        desk.send(action)
    assert desk.page == "packed" and str(file) in desk.model().banner.words
    for _frame in range(REST):
        changed = desk.tick()
    assert changed and all(tool.enabled for tool in desk.model().tools)
    desk.send(Action("page_back"))
    assert desk.page == "home"
    desk.close()
