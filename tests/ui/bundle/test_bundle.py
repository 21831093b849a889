"""The support bundle: whole or not there, small, and with nothing of a running game that its screen does not show."""

import json
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.games import all_games
from companion.journal import read_record
from companion.sight import Look, Scene, Sighting, Thing
from tests.ui.eyes import sightings
from ui.box.eyes import load_decks, own_decks
from ui.box.opening import simulated_table
from ui.bundle.gathering import (
    CONTENTS,
    HIDDEN,
    MOST_BYTES,
    Gathered,
    Part,
    Running,
    blackened,
    pack,
    public,
    verdicts,
    write_bundle,
)
from ui.cli import run_command
from ui.journal.store import look_at, open_store
from ui.places import log_file
from ui.records.beginning import UsageFault
from vision.eye import Reading
from vision.light.fitness import Light
from vision.mat.following import Mat
from vision.painted.laying import tabletop_from_look
from vision.sources.pictures import decode_picture

GAME = all_games()["zoon_alternate"]
PLAY = Path(__file__).parents[2] / "plays" / "zoon_alternate" / "seen-boarix-warus.jsonl"
FINISHED = PLAY.with_name("random-monkus-boarix.jsonl")
PEEKED = "gold-hure"


def under_way(entries: int = 12) -> Running:
    """A game some entries in, many of its cards still face down."""
    record = read_record(PLAY.read_text().splitlines(), all_games())
    state = GAME.start(record.setup)
    for entry in record.entries[:entries]:
        state = GAME.after(state, entry.event)
    return Running(GAME, record.setup, state, 1, entries)


@pytest.fixture(scope="module")
def running() -> Running:
    return under_way()


@pytest.fixture(scope="module")
def table(running: Running) -> Any:
    """The running game on a painted table, a face beneath each back; one of them is just being looked at."""
    decks = load_decks(own_decks(GAME, running.setup))
    clock = iter(range(1000))
    painted = simulated_table(GAME.table(running.setup), tuple(decks), lambda: float(next(clock)))
    rng = np.random.default_rng(1)
    top = tabletop_from_look(GAME.look(running.state), painted.table, rng, decks)
    named = []
    used = {thing.label for thing in top.things} | running.state.agreed.facts.trumps.keys()
    for thing in top.things:
        if thing.kind == "card" and thing.face == "down":
            deck = next(deck for deck in decks if deck.name == thing.deck)
            label = next((one for one in deck.labels if one not in used), None)
            used.add(label)
            named.append(
                thing.__class__(
                    thing.kind, label, thing.x, thing.y, thing.angle, face="down", deck=thing.deck
                )
            )
        else:
            named.append(thing)
    first = next(n for n, thing in enumerate(named) if thing.face == "down")
    named[first] = named[first].flipped()
    painted.put(top.__class__(tuple(named)))
    return (
        painted,
        decks,
        [thing.label for thing in named if thing.face == "down" and thing.label],
        named[first],
    )


def gathered(tmp_path: Path, running: Running, table: Any, with_eyes: bool = True) -> Gathered:
    painted, decks, hidden, peeked = table
    store = open_store(tmp_path / "games")
    lines = PLAY.read_text().splitlines()
    store.add(GAME.id, running.setup.players, tuple(lines[: running.entries + 1]), None)
    store.add(GAME.id, ("Cid", "Dora"), tuple(FINISHED.read_text().splitlines()), "Dora wins")
    log_file().write_text(
        "".join(f"KeyError: no deck has {label}, {label.title()}\n" for label in (*hidden, peeked.label))
    )
    scene = Scene(tuple(sightings(painted.tabletop.things, painted.table)), 3.0)
    reading = Reading(scene, Mat(True), Light(True), {"total": 12.0})
    picture = painted.newest().image
    seen = [(picture, reading)] if with_eyes else []
    return Gathered(seen, painted.table, decks, running, store, checks=verdicts(lambda: ()))


def unpacked(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as bundle:
        assert bundle.testzip() is None
        return {name: bundle.read(name) for name in bundle.namelist()}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory, running: Running, table: Any) -> dict[str, bytes]:
    """What is in the bundle of the running game."""
    folder = tmp_path_factory.mktemp("bundled")
    with pytest.MonkeyPatch.context() as home:
        home.setenv("ZO_HOME", str(folder))
        write_bundle(folder / "bundle.zip", gathered(folder, running, table))
    return unpacked(folder / "bundle.zip")


def test_of_a_running_game_there_is_no_hidden_label_in_any_file(
    running: Running, table: Any, files: dict[str, bytes]
) -> None:
    """The finished game beside it is of other tribes, so that every name found would be one of the running game."""
    _painted, _decks, hidden, peeked = table
    assert len(hidden) >= 5
    finished = [name for name in files if name.startswith("games/")]
    assert len(finished) == 1
    for name, data in files.items():
        if name in finished or name.endswith(".jpg"):
            continue
        text = data.decode().lower()
        for label in (*hidden, peeked.label):
            assert label not in text and label.replace("-", " ") not in text, (name, label)
    assert HIDDEN in files["logs/companion.log"].decode()
    assert json.loads(files["running/01.json"])["entries"] == running.entries
    assert not any(name.startswith("running/02") for name in files)


def test_a_face_that_is_looked_at_is_black_in_every_picture(table: Any, files: dict[str, bytes]) -> None:
    painted, _decks, _hidden, peeked = table
    plane = painted._painter.plane
    corners = plane.to_px([(peeked.x + dx, peeked.y + dy) for dx in (-25, 25) for dy in (-25, 25)])
    (left, top), (right, low) = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int)
    whole = [
        name for name in files if name.endswith(("/picture.jpg", "/read.jpg", "-card.jpg", "-penny.jpg"))
    ]
    assert len(whole) == 4, files[CONTENTS].decode()
    for name in whole:
        picture = decode_picture(files[name], name)
        assert picture[top:low, left:right].mean() < 6.0, name
        assert picture.mean() > 20.0
        assert picture[:4].mean() < 6.0, "beyond the playing area nothing is shown"
    told = json.loads(files["seen/01/reading.json"])["sightings"]
    assert {"heads", "tails"} & {one.get("label") for one in told}
    stages = {stage["stage"]: stage for stage in json.loads(files["seen/01/stages.json"])}
    assert {"small", "changed", "hand", "tags", "plane", "light", "card", "penny", "whole"} <= stages.keys()
    assert (
        stages["tags"]["found"] == [0, 1, 2, 3] and stages["plane"]["found"] and stages["card"]["count"] > 8
    )


def test_without_a_game_pictures_are_whole_and_named_in_the_contents(tmp_path: Path, table: Any) -> None:
    painted, decks, _hidden, _peeked = table
    picture = painted.newest().image
    other = np.roll(picture, 40, axis=1)
    file = tmp_path / "bundle.zip"
    write_bundle(file, Gathered([(other, None), (picture, None)], painted.table, decks))
    files = unpacked(file)
    assert np.abs(decode_picture(files["seen/01/picture.jpg"], "").astype(int) - picture).mean() < 3.0
    assert "seen/01/2-changed.jpg" in files and "seen/02/2-changed.jpg" not in files
    contents = files[CONTENTS].decode()
    assert all(name in contents for name in files if name != CONTENTS)
    assert json.loads(files["versions.json"])["python"]


def test_a_region_that_the_screen_does_not_show_is_secret(running: Running) -> None:
    """As behind a screen: the referee's own look knows more there than the public view."""

    class Screened:
        def __getattr__(self, name: str) -> Any:
            return getattr(GAME, name)

        def look(self, state: Any) -> Look:
            look = GAME.look(state)
            return Look({**look.regions, "c3": (Thing("disc", "dot", "up"),)}, frozenset({"d3"}))

    known = public(Screened(), running.setup, running.state)
    assert {"c3", "d3"} <= known.secret
    disc = Sighting("disc", "dot", "c3", 0.99)
    assert known.told(disc) is None and not known.shows(disc)
    assert known.told(replace(disc, region="a3")) is not None
    assert public(GAME, running.setup, running.state).secret == frozenset()


@pytest.mark.parametrize("written", ["epee-a", "Épée A", "épée", "ÈPÉÊ", "E\u0301pe\u0301e A"])
def test_a_hidden_name_is_left_out_of_text_however_it_is_accented(running: Running, written: str) -> None:
    known = replace(public(GAME, running.setup, running.state), labels=frozenset({"epee-a", "cœur-vaillant"}))
    assert known.redacted(f"a card: {written}.") == f"a card: {HIDDEN}."
    assert known.redacted("Cœur Vaillant, coeur-vaillant") == f"{HIDDEN}, {HIDDEN}"
    assert known.redacted("épéeiste, pepe, cépée") == "épéeiste, pepe, cépée"


def test_a_hidden_region_is_black_beyond_its_edges(running: Running, table: Any) -> None:
    painted, _decks, _hidden, _peeked = table
    known = replace(public(GAME, running.setup, running.state), secret=frozenset({"c3"}))
    picture = np.full_like(painted.newest().image, 200)
    whole = painted.newest().image
    shown = blackened(whole, known, None)
    assert shown is not None and picture.shape == shown.shape
    region = next(region for region in painted.table.regions if region.name == "c3")
    plane = painted._painter.plane
    for dx, dy in ((-10, 30), (30, -10), (10 + region.w, 30), (30, 10 + region.h), (30, 30)):
        ((x, y),) = plane.to_px([(region.x + dx, region.y + dy)]).round().astype(int)
        assert whole[y, x].max() > 40 and shown[y, x].max() == 0, (dx, dy)


def test_a_face_that_must_not_be_seen_is_black_a_little_beyond_its_outline(
    running: Running, table: Any
) -> None:
    painted, _decks, _hidden, _peeked = table
    known = public(GAME, running.setup, running.state)
    bare = next(region for region in painted.table.regions if not known.view.board.get(region.name))
    ((x, y),) = painted._painter.plane.to_px([(bare.x + bare.w / 2, bare.y + bare.h / 2)]).round().astype(int)
    outline = ((x - 20, y - 20), (x + 20, y - 20), (x + 8, y + 20), (x - 8, y + 20))
    whole = painted.newest().image
    for face, is_black in (("up", True), ("down", False)):
        card = Sighting("card", None, bare.name, 0.9, face=face, corners_px=outline)  # type: ignore[arg-type]
        shown = blackened(whole, known, Scene((card,)))
        assert shown is not None
        for dx, dy in ((0, 0), (20, -22), (-20, -22), (0, 22)):
            assert whole[y + dy, x + dx].max() > 40
            assert (shown[y + dy, x + dx].max() == 0) == is_black
        for dx, dy in ((25, -22), (-25, -22), (0, -25), (14, 22), (-14, 22), (0, 25)):
            assert (shown[y + dy, x + dx] == whole[y + dy, x + dx]).all() and whole[y + dy, x + dx].max() > 40


def test_without_the_mat_no_picture_of_a_running_game_is_shown(
    tmp_path: Path, running: Running, table: Any
) -> None:
    given = gathered(tmp_path, running, table)
    blank = np.full((480, 640, 3), 120, np.uint8)
    assert blackened(blank, public(GAME, running.setup, running.state), None) is None
    given.seen = [(blank, None)]
    write_bundle(tmp_path / "bundle.zip", given)
    files = unpacked(tmp_path / "bundle.zip")
    assert not [name for name in files if name.endswith(".jpg")]
    assert "the picture is left out" in files[CONTENTS].decode()


def test_a_bundle_is_not_too_large_and_says_what_had_no_room(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    parts = [Part(f"{n}.jpg", rng.bytes(7_000_000), "noise") for n in range(4)]
    left = pack(tmp_path / "b.zip", [*parts, Part("last.json", b"{}", "small")], "head")
    assert left == ("2.jpg", "3.jpg") and (tmp_path / "b.zip").stat().st_size < MOST_BYTES
    contents = unpacked(tmp_path / "b.zip")[CONTENTS].decode()
    assert "too large: 2.jpg" in contents and "last.json" in contents


def test_a_bundle_that_cannot_be_written_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "b.zip"
    pack(file, [Part("a.txt", b"a", "")], "head")
    before = file.read_bytes()

    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("ui.owned.whole_files.os.fsync", full)
    with pytest.raises(UsageFault, match="No space left on device"):
        pack(file, [Part("b.txt", b"b", "")], "head")
    assert file.read_bytes() == before and [path.name for path in tmp_path.iterdir()] == ["b.zip"]


def test_a_check_that_fails_by_itself_does_not_keep_the_bundle_from_being_made() -> None:
    def broken() -> Any:
        raise RuntimeError("the driver is gone")

    assert "the driver is gone" in verdicts(broken)[0]["why"]


def test_the_command_packs_a_bundle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("ZO_HOME", str(home))
    lines = tuple(FINISHED.read_text().splitlines())
    store = open_store(home / "games")
    store.add(GAME.id, ("Cid", "Dora"), lines, "Dora wins")
    store.close()
    file = tmp_path / "b.zip"
    assert run_command(["bundle", "-o", str(file)]) == 0
    assert "contents.txt says what is in it" in capsys.readouterr().out
    files = unpacked(file)
    (record,) = [data for name, data in files.items() if name.startswith("games/")]
    assert record.decode().splitlines() == list(lines)
    assert json.loads(files["checks.json"])


def test_a_bundle_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    pack(tmp_path / "made" / "b.zip", [Part("a.txt", b"a", "a")], "head")
    assert (tmp_path / "made" / "b.zip").stat().st_mode & 0o777 == 0o600


def test_what_cannot_be_had_is_told_in_its_place_and_the_rest_is_packed(
    tmp_path: Path, running: Running, table: Any
) -> None:
    given = gathered(tmp_path, running, table)
    given.store = look_at(tmp_path / "games")
    for file in given.store.path.glob("*.jsonl"):
        file.write_bytes(file.read_bytes().replace(rb"\"seq\":3", rb"\"seq\":7"))
    given.at_table = None
    log_file().unlink()
    file = tmp_path / "bundle.zip"
    write_bundle(file, given)
    files = unpacked(file)
    contents = files[CONTENTS].decode()
    assert "game 1 could not be read" in contents and "game 2 could not be read" in contents
    assert {"versions.json", "machine.json", "checks.json", "decks.json"} <= files.keys()
    assert not any(name.startswith(("games/", "running/", "logs/")) for name in files)
