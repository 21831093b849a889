"""No secret of this box stands in a support bundle, whether the command or the page makes it."""

import http.client
import logging
from pathlib import Path

import pytest

from tests.situations.screens import situations
from tests.ui.bundle.test_bundle import unpacked
from tests.ui.bundle.test_packing import until
from tests.ui.web.test_in_browser import NoGames
from ui.bundle import gathering
from ui.cli import run_command
from ui.journal.store import open_store
from ui.owned.settings import ClubKept, SettingsKept
from ui.places import club_file, config_home, data_home, games_folder, log_file
from ui.present.touches import MakeBundle
from ui.touch.main import keep_log
from ui.web.phones import WebPhones
from ui.web.site import COOKIE

HEAD = '{"v":1,"game":"zong","setup":{"seats":3}}'
LOOK_ALIKES = (
    "club.unread.json",
    "club.toml",
    ".club.json.a1b2",
    "token.json",
    "update-key.pem",
    "club-authority.pem",
)
"""Files of the settings' folder that a later version, a cut off write or an owner may leave there."""


@pytest.fixture
def secrets(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A box with a club, a guest on a phone and a log of everything; what nobody else may learn of it."""
    SettingsKept().change(language="de")
    ClubKept().change(on=True, host="club.local", user="u", password="pass-of-the-club")
    for name in LOOK_ALIKES:
        (config_home() / name).write_text(f'{{"password": "left-in-{name}"}}')
    log = logging.getLogger()
    before = list(log.handlers)
    keep_log(log_file())
    for handler in log.handlers:
        if handler not in before:
            handler.setLevel(logging.DEBUG)
    monkeypatch.setattr(log, "level", logging.DEBUG)
    phones = WebPhones(NoGames(), listened_at="127.0.0.1")
    phones.turn_on()
    assert phones.tonight is not None
    invitation = phones.tonight.evening.invite(0)
    host, port = phones.tonight.addresses[0].removeprefix("http://").rstrip("/").split(":")
    door = http.client.HTTPConnection(host, int(port), timeout=20)
    form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{host}:{port}"}
    door.request("POST", "/enter", f"code={phones.tonight.evening.code}", form)
    answer = door.getresponse()
    token = (answer.getheader("Set-Cookie") or "").partition(f"{COOKIE}=")[2].partition(";")[0]
    answer.read()
    door.request("GET", f"/join/{invitation}", headers={"Cookie": f"{COOKIE}={token}"})
    door.getresponse().read()
    door.close()
    found = [
        phones.tonight.evening.code,
        invitation,
        token,
        "pass-of-the-club",
        *(f"left-in-{name}" for name in LOOK_ALIKES),
    ]
    phones.turn_off()
    logging.getLogger("zo").warning("something broke")
    for handler in [one for one in log.handlers if one not in before]:
        log.removeHandler(handler)
        handler.close()
    assert all(len(secret) >= 6 for secret in found) and log_file().exists()
    assert "pass-of-the-club" in club_file().read_text()
    return found


def check(file: Path, secrets: list[str]) -> None:
    files = unpacked(file)
    assert {"settings/settings.json", "logs/companion.log", "versions.json"} <= files.keys()
    for name, data in {**files, "the zip itself": file.read_bytes()}.items():
        assert [secret for secret in secrets if secret.encode() in data or secret in name] == [], name


def test_none_in_the_bundle_that_the_command_makes(tmp_path: Path, secrets: list[str]) -> None:
    assert run_command(["bundle", "-o", str(tmp_path / "b.zip")]) == 0
    check(tmp_path / "b.zip", secrets)


@pytest.mark.parametrize("page", ["home", "play"])
def test_none_in_the_bundle_that_the_page_makes(tmp_path: Path, secrets: list[str], page: str) -> None:
    desk = situations(tmp_path)[page]()
    desk.send(MakeBundle())
    until(desk, lambda: not desk.packing.is_writing)
    desk.close()
    (file,) = (data_home() / "bundles").glob("*.zip")
    check(file, secrets)


def test_none_in_the_log_nor_in_what_commands_say(
    tmp_path: Path, secrets: list[str], capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    store = open_store(games_folder())
    store.add("zong", ("Ann", "Ben"), (HEAD,), None)
    store.close()
    export = str(tmp_path / "game.html")
    for command in (
        ["journal", "list", "--json"], ["journal", "show", "--json"], ["journal", "replay", "--json"],
        ["journal", "export", "--jsonl"], ["journal", "export", "--html", "-o", export], ["check", "--json"],
    ):  # fmt: skip
        assert run_command(command) in (0, 1), command
    said = (*capsysbinary.readouterr(), log_file().read_bytes(), Path(export).read_bytes())
    assert all(said[one] for one in (0, 2, 3))
    assert [secret for secret in secrets for data in said if secret.encode() in data] == []


def test_the_test_would_find_one(tmp_path: Path, secrets: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "SETTINGS", (*gathering.SETTINGS, club_file))
    assert run_command(["bundle", "-o", str(tmp_path / "b.zip")]) == 0
    with pytest.raises(AssertionError):
        check(tmp_path / "b.zip", secrets)
