"""Recorded pictures refereed: lines for programs, what is told in between, sources and files that cannot be used."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import pytest

from companion.referee import Referee
from companion.sight import Scene, Sighting
from companion.weigh import Ask
from tests.ui.eyes import light, mat
from ui.box.eyes import load_decks, own_decks
from ui.cli import run_command
from ui.records.beginning import UsageFault, game_and_setup, json_lines
from ui.watching.watched import Watch, read_told, read_truth, score
from vision.painted.painter import Painter
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import Laid, TableTop

FRAMES = Path(__file__).parents[2] / "frames" / "zoon"
SCENES = Path(__file__).parents[2] / "scenes" / "boarix-warus.json"
LINE = {"picture", "verdict", "rule", "events", "ask", "chores", "mat", "light", "ms"}


def scene(frame: Any, spoil: bool = False) -> Scene:
    """A recorded scene; `spoil`: no card is read and none is told by its upright."""
    if frame["hand"]:
        return Scene((), 5.0, hand=True)
    seen = []
    for kind, region, label, face, seat, deck in frame["sightings"]:
        angle = 180.0 * seat if face == "up" and seat is not None and not spoil else None
        seen.append(Sighting(kind, None if spoil else label, region, 0.98, face=face, deck=deck, angle=angle))
    return Scene(tuple(seen), 0.0)


def reading(frame: Any, **instead: Any) -> Any:
    return SimpleNamespace(
        **{"scene": scene(frame), "mat": mat(), "light": light(), "ms": {}, "other_look": False} | instead
    )


@pytest.fixture
def truth() -> Any:
    return json.loads(SCENES.read_text())


def watching(truth: Any, **how: Any) -> Watch:
    game, setup = game_and_setup("zoon_alternate", None, ["tribes=" + ",".join(truth["tribes"])])
    told = read_told(list(enumerate(truth["told"], start=1)), "told", game, setup)
    referee: Referee[Any] = Referee(game, setup, lambda line: None)
    settings: dict[str, Any] = {"told": told, "still": 1.0} | how
    return Watch(referee, **settings)


def test_a_whole_game_gives_a_line_a_picture_and_a_true_summary(truth: Any) -> None:
    watch = watching(truth)
    watched = [watch.take(frame["file"], reading(frame), 2.0) for frame in truth["frames"]]
    lines = [line for line, _words in watched]
    assert all(set(line) == LINE for line in lines)
    assert json.loads(json.dumps(lines)) == lines
    found = score(lines, truth)
    assert (found["wrong"], found["missed"], found["asked"], found["lost"]) == ([], [], 0, 0)
    assert found["refusals_right"] == 1
    summary = watch.summary()
    assert summary["pictures"] == len(truth["frames"])
    assert summary["events"] == sum(len(line["events"]) for line in lines)
    assert (summary["asked"], summary["refused"], summary["lost"]) == (0, 1, 0)
    refused, words = next(one for one in watched if one[0]["verdict"] == "refuse")
    assert refused["rule"] in words[1]
    by = {event["by"] for line in lines for event in line["events"]}
    assert by == {"camera", "panel"}
    fight = next(line for line in lines for event in line["events"] if event["kind"] == "Fought")
    assert fight["chores"] and {"words", "region"} == set(fight["chores"][0])


def test_pictures_with_a_hand_are_never_still_and_book_nothing(truth: Any) -> None:
    watch = watching(truth)
    for frame in truth["frames"]:
        line = watch.take(frame["file"], reading(frame | {"hand": True}), 1.0)[0]
        assert line["verdict"] == "wait"
        assert [event["by"] for event in line["events"] if event["by"] == "camera"] == []


def test_pictures_that_are_not_still_long_enough_are_not_judged(truth: Any) -> None:
    watch = watching(truth, still=0.1, told={})
    assert {watch.take(f["file"], reading(f), 1.0)[0]["verdict"] for f in truth["frames"]} == {"wait"}


def test_without_the_mat_a_picture_waits_with_the_reason(truth: Any) -> None:
    watch = watching(truth)
    lost = reading(truth["frames"][2], mat=mat(False, "Two tags are hidden."), scene=Scene(still_for=9.0))
    line, words = watch.take("x.jpg", lost, 1.0)
    assert line["verdict"] == "wait"
    assert line["mat"] == {"found": False, "moved_mm": 0.0}
    assert "Two tags are hidden." in words
    line, words = watch.take("y.jpg", reading(truth["frames"][0], light=light(False, "It is too dark.")), 1.0)
    assert line["light"] == {"ok": False, "why": "It is too dark."}
    assert "It is too dark." in words


def unread(truth: Any, answer: bool) -> list[Any]:
    """The lines of a game in which no card could be read."""
    watch = watching(truth, best=answer)
    lines = []
    for frame in truth["frames"][:9]:
        lines.append(watch.take(frame["file"], reading(frame, scene=scene(frame, spoil=True)), 1.0)[0])
    return lines


def test_a_question_with_one_answer_is_told_with_another_way_out(truth: Any) -> None:
    watch = watching(truth)
    reply = watch.referee.now()
    option = next(iter(watch.referee.game.candidates(watch.referee.state, None)))
    (one,) = watch.said(replace(reply, verdict=Ask(((option,),))))
    (two,) = watch.said(replace(reply, verdict=Ask(((), (option,)))))
    assert one.endswith(" / something else")
    assert two.startswith("which was it: nothing happened / ") and "something else" not in two


def test_questions_are_left_open_or_answered_with_their_first_option(truth: Any) -> None:
    left, answered = unread(truth, False), unread(truth, True)
    asked = next(n for n, line in enumerate(left) if line["verdict"] == "ask")
    options = left[asked]["ask"]
    assert len(options) > 1 or options[0][0]["event"]["kind"] == "TookBack"
    assert all(step["text"] for option in options for step in option)
    assert left[asked]["events"] == []
    assert answered[asked]["verdict"] == "ask"
    events = [{k: v for k, v in e.items() if k not in ("v", "seq", "by")} for e in answered[asked]["events"]]
    wanted = json.loads(json.dumps([step["event"] for step in options[0]]))
    assert events[: len(wanted)] == wanted


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "line 1: expected JSON"),
        ("[1]", "line 1: expected a JSON object"),
        ('{"event": {}}', "line 1: after: expected a picture's file name, found None"),
        ('{"after": "a.jpg", "event": {"kind": "Danced"}}', "line 1: event: kind: expected one of"),
        (
            '{"after": "a.jpg", "event": {"kind": "Starts", "seat": "x"}}',
            "line 1: event.seat: expected `int`",
        ),
        (
            '{"after": "a.jpg", "event": {"kind": "Starts", "seat": 0}, "by": 3}',
            "line 1: by: expected a word",
        ),
        ('\n{"after": "a.jpg", "when": 3}', "line 2: when: expected one of after, event, by"),
    ],
)
def test_a_told_file_that_cannot_be_used_names_line_and_field(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "told.jsonl"
    path.write_text(text)
    game, setup = game_and_setup("zoon_alternate", None, [])
    with pytest.raises(UsageFault, match=r"told\.jsonl: line") as fault:
        read_told(list(json_lines(path)), str(path), game, setup)
    assert words in str(fault.value)


def test_the_command_referees_real_pictures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The first moves of a game, from pictures to events: the whole pipeline."""
    for name in ("002.jpg", "003.jpg", "004.jpg", "005.jpg"):
        shutil.copy(FRAMES / name, tmp_path / name)
    told = tmp_path / "told.jsonl"
    told.write_text(json.dumps({"after": "003.jpg", "event": {"kind": "Starts", "seat": 1}}))
    arguments = ["watch", str(tmp_path), "--game", "zoon_alternate", "--told", str(told), "--json"]
    assert run_command([*arguments, "--option", "tribes=boarix,warus"]) == 0
    *lines, last = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    truth = read_truth(FRAMES)
    frames = [frame for frame in truth["frames"] if frame["file"] in {line["picture"] for line in lines}]
    told_then = [said for said in truth["told"] if said["after"] == "003.jpg"]
    found = score(lines, truth | {"frames": frames, "told": told_then})
    assert (found["wrong"], found["missed"], found["asked"], found["booked_under_a_hand"]) == ([], [], 0, 0)
    assert last["summary"]["pictures"] == 4


def test_told_must_name_a_picture_of_the_source(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    told = tmp_path / "told.jsonl"
    told.write_text(json.dumps({"after": "zzz.jpg", "event": {"kind": "Starts", "seat": 1}}))
    assert run_command(["watch", str(FRAMES), "--game", "zoon_alternate", "--told", str(told)]) == 2
    assert "after: expected a picture of" in capsys.readouterr().err


def test_an_unreadable_picture_ends_it_with_its_name_after_the_summary(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shutil.copy(FRAMES / "000.jpg", tmp_path / "000.jpg")
    (tmp_path / "001.jpg").write_bytes((FRAMES / "001.jpg").read_bytes()[:5000])
    assert run_command(["watch", str(tmp_path), "--game", "zoon_alternate", "--json"]) == 2
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line.get("picture") for line in lines] == ["000.jpg", None]
    assert lines[-1]["summary"]["pictures"] == 1
    assert "001.jpg" in err and err.count("\n") == 1


def test_see_prints_a_line_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    pictures = [str(FRAMES / "000.jpg"), str(FRAMES / "002.jpg")]
    assert (
        run_command(
            ["see", *pictures, "--game", "zoon_alternate", "--option", "tribes=boarix,warus", "--json"]
        )
        == 0
    )
    empty, laid = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert set(empty) == {"image", "ms", "mat", "light", "scene"}
    assert empty["image"] == pictures[0]
    assert empty["mat"]["found"] and len(empty["mat"]["image_to_table"]) == 3
    assert empty["scene"]["sightings"] == []
    assert empty["ms"]["total"] > 0
    cards = [seen for seen in laid["scene"]["sightings"] if seen["kind"] == "card"]
    assert len(cards) == 24
    assert {card["face"] for card in cards} == {"down"}
    assert {card["label"] for card in cards} == {None}
    assert all(len(card["corners_px"]) == 4 and card["region"] for card in cards)


def test_see_takes_a_table_of_its_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    truth = read_truth(FRAMES)
    table = tmp_path / "table.json"
    table.write_text(json.dumps(truth["table"] | {"kinds": ["card"]}))
    assert run_command(["see", str(FRAMES / "000.jpg"), "--table", str(table), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["mat"]["found"]
    assert run_command(["see", str(FRAMES / "000.jpg"), "--table", str(table), "--no-mat", "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert not line["mat"]["found"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"width_mm": "wide"}, "width_mm: expected `float`, found `str`"),
        ({"width_mm": -1}, "width_mm: expected millimetres above 0, found -1"),
        ({"colour": "green"}, "colour: no such field"),
        ({"tags": {"ids": [0, 1, 2]}}, "tags.ids: expected"),
        ({"tags": {"ids": [0, 1, 2, 2]}}, "tags: expected four different ids"),
        ({"regions": [{"name": "a1", "x": 0, "y": 0, "w": 0, "h": 4}]}, "regions[0]: expected a width"),
        (
            {"regions": [{"name": "a1", "x": 0, "y": 0, "w": 4}]},
            "regions[0].h: expected this field, found none",
        ),
        ({"kinds": ["cat"]}, "kinds[0]: "),
    ],
)
def test_a_table_that_cannot_be_is_one_line_with_its_field(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, change: Any, words: str
) -> None:
    table = tmp_path / "table.json"
    table.write_text(json.dumps({"width_mm": 100, "height_mm": 100} | change))
    assert run_command(["see", str(FRAMES / "000.jpg"), "--table", str(table)]) == 2
    err = capsys.readouterr().err
    assert f"{table}: {words}" in err and err.count("\n") == 1


def test_see_names_a_picture_that_is_none(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run_command(["see", str(tmp_path / "x.jpg"), "--game", "zoon_alternate"]) == 2
    assert "x.jpg" in capsys.readouterr().err


def test_scenes_with_a_place_and_no_region_get_their_region() -> None:
    from companion.game import Setup, checked
    from companion.games import all_games
    from ui.line.given import read_scene
    from ui.line.shapes import scene_json

    game = all_games()["zoon_alternate"]
    table = game.table(checked(game, Setup()))
    seen = Sighting("card", None, None, 0.9, face="down", x=70.0, y=10.0)
    scene = read_scene(scene_json(Scene((seen,))), table)
    assert scene.sightings == (replace(seen, region="b1"),)


def test_see_reads_the_table_of_as_many_players_as_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A card beside the fourth player's deck lies in no region of the table for two."""
    game, setup = game_and_setup("zombinion", 4, [])
    table = game.table(setup)
    spot = next(region for region in table.regions if region.name == "discard.3")
    decks = load_decks(own_decks(game, setup))
    card = Laid("card", "pallottola", *spot.centre, 90.0, face="up", deck=decks[0].name)
    image = Painter(table, decks, CameraPose.over(table, (1280, 720), nearness=0.93)).paint(TableTop((card,)))
    path = tmp_path / "four.png"
    assert cv2.imwrite(str(path), image)
    asked = ["see", str(path), "--game", "zombinion", "--json"]
    assert run_command([*asked, "--seats", "4"]) == 0
    seen = json.loads(capsys.readouterr().out)["scene"]["sightings"]
    assert [(one["region"], one["label"]) for one in seen] == [("discard.3", "pallottola")]
    assert run_command(asked) == 0
    seen = json.loads(capsys.readouterr().out)["scene"]["sightings"]
    assert "discard.3" not in [one["region"] for one in seen]


@pytest.mark.parametrize("arguments", [["--game", "zombinion", "--seats", "9"], ["--no-mat", "--seats", "4"]])
def test_see_refuses_seats_that_no_game_has(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["see", str(FRAMES / "000.jpg"), *arguments]) == 2
    assert "seats" in capsys.readouterr().err
