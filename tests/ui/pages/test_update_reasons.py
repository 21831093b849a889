"""Whatever the last line of a change of the version is, the page says it in people's own language."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.language import speak, spoken
from hardware.updates import UNANSWERED
from ui.languages import language
from ui.pages.front import not_changed

ROOT = Path(__file__).parents[3]
SCRIPTS = [ROOT / "setup.sh", *sorted((ROOT / "hardware" / "box").glob("*.sh"))]
BUNDLE = ROOT / "hardware" / "box" / "bundle.py"
BEGUN_BY_THE_PAGE = {"update", "back"}


def functions() -> dict[str, str]:
    """The functions of the shell scripts, by name."""
    found = re.compile(r"^(\w+)\(\) \{(?: (.*) \}$|\n((?:.*\n)*?)\}$)", re.MULTILINE)
    bodies = (match for script in SCRIPTS for match in found.finditer(script.read_text("utf-8")))
    return {match[1]: match[2] or match[3] for match in bodies}


def reached() -> set[str]:
    """The functions that may run when the page changes the version."""
    bodies, seen, coming = functions(), set[str](), set(BEGUN_BY_THE_PAGE)
    while coming:
        seen |= coming
        called = {
            name
            for body in (bodies[name] for name in coming)
            for name in re.findall(r"(?:^|[;&|({!]|\bif|\bthen|\bdo)\s*(\w+)", body, re.MULTILINE)
        }
        coming = (called & bodies.keys()) - seen - {"say", "refuse"}
    return seen


def shell_lines() -> Iterator[str]:
    """What is said last where a function refuses; what is filled in is an x."""
    bodies = functions()
    request = (ROOT / "hardware" / "box" / "on-request.sh").read_text("utf-8")
    for text in (*(bodies[name] for name in sorted(reached())), request):
        plain = re.sub(r"\$\((?:[^()]|\([^()]*\))*\)|\$\{[^}]*\}|\$\w+", "x", text).replace("\\\n", "")
        for words in re.findall(r'refuse "([^"]*)"', plain):
            yield f"setup.sh: {words}"
        yield from re.findall(r'(?:echo|say) "(setup\.sh: [^"]*)"', plain)


def bundle_lines() -> Iterator[str]:
    """Why a bundle is refused."""
    for function in ast.parse(BUNDLE.read_text("utf-8")).body:
        if isinstance(function, ast.FunctionDef) and function.name in ("manifest_of", "unpack"):
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "BundleFault":
                    (words,) = node.args
                    assert isinstance(words, ast.JoinedStr)
                    parts = (part.value if isinstance(part, ast.Constant) else "x" for part in words.values)
                    yield f"setup.sh: {''.join(map(str, parts))}"


LAST_LINES = [*shell_lines(), *bundle_lines(), UNANSWERED]


def test_the_lines_are_found() -> None:
    assert {"update", "back", "checked_copy", "folder_for", "lay_out", "find_python"} <= reached()
    assert not reached() & {"key", "sign", "run", "box"}
    for words in ("another update is running", "openssl to check", "x is older than x", "on a USB stick"):
        assert any(words in line for line in LAST_LINES), words
    assert len(LAST_LINES) > 25


@pytest.mark.parametrize("code", ["de", "fr", "it"])
@pytest.mark.parametrize("line", LAST_LINES)
def test_each_is_said_in_every_language(line: str, code: str) -> None:
    english, own = not_changed(line), line.removeprefix("setup.sh: ")
    before = spoken()
    speak(language(code))
    try:
        said = not_changed(line)
    finally:
        speak(before)
    assert own not in said and said != english and english.split(": ", 1)[1] not in said, said


@pytest.mark.parametrize("line", ["Unpacking the new version", "Installing version 0.2.0", "Trying it"])
def test_a_change_that_was_cut_off_is_said_to_be(line: str) -> None:
    assert line in (ROOT / "hardware" / "box" / "update.sh").read_text("utf-8").replace(
        '$(version_of "$target")', "0.2.0"
    )
    assert not_changed(line) == "The version is as it was: the change was interrupted"


def test_the_older_version_is_not_called_the_one_before_in_italian() -> None:
    """That is the one to which the key beside it goes back."""
    assert (
        language("it").catalogue.gettext("Install the older version") == "Installare la versione più vecchia"
    )
