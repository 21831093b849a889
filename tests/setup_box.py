"""A folder with setup.sh in it and stand-ins on its PATH for all that it would change, which write down what was asked.

What the stand-ins answer lies in files of the folder `state`: a test lays them out, and reads there what was installed.
"""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).parents[1]
REAL = ("bash", "basename", "cat", "chmod", "cut", "cp", "date", "dirname", "env", "head", "ln", "mkdir", "mv", "rm",
        "sed", "sha256sum", "sleep", "sort", "tail", "timeout", "touch", "tr")  # fmt: skip
"""Programs that setup.sh and the stand-ins may use as they are."""

PYTHON = r"""
# Python as far as setup.sh asks it for something: versions, a venv, pip and the program.
asked python "$@"
case "$*" in
*--version*) echo "Python 3.13.5" ;;
*"-m venv"*)
    for folder; do :; done
    mkdir -p "$folder/bin"
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
esac
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
        for name in REAL:
            found = shutil.which(name)
            assert found is not None, name
            (self.bin / name).symlink_to(found)
        (self.state / "lib").write_text(
            f'state="{self.state}"\nasked() {{ printf "%s\\n" "$*" >>"$state/asked"; }}\n', encoding="utf-8"
        )
        (self.state / "tool").write_text(TOOL, encoding="utf-8")
        self.stand_in("python3", PYTHON)
        self.stand_in("grep", f'exec {shutil.which("grep")} "$@"')

    def stand_in(self, name: str, body: str) -> None:
        """A program of this name, as a shell script that may use `asked` and `$state`."""
        file = self.bin / name
        file.unlink(missing_ok=True)
        file.write_text(f'#!/bin/bash\n. "{self.state}/lib"\n{body}\n', encoding="utf-8")
        file.chmod(0o755)

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
        )
        lines = asked.read_text(encoding="utf-8").splitlines() if asked.exists() else []
        return Ran(done.returncode, done.stdout, tuple(lines))
