"""The settings page of the club: what is typed, switched, kept, and said."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ui.club.broker.link import ClubPage
from ui.owned.settings import PLAIN_PORT, TLS_PORT, ClubKept, ClubSettings
from ui.places import club_file, config_home
from ui.present.models import StepModel
from ui.present.touches import Typed, do


class Link:
    """A club that is told of changes and does nothing."""

    def __init__(self) -> None:
        self.kept = ClubKept()
        self.said = ("", True)
        self.renewed = self.tried = 0

    def follow(self, *_: Any) -> None:
        """Nobody follows."""

    def renew(self) -> None:
        self.renewed += 1

    def try_it(self) -> None:
        self.tried += 1


@pytest.fixture
def link() -> Link:
    return Link()


@pytest.fixture
def page(link: Link, tmp_path: Path) -> ClubPage:
    return ClubPage(link, lambda: [tmp_path])


def words(model: StepModel) -> dict[str, str]:
    return {key.words: key.detail for key in model.keys}


def typed(page: ClubPage, what: Any, text: str | None) -> None:
    page.type_for_club(what)
    assert page.model().editing is not None
    assert page.take(Typed(text)) and page.model().editing is None


def test_it_is_off_and_stays_off_without_a_broker(page: ClubPage, link: Link) -> None:
    model = page.model()
    assert model.headline == "This box tells nobody anything." and not link.kept.now.on
    off = {key.words for key in model.keys if not key.enabled}
    assert off == {"Turn the club on", "Try the connection"}
    assert not club_file().exists()


def test_what_is_typed_is_kept(page: ClubPage, link: Link) -> None:
    typed(page, "host", " Club.Local ")
    typed(page, "port", "1884")
    typed(page, "user", "box-1")
    typed(page, "password", " s3cret ")
    typed(page, "table", "Window")
    now = ClubKept().now
    assert (now.host, now.port, now.user, now.password, now.table) == (
        "club.local",
        1884,
        "box-1",
        " s3cret ",
        "Window",
    )
    assert club_file().stat().st_mode & 0o777 == 0o600
    shown = words(page.model())
    assert shown["Password"] == "●●●●●●" and shown["Port"] == "1884"
    assert "s3cret" not in repr(page.model()) and "s3cret" not in repr(now)
    page.type_for_club("password")
    assert page.model().editing == (
        "Password at the broker (everybody can read it here while you type)",
        "",
    ), "what was typed before is not shown"
    page.take(Typed(None))
    assert ClubKept().now.password == " s3cret "
    page.switch_club("on", True)
    assert ClubKept().now.on and link.renewed == 6 and page.model().headline == "This box tells the club."


@pytest.mark.parametrize("text", ["", "x", "0", "65536", "-1", "1.5", "１８８３", "9" * 60])
def test_a_port_that_cannot_be(page: ClubPage, link: Link, text: str) -> None:
    typed(page, "port", text)
    assert link.kept.now.port == PLAIN_PORT
    banner = page.model().banner
    assert banner is not None and banner.words == "A port is a number from 1 to 65535."
    page.take(do(page.try_club))
    assert link.tried == 1 and page.model().banner is None


def test_encryption_has_a_port_of_its_own_and_certificates(
    page: ClubPage, link: Link, tmp_path: Path
) -> None:
    page.switch_club("tls", True)
    assert link.kept.now.port == TLS_PORT
    page.switch_club("tls", False)
    assert link.kept.now.port == PLAIN_PORT
    typed(page, "port", "9999")
    page.switch_club("tls", True)
    assert link.kept.now.port == 9999
    take = "Take the club’s certificate from a stick"
    assert not next(key for key in page.model().keys if key.words == take).enabled
    (tmp_path / "club.crt").write_text("certificate")
    assert next(key for key in page.model().keys if key.words == take).enabled
    page.take_authority(taken=True)
    kept = config_home() / "club-authority.pem"
    assert link.kept.now.authority == str(kept) and kept.read_text() == "certificate"
    page.take_authority(taken=False)
    assert link.kept.now.authority == ""


def test_the_box_has_one_id_for_good() -> None:
    first = ClubKept()
    first.change(table="One")
    box = first.now.box
    first.change(table="Two")
    assert ClubKept().now.box == box and box.startswith("box-")


def test_a_file_that_cannot_be_read_is_put_aside_and_the_club_is_off(
    caplog: pytest.LogCaptureFixture,
) -> None:
    club_file().parent.mkdir(parents=True, exist_ok=True)
    club_file().write_text(json.dumps({"on": True, "port": "s3cret"}))
    kept = ClubKept()
    assert not kept.now.on and kept.told and club_file().with_suffix(".unread.json").exists()
    assert "s3cret" not in caplog.text


def test_what_no_setting_can_be_is_refused(page: ClubPage, link: Link) -> None:
    typed(page, "table", "x" * 41)
    assert link.kept.now.table == "" and page.model().banner.words == "That is too long."  # type: ignore[union-attr]
    with pytest.raises(msgspec.ValidationError):
        link.kept.change(box="../..")
    assert "password" not in repr(ClubSettings(password="x"))
