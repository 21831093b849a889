"""What setup.sh does, with stand-ins for everything that it would install or change."""

import re
from pathlib import Path

import pytest

from tests.setup_box import Ran, SetupBox


@pytest.fixture
def box(tmp_path: Path) -> SetupBox:
    return SetupBox(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "checked", "chosen"),
    [
        ((), True, "-m pytest -n 3 --dist worksteal"),
        (("fast",), True, "-m pytest -n 3 --dist worksteal -m not slow"),
        (("fast", "tests/hardware"), True, "-m pytest -n 3 --dist worksteal -m not slow tests/hardware"),
        (("tests/hardware", "-x"), False, "-m pytest -n 3 --dist worksteal tests/hardware -x"),
    ],
)
def test_tests_are_all_or_the_fast_ones_or_those_named(
    box: SetupBox, arguments: tuple[str, ...], *, checked: bool, chosen: str
) -> None:
    ran = box.run("test", *arguments)
    assert (ran.code, ran.said.splitlines()[-1]) == (0, "All passed.")
    assert ran.asked[-1] == f"python {chosen}"
    assert ran.asked_for("-m pytest --collect-only") == checked
    for tool in ("ruff check .", "ruff format --check .", "mypy", "lint-imports"):
        assert (tool in ran.asked) == checked


PACKAGES = {"python3-picamera2", "python3-lgpio", "alsa-utils", "espeak-ng"}


@pytest.fixture
def pi(box: SetupBox) -> SetupBox:
    box.on_a_pi()
    return box


def pip_runs(ran: Ran) -> int:
    return sum("-m pip install" in line and "--require-hashes" in line for line in ran.asked)


def test_the_first_run_installs_and_the_second_has_nothing_to_do(pi: SetupBox) -> None:
    first = pi.run("run", "rules")
    assert first.code == 0
    assert pi.installed >= PACKAGES
    assert pip_runs(first) == 1
    assert first.asked[-1] == "python -m ui.cli rules"
    assert "Collecting msgspec" in first.said
    assert "tedious detail" not in first.said
    again = pi.run("run", "rules")
    assert (again.code, again.said) == (0, "")
    assert not again.asked_for("apt-get") and pip_runs(again) == 0


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("offline", "none of its servers answers; is there a network?"),
        ("unknown", "they come from Raspberry Pi OS's own archive"),
        ("full", "E: You don't have enough free space."),
        ("password", "there is no terminal to type it in: sudo apt install python3-picamera2 python3-lgpio"),
    ],
)
def test_what_apt_could_not_install_is_said_and_asked_for_again_at_the_next_run(
    pi: SetupBox, state: str, words: str
) -> None:
    pi.run("run", "rules")
    (pi.state / "installed").write_text("")
    pi.is_so(state)
    failed = pi.run("run", "rules")
    assert failed.code == 0
    assert words in failed.said
    assert "going on without the Pi camera or the pins" in failed.said
    assert failed.asked[-1] == "python -m ui.cli rules"
    assert not pi.installed
    pi.is_no_longer(state)
    assert pi.run("run", "rules").code == 0
    assert pi.installed >= PACKAGES


def test_without_a_network_apt_is_not_waited_for(pi: SetupBox) -> None:
    pi.is_so("offline")
    ran = pi.run("run", "rules")
    (asked,) = [line for line in ran.asked if line.startswith("apt-get") and " install " in line]
    assert "--no-download" in asked
    assert ran.code == 1
    assert "pip could not install what is needed: is there a network?" in ran.said


def test_what_apt_was_interrupted_in_is_finished_first(pi: SetupBox) -> None:
    pi.is_so("interrupted")
    ran = pi.run("run", "rules")
    assert ran.code == 0
    assert "finishing it first" in ran.said
    assert pi.installed >= PACKAGES
    assert ran.asked.index("dpkg --configure -a") < next(
        at for at, line in enumerate(ran.asked) if "python3-lgpio" in line and line.startswith("apt-get")
    )


def test_what_apt_installs_beneath_the_venv_has_pip_look_again(pi: SetupBox) -> None:
    pi.is_so("unknown")
    assert pip_runs(pi.run("run", "rules")) == 1
    pi.is_no_longer("unknown")
    assert pip_runs(pi.run("run", "rules")) == 1
    assert pip_runs(pi.run("run", "rules")) == 0


@pytest.mark.parametrize(
    ("numpy", "opencv"),
    [(None, "5."), ("1.24.2", "4.11."), ("2.2.4", "5.")],
    ids=["none", "bookworm", "trixie"],
)
def test_the_numpy_of_the_system_is_kept_with_an_opencv_that_suits_it(
    pi: SetupBox, numpy: str | None, opencv: str
) -> None:
    """The Python of the system is asked: that of the venv would tell of its own NumPy."""
    if numpy is not None:
        (pi.state / "numpy").write_text(numpy)
    ran = pi.run("run", "rules")
    locked = pi.root / ".venv" / "locked.txt"
    assert ran.asked_for(f"--require-hashes -r {locked}")
    pinned = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", locked.read_text(), re.MULTILINE))
    assert ("numpy" in pinned) == (numpy is None)
    assert pinned["opencv-python-headless"].startswith(opencv)
    assert "kivy" in pinned and "pytest" not in pinned


def test_a_numpy_from_before_the_system_had_one_is_taken_out(pi: SetupBox) -> None:
    pi.run("run", "rules")
    (pi.root / ".venv" / "lib" / "python3.11" / "site-packages" / "numpy").mkdir(parents=True)
    (pi.state / "numpy").write_text("1.24.2")
    (pi.state / "installed").write_text("python3-picamera2\npython3-lgpio\npython3-numpy\n")
    assert pi.run("run", "rules").asked_for("-m pip uninstall -y numpy")


def test_a_changed_pyproject_without_a_network_goes_on_with_what_is_installed(box: SetupBox) -> None:
    assert box.run("run", "rules").code == 0
    with (box.root / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("# another line\n")
    box.is_so("offline")
    ran = box.run("run", "rules")
    assert ran.code == 0
    assert "going on with what is installed" in ran.said
    assert ran.asked[-1] == "python -m ui.cli rules"
    box.is_no_longer("offline")
    ran = box.run("run", "rules")
    assert pip_runs(ran) == 1
    assert "going on" not in ran.said


def test_uninstall_leaves_nothing_of_its_own_behind(box: SetupBox) -> None:
    before = sorted(path.name for path in box.root.iterdir())
    box.run("run", "rules")
    (box.root / "zo_companion.egg-info").mkdir()
    assert box.run("uninstall").code == 0
    assert sorted(path.name for path in box.root.iterdir()) == before


def test_a_folder_of_that_name_that_is_no_installation_is_left_as_it_is(box: SetupBox) -> None:
    (box.root / ".venv").mkdir()
    (box.root / ".venv" / "letters.txt").write_text("mine")
    ran = box.run("uninstall")
    assert ran.code == 1
    assert "expected an installation of ours" in ran.said
    assert (box.root / ".venv" / "letters.txt").read_text() == "mine"


def test_the_check_says_what_is_missing_and_installs_nothing(pi: SetupBox) -> None:
    pi.is_so("interrupted")
    ran = pi.run("check")
    assert ran.code == 1
    assert "apt: missing: python3-picamera2 python3-lgpio: ./setup.sh run installs them" in ran.said
    assert "sudo dpkg --configure -a" in ran.said
    assert "not installed yet" in ran.said
    assert not any(line.startswith(("sudo", "apt-get")) for line in ran.asked)
    assert sorted(path.name for path in pi.root.iterdir()) == ["hardware", "pyproject.toml", "setup.sh"]
