"""A bundle is put on a card with a stock system, which then calls the first start by itself."""

from pathlib import Path

import pytest

from hardware.box.bundle import make
from tests.setup_box import Ran, SetupBox

CMDLINE = "console=tty1 root=PARTUUID=1 rootwait\n"


@pytest.fixture
def card(tmp_path: Path) -> Path:
    boot = tmp_path / "bootfs"
    boot.mkdir()
    (boot / "cmdline.txt").write_text(CMDLINE)
    (boot / "config.txt").write_text("")
    (tmp_path / "none").mkdir()
    make(tmp_path / "made.zo-bundle", tmp_path, [], "0.2.0", tmp_path / "none")
    return boot


def put_on(tmp_path: Path, card: Path, bundle: str = "made.zo-bundle") -> Ran:
    folder = tmp_path / f"box-{sum(1 for _ in tmp_path.iterdir())}"
    folder.mkdir()
    return SetupBox(folder).run("card", str(card), str(tmp_path / bundle))


def test_an_older_system_is_told_by_the_kernels_command_line(tmp_path: Path, card: Path) -> None:
    for _time in ("once", "again"):
        ran = put_on(tmp_path, card)
        assert ran.code == 0, ran.said
        line = (card / "cmdline.txt").read_text()
        assert (
            line.startswith(CMDLINE.strip()) and line.count("systemd.run=/boot/firmware/first-boot.sh") == 1
        )
    assert (card / "userconf.txt").read_text() == "pi:!\n"
    assert (card / "made.zo-bundle").exists() and (card / "first-boot.sh").exists()


def test_a_newer_system_is_told_by_cloud_init(tmp_path: Path, card: Path) -> None:
    (card / "user-data").write_text("#cloud-config\nhostname: table\n")
    for _time in ("once", "again"):
        assert put_on(tmp_path, card).code == 0
    told = (card / "user-data").read_text()
    assert told.startswith("#cloud-config\nhostname: table\nruncmd:\n") and told.count("first-boot.sh") == 1
    assert (card / "cmdline.txt").read_text() == CMDLINE


def test_what_somebody_has_set_up_is_not_overwritten(tmp_path: Path, card: Path) -> None:
    (card / "user-data").write_text("#cloud-config\nruncmd:\n  - [ls]\n")
    ran = put_on(tmp_path, card)
    assert ran.code == 1 and "expected no runcmd in user-data yet" in ran.said
    assert (card / "user-data").read_text() == "#cloud-config\nruncmd:\n  - [ls]\n"


def test_no_card_and_no_bundle_are_refused(tmp_path: Path, card: Path) -> None:
    assert "expected the first partition of a card" in put_on(tmp_path, tmp_path).said
    ran = put_on(tmp_path, card, "none.zo-bundle")
    assert ran.code == 1 and "expected a bundle that can be read" in ran.said
    assert (card / "cmdline.txt").read_text() == CMDLINE
