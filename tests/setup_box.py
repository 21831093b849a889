"""A folder with setup.sh in it and stand-ins on its PATH for all that it would change, which write down what was asked.

What the stand-ins answer lies in files of the folder `state`: a test lays them out, and reads there what was installed.
"""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).parents[1]
REAL = ("bash", "basename", "cat", "chmod", "cut", "cp", "date", "dirname", "env", "flock", "git", "head", "ln", "ls",
        "mkdir", "mktemp", "mv", "openssl", "readlink", "rm", "sed", "sha256sum",
        "sleep", "sort", "sync", "tail", "tar", "tee", "timeout", "touch", "tr", "true")  # fmt: skip
"""Programs that setup.sh and the stand-ins may use as they are."""

PYTHON = r"""
# Python as far as setup.sh asks it for something: versions, a venv, pip and the program.
asked python "$@"
case "$*" in
*bundle.py*) exec "$real" "$@" ;;
*--version*) echo "Python 3.13.5" ;;
*"import numpy"*) cat "$state/numpy" 2>/dev/null ;;
*"-m venv"*)
    for folder; do :; done
    mkdir -p "$folder/bin"
    touch "$folder/pyvenv.cfg"
    for tool in python ruff mypy lint-imports; do
        printf '#!/bin/bash\nname=%s\n. "%s/lib"\n' "$tool" "$state" >"$folder/bin/$tool"
        cat "$state/tool" >>"$folder/bin/$tool"
        chmod +x "$folder/bin/$tool"
    done
    ;;
esac
"""
TOOL = r"""
# What lies in the venv: its Python, and the tools that tests need.
asked "$name" "$@"
case "$*" in
*--version*) echo "Python 3.13.5" ;;
*"-m pip install"*)
    if [ -e "$state/offline" ]; then
        echo "ERROR: No matching distribution found for setuptools==84.2.1"
        exit 1
    fi
    echo "Collecting msgspec"
    echo "  Obtaining a tedious detail"
    ;;
*"-m ui.cli rules"*) echo "$PWD" >"$state/where" ;;
*"check --quick"*)
    [ ! -e "$state/broken" ] || { echo "first screen fail: no window"; exit 1; }
    ;;
esac
"""
APT_GET = r"""
# apt-get: `offline`, no server answers; `unknown`, no archive has these packages; `full`, the disk is.
[ ! -e "$state/offline" ] || offline=yes
case "$*" in
*" update "*)
    echo "Get:1 file:/opt/repo ./ InRelease"
    [ -z "${offline:-}" ] || { echo "Ign:2 http://archive.example trixie InRelease"; exit 0; }
    echo "Hit:2 http://archive.example trixie InRelease"
    ;;
*" install "*)
    if [ -e "$state/interrupted" ]; then
        echo "E: dpkg was interrupted, you must manually run 'sudo dpkg --configure -a' to correct the problem."
        exit 100
    fi
    for package; do
        case "$package" in -* | install | DPkg*) continue ;; esac
        if [ -n "${offline:-}" ]; then echo "E: Unable to fetch some archives"; exit 100; fi
        if [ -e "$state/unknown" ]; then echo "E: Unable to locate package $package"; exit 100; fi
        if [ -e "$state/full" ]; then echo "E: You don't have enough free space."; exit 100; fi
        echo "Setting up $package"
        echo "$package" >>"$state/installed"
    done
    ;;
esac
"""
DPKG_QUERY = r"""
# dpkg-query: what `installed` lists is installed.
touch "$state/installed"
for package; do
    while IFS= read -r line; do
        [ "$line" != "$package" ] || echo "$package 1.0 install ok installed"
    done <"$state/installed"
done
"""
DPKG = r"""
case "$*" in
--audit) [ ! -e "$state/interrupted" ] || echo "The following packages have been unpacked but not yet configured." ;;
"--configure -a") rm -f "$state/interrupted" ;;
esac
"""
SUDO = r"""
# sudo: with `password` it asks for one, which nobody types; else it does what it is asked.
asked sudo "$@"
if [ -e "$state/password" ]; then echo "sudo: a password is required"; exit 1; fi
[ "$1" != -v ] || exit 0
[ "$1" != -n ] || shift
exec "$@"
"""


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of a run: its exit code, all that it said, and what the stand-ins were asked, in turn."""

    code: int
    said: str
    asked: tuple[str, ...]

    def asked_for(self, words: str) -> bool:
        return any(words in line for line in self.asked)


class SetupBox:
    """setup.sh alone in a folder, with stand-ins for all that it would change."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "program"
        self.state = folder / "state"
        self.bin = folder / "bin"
        for made in (self.root, self.state, self.bin):
            made.mkdir()
        for name in ("setup.sh", "pyproject.toml"):
            shutil.copy(PROJECT / name, self.root)
        shutil.copytree(PROJECT / "hardware" / "box", self.root / "hardware" / "box")
        for name in REAL:
            found = shutil.which(name)
            assert found is not None, name
            (self.bin / name).symlink_to(found)
        (self.state / "lib").write_text(
            f'state="{self.state}"\nasked() {{ printf "%s\\n" "$*" >>"$state/asked"; }}\n', encoding="utf-8"
        )
        (self.state / "tool").write_text(TOOL, encoding="utf-8")
        self.stand_in("python3", f'real="{sys.executable}"{PYTHON}')
        self.stand_in("apt-get", 'asked apt-get "$@"' + APT_GET)
        self.stand_in("dpkg", 'asked dpkg "$@"' + DPKG)
        self.stand_in("dpkg-query", DPKG_QUERY)
        self.stand_in("sudo", SUDO)
        self.stand_in("id", "echo 1000")
        # Off a Pi, whatever machine the tests run on.
        real = shutil.which("grep")
        self.stand_in("grep", f'[[ "$*" != *device-tree* ]] && exec {real} "$@"')

    def stand_in(self, name: str, body: str) -> None:
        """A program of this name, as a shell script that may use `asked` and `$state`."""
        file = self.bin / name
        file.unlink(missing_ok=True)
        file.write_text(f'#!/bin/bash\n. "{self.state}/lib"\n{body}\n', encoding="utf-8")
        file.chmod(0o755)

    def on_a_pi(self) -> None:
        """From now on /proc says that this is a Raspberry Pi."""
        real = shutil.which("grep")
        self.stand_in("grep", f'[[ "$*" == *device-tree* ]] || exec {real} "$@"')

    def is_so(self, name: str) -> None:
        """A state that the stand-ins look for, such as `offline`."""
        (self.state / name).touch()

    def is_no_longer(self, name: str) -> None:
        (self.state / name).unlink()

    @property
    def installed(self) -> set[str]:
        """The packages that apt has installed."""
        file = self.state / "installed"
        return set(file.read_text(encoding="utf-8").split()) if file.exists() else set()

    def run(self, *arguments: str, **variables: str) -> Ran:
        """Runs setup.sh without a terminal; `variables` go into its otherwise bare environment."""
        asked = self.state / "asked"
        asked.unlink(missing_ok=True)
        done = subprocess.run(
            [str(self.bin / "bash"), str(self.root / "setup.sh"), *arguments],
            env={"PATH": str(self.bin), "HOME": str(self.root.parent), "PYTHON": "python3"} | variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
            start_new_session=True,
        )
        lines = asked.read_text(encoding="utf-8").splitlines() if asked.exists() else []
        return Ran(done.returncode, done.stdout, tuple(lines))
