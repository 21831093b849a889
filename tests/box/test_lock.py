"""The lock names every dependency once for all, within its range, each file by its hash."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

PROJECT = Path(__file__).parents[2]
LOCKED = PROJECT / "hardware" / "box" / "locked"
PYTHONS = ("3.11", "3.13")
MACHINES = ("aarch64", "x86_64")


def pinned(name: str, python: str, machine: str) -> dict[str, str]:
    """The versions that a file of the lock has for a Python and a machine."""
    here = {
        "python_version": python,
        "python_full_version": f"{python}.2",
        "platform_machine": machine,
        "sys_platform": "linux",
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
    }
    found: dict[str, str] = {}
    for line in re.findall(r"^([a-z0-9].*?) \\$", (LOCKED / f"{name}.txt").read_text(), re.MULTILINE):
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate(here):
            assert requirement.name not in found, f"{name}.txt names {requirement.name} twice for {python}"
            found[requirement.name] = str(requirement.specifier).removeprefix("==")
    return found


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("python", PYTHONS)
def test_every_dependency_is_locked_within_its_range(python: str, machine: str) -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    needed = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    run = pinned("run", python, machine)
    tests = run | pinned("dev", python, machine)
    for file, wanted in ((run, needed), (tests, project["project"]["optional-dependencies"]["dev"])):
        for requirement in map(Requirement, wanted):
            assert file[requirement.name] in requirement.specifier, requirement


def test_what_goes_with_an_old_numpy_is_within_the_range_of_opencv() -> None:
    old = pinned("numpy1", "3.11", "aarch64")
    assert list(old) == ["opencv-python-headless"]
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    (opencv,) = [one for one in project["project"]["dependencies"] if one.startswith("opencv")]
    assert old["opencv-python-headless"] in Requirement(opencv).specifier
    assert old["opencv-python-headless"] in Requirement("opencv<4.12").specifier


def test_every_python_gets_the_same_versions() -> None:
    """A bundle is fetched for a Python that does not fetch it, which then reads the markers of the lock."""
    for name in ("run", "dev"):
        assert pinned(name, "3.11", "aarch64") == pinned(name, "3.13", "x86_64")


@pytest.mark.parametrize("file", sorted(LOCKED.iterdir()), ids=lambda path: path.stem)
def test_every_release_has_its_hashes(file: Path) -> None:
    text = file.read_text()
    releases = re.findall(r"^[a-z0-9].*(?:\n    .*)*", text, re.MULTILINE)
    assert len(releases) == sum("==" in line for line in text.splitlines()) > 0
    for release in releases:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", release), release
