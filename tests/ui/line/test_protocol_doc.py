"""docs/protocol.md: every exchange runs as it stands there, and every verb, field and code of the program is in it."""

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from companion.sight import Kind, Scene, Sighting, Thing
from ui.line.stdio import VERBS, Conversation

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```$", TEXT, re.S | re.M)
ANYTHING = "…"
CODES = (
    "bad-json",
    "bad-request",
    "unknown-verb",
    "unknown-game",
    "no-game",
    "bad-position",
    "stale",
    "refused",
    "over",
)
SECTIONS = {verb: TEXT.split(f"### `{verb}`\n")[1].split("\n## ")[0].split("\n### ")[0] for verb in VERBS}
"""What stands in the document of each verb."""


def exchanges(block: str) -> list[tuple[str, Any]]:
    lines = block.strip().splitlines()
    assert [line[:2] for line in lines] == ["→ ", "← "] * (len(lines) // 2), block
    return [(said[2:], json.loads(answer[2:])) for said, answer in zip(lines[::2], lines[1::2], strict=True)]


def holds(shown: Any, real: Any) -> bool:
    """Whether an answer has all that is shown of it."""
    if shown == ANYTHING:
        return True
    if isinstance(shown, dict):
        return isinstance(real, dict) and all(key in real and holds(shown[key], real[key]) for key in shown)
    if isinstance(shown, list):
        if shown[-1:] == [ANYTHING]:
            shown, real = shown[:-1], real[: len(shown) - 1]
        return len(shown) == len(real) and all(map(holds, shown, real))
    return bool(shown == real)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_every_exchange_is_answered_as_it_says(block: str) -> None:
    desk = Conversation()
    for said, answer in exchanges(block):
        real = json.loads(desk.answer(said.encode()))
        assert holds(answer, real), (said, answer, real)


def test_every_verb_and_request_field_is_told() -> None:
    assert re.findall(r"^### `(.*)`$", TEXT, re.M) == list(VERBS)
    for verb, kind in VERBS.items():
        for field in kind.__struct_fields__:
            if field != "id":
                assert f"`{field}`" in SECTIONS[verb], (verb, field)


def test_every_verb_and_code_is_shown_in_an_exchange() -> None:
    shown = [pair for block in BLOCKS for pair in exchanges(block)]
    said = [json.loads(line) for line, _ in shown if line.startswith("{")]
    assert {request["do"] for request in said} >= set(VERBS)
    codes = {answer["error"]["code"] for _, answer in shown if not answer["ok"]}
    assert codes == set(CODES)
    assert re.findall(r"^\| `([a-z-]+)` \| .*$", TEXT.split("| code |")[1].split("```")[0], re.M) == list(
        CODES
    )


def test_every_field_of_an_answer_is_told() -> None:
    general = TEXT.split("## The verbs")[0]
    for block in BLOCKS:
        desk = Conversation()
        for said, _answer in exchanges(block):
            real = json.loads(desk.answer(said.encode()))
            verb = json.loads(said).get("do", "") if said.startswith("{") else ""
            told = general + SECTIONS.get(verb, "")
            for field in (*real, *real.get("error", {})):
                assert f"`{field}`" in told or f'"{field}"' in told, (verb, field)


def test_every_field_of_a_scene_and_of_a_look_is_told() -> None:
    for kind, verb in ((Scene, "see"), (Sighting, "see"), (Thing, "look")):
        for field in fields(kind):
            assert f"`{field.name}`" in SECTIONS[verb], field.name
    for name in Kind.__args__:  # type: ignore[attr-defined]
        assert f"`{name}`" in SECTIONS["see"]


def test_the_program_and_its_help_name_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    from ui.cli import run_command

    assert run_command(["referee", "--help"]) == 0
    said = capsys.readouterr().out
    assert "docs/protocol.md" in said and all(verb in said for verb in VERBS)
    named = re.findall(r"docs/[\w-]+\.md", "".join(p.read_text() for p in Path(ROOT / "ui").rglob("*.py")))
    assert named and all((ROOT / name).is_file() for name in named)
