"""A newer version beside the one that is used, and the way back, with stand-ins for what would be installed."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from hardware.box.bundle import make
from tests.setup_box import PROJECT, SetupBox


@pytest.fixture
def box(tmp_path: Path) -> SetupBox:
    box = SetupBox(tmp_path)
    assert box.run("run", "rules").code == 0
    return box


def bundle_of(tmp_path: Path, version: str) -> Path:
    """A bundle of a program that has this version."""
    program = tmp_path / f"source-{version}"
    shutil.copytree(PROJECT / "hardware" / "box", program / "hardware" / "box")
    shutil.copy(PROJECT / "setup.sh", program)
    (program / "pyproject.toml").write_text(f'version = "{version}"\n')
    (tmp_path / "wheels").mkdir(exist_ok=True)
    names = [str(path.relative_to(program)) for path in program.rglob("*") if path.is_file()]
    file = tmp_path / f"{version}.zo-bundle"
    make(file, program, names, version, tmp_path / "wheels")
    return file


def used(box: SetupBox) -> str:
    """The version that `setup.sh run` starts, by its folder."""
    link = box.root / "versions" / "current"
    return link.readlink().name if link.is_symlink() else ".."


def starts(box: SetupBox) -> bool:
    """Whether what is started is the version that is used."""
    folder = (box.root / "versions" / used(box)).resolve() if used(box) != ".." else box.root
    assert box.run("run", "rules").code == 0
    return (box.state / "where").read_text().strip() == str(folder)


def test_a_newer_version_is_used_and_the_one_before_comes_back(box: SetupBox, tmp_path: Path) -> None:
    updated = box.run("update", str(bundle_of(tmp_path, "0.2.0")))
    assert updated.code == 0, updated.said
    assert updated.said.splitlines()[-1].startswith("Version 0.2.0 is used from the next start on")
    assert used(box).startswith("0.2.0-")
    assert (box.root / "versions" / used(box) / ".venv").is_dir()
    assert not (box.root / "versions" / used(box) / "bundle").exists()
    assert starts(box)
    assert box.run("back").code == 0
    assert used(box) == ".."
    assert starts(box)
    assert box.run("back").code == 0
    assert used(box).startswith("0.2.0-")


def test_two_versions_are_kept(box: SetupBox, tmp_path: Path) -> None:
    for version in ("0.2.0", "0.3.0", "0.4.0"):
        assert box.run("update", str(bundle_of(tmp_path, version))).code == 0
    kept = [
        path.name[:5] for path in (box.root / "versions").iterdir() if path.is_dir() and not path.is_symlink()
    ]
    assert sorted(kept) == ["0.3.0", "0.4.0"]
    assert box.run("back").said.startswith("Version 0.3.0 is used")


def test_a_version_that_does_not_start_is_not_kept(box: SetupBox, tmp_path: Path) -> None:
    box.is_so("broken")
    refused = box.run("update", str(bundle_of(tmp_path, "0.2.0")))
    assert refused.code == 1
    assert refused.said.splitlines()[-1].endswith("does not start: first screen fail: no window")
    assert used(box) == ".." and not any(path.is_dir() for path in (box.root / "versions").iterdir())
    assert starts(box)


def test_a_bundle_that_is_cut_off_changes_nothing(box: SetupBox, tmp_path: Path) -> None:
    assert box.run("update", str(bundle_of(tmp_path, "0.2.0"))).code == 0
    before = sorted((box.root / "versions").iterdir())
    file = bundle_of(tmp_path, "0.3.0")
    file.write_bytes(file.read_bytes()[:-1])
    refused = box.run("update", str(file))
    assert (refused.code, len(refused.said.splitlines())) == (1, 1)
    assert "expected a whole bundle, found one that was cut off or changed" in refused.said
    assert sorted((box.root / "versions").iterdir()) == before
    assert used(box).startswith("0.2.0-")


def test_the_version_that_is_used_is_not_laid_anew(box: SetupBox, tmp_path: Path) -> None:
    file = bundle_of(tmp_path, "0.2.0")
    assert box.run("update", str(file)).code == 0
    again = box.run("update", str(file))
    assert again.code == 1 and "is the one that is used" in again.said
    assert starts(box)


def test_an_update_by_git_takes_a_tag(box: SetupBox) -> None:
    def git(*arguments: str) -> None:
        who = ("-c", "user.name=players", "-c", "user.email=players@example.org")
        subprocess.run(["git", *who, *arguments], cwd=box.root, check=True, capture_output=True)

    (box.root / ".gitignore").write_text(".venv\nversions\n")
    git("init", "-q")
    for version in ("0.1.0", "0.2.0", "0.10.0"):
        (box.root / "pyproject.toml").write_text(f'version = "{version}"\n')
        git("add", ".")
        git("commit", "-qm", version)
        git("tag", f"v{version}")
    git("checkout", "-q", "v0.1.0")
    newest = box.run("update")
    assert newest.code == 0, newest.said
    assert used(box).startswith("0.10.0-")
    assert box.run("update", "0.2.0").code == 0
    assert used(box).startswith("0.2.0-")
    unknown = box.run("update", "7")
    assert unknown.code == 1 and "expected a version that git knows, found 7" in unknown.said


def test_with_nothing_to_update_from_that_is_said(box: SetupBox) -> None:
    nothing = box.run("update")
    assert nothing.code == 1
    assert (
        "expected a bundle on a stick, or a clone made by git, to update from; found neither" in nothing.said
    )
    assert "there is no version before this one to go back to" in box.run("back").said


def test_an_older_version_is_said_and_installed_only_where_that_is_asked_for(
    box: SetupBox, tmp_path: Path
) -> None:
    assert box.run("update", str(bundle_of(tmp_path, "0.10.0"))).code == 0
    old = str(bundle_of(tmp_path, "0.9.1"))
    refused = box.run("update", old)
    assert refused.code == 1 and used(box).startswith("0.10.0-")
    assert "version 0.9.1 is older than 0.10.0, which is used" in refused.said.splitlines()[-1]
    assert box.run("update", "--older", old).code == 0
    assert used(box).startswith("0.9.1-")


@pytest.fixture
def signing(box: SetupBox, tmp_path: Path) -> Path:
    """The owner's private key, whose public one lies in the box."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed here")
    private = tmp_path / "owner.pem"
    made = box.run("key", str(private))
    assert made.code == 0, made.said
    assert private.stat().st_mode & 0o777 == 0o600
    assert "PRIVATE" not in (box.root / "update-key.pub").read_text()
    return private


def sign(bundle: Path, private: Path) -> None:
    """As `setup.sh bundle --key` signs it."""
    script = f'. "{PROJECT}/hardware/box/update.sh"; sign "$1" "$2"'
    start = 'say() { :; }; refuse() { echo "$*" >&2; exit 1; }; root=/nowhere; '
    subprocess.run(["bash", "-c", start + script, "sign", bundle, private], check=True)


def test_where_the_owner_made_a_key_only_signed_bundles_are_installed(
    box: SetupBox, signing: Path, tmp_path: Path
) -> None:
    file = bundle_of(tmp_path, "0.2.0")
    for what in ("none", "of another file", "by another key", "of the file before it was changed"):
        signature = file.with_name(f"{file.name}.sig")
        if what == "of another file":
            sign(bundle_of(tmp_path, "0.3.0"), signing)
            shutil.copy(tmp_path / "0.3.0.zo-bundle.sig", signature)
        if what == "by another key":
            other = tmp_path / "other.pem"
            subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", other], check=True)
            sign(file, other)
        if what == "of the file before it was changed":
            sign(file, signing)
            file.write_bytes(bundle_of(tmp_path, "0.4.0").read_bytes())
        refused = box.run("update", str(file))
        assert refused.code == 1 and used(box) == "..", what
        assert "expected a bundle signed with the owner's key" in refused.said.splitlines()[-1]
        assert not any(path.is_dir() for path in (box.root / "versions").iterdir())
    sign(file, signing)
    done = box.run("update", str(file))
    assert done.code == 0 and used(box).startswith("0.4.0-"), done.said
    assert not (box.root / "versions" / ".incoming").exists()
    assert "expected a bundle signed" in box.run("update").said, "nor is anything taken from git"


def test_who_has_no_key_is_not_asked_for_one(box: SetupBox, tmp_path: Path) -> None:
    assert not (box.root / "update-key.pub").exists()
    assert box.run("update", str(bundle_of(tmp_path, "0.2.0"))).code == 0
    assert "expected a file for the private key, found nothing" in box.run("key").said


class Asked:
    """The service of a box, in another root: what the app asks for, and what it does then."""

    def __init__(self, root: Path) -> None:
        self.root, self.house = root, root / "house"
        script = self.house / "hardware" / "box" / "on-request.sh"
        script.parent.mkdir(parents=True)
        shutil.copy(PROJECT / "hardware" / "box" / "on-request.sh", script)
        setup = self.house / "setup.sh"
        setup.write_text(f'#!/bin/sh\necho "$@" >>{root}/asked\n')
        setup.chmod(0o755)
        for folder in ("run/zo-companion", "run/zo-companion-update", "media/stick"):
            (root / folder).mkdir(parents=True)
        (root / "media" / "stick" / "new.zo-bundle").write_text("a bundle")
        self.wanted = root / "run" / "zo-companion" / "update-wanted"
        self._script = script

    def run(self) -> str:
        """What setup.sh was called with; within the time that nothing may hold it up."""
        subprocess.run([self._script], env=os.environ | {"DESTDIR": str(self.root)}, timeout=20, check=False)
        asked = self.root / "asked"
        return asked.read_text() if asked.exists() else ""


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("update", "update {stick}/new.zo-bundle\n"),
        ("older", "update --older {stick}/new.zo-bundle\n"),
        ("back", "back\n"),
        ("rm -rf /", ""),
        ("", ""),
    ],
)
def test_the_service_does_what_it_is_asked_and_nothing_else(tmp_path: Path, written: str, asked: str) -> None:
    service = Asked(tmp_path)
    service.wanted.write_text(written)
    assert service.run() == asked.format(stick=tmp_path / "media" / "stick")
    assert not service.wanted.exists()


@pytest.mark.parametrize("kind", ["pipe", "folder", "full folder", "link", "device"])
def test_the_service_is_not_held_up_by_what_an_app_may_leave_there(tmp_path: Path, kind: str) -> None:
    service = Asked(tmp_path)
    if kind == "pipe":
        os.mkfifo(service.wanted)
    elif kind == "link":
        (tmp_path / "precious").write_text("no request")
        service.wanted.symlink_to(tmp_path / "precious")
    elif kind == "device":
        service.wanted.symlink_to("/dev/zero")
    else:
        service.wanted.mkdir()
        if kind == "full folder":
            (service.wanted / "in").mkdir()
            (service.wanted / "in" / "file").write_text("x")
    assert service.run() == ""
    assert not service.wanted.exists() and not service.wanted.is_symlink()
    assert kind != "link" or (tmp_path / "precious").read_text() == "no request"
