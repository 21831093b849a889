"""The support bundle to the letter: which parts it has, in which order, told how; and what of a region is public."""

import json
import os
import zipfile
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.sight import Look, Sighting, Thing
from tests.ui.bundle.test_bundle import FINISHED, GAME, PLAY, under_way, unpacked
from ui.bundle.gathering import (
    CONTENTS,
    HIDDEN,
    LOG_BYTES,
    MOST_BYTES,
    MOST_GAMES,
    MOST_PICTURES,
    SETTINGS_BYTES,
    Gathered,
    Part,
    Public,
    camera,
    machine,
    pack,
    public,
    versions,
    write_bundle,
)
from ui.journal.store import Store, open_store
from ui.pages.print_page import Stopped
from ui.places import data_home, log_file

RUNNING = under_way()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "games")


def packed(tmp_path: Path, gathered: Gathered, **more: Any) -> dict[str, bytes]:
    write_bundle(tmp_path / "b.zip", gathered, **more)
    return unpacked(tmp_path / "b.zip")


def test_parts_come_the_most_important_first_and_are_listed_with_what_they_are(
    tmp_path: Path, store: Store
) -> None:
    store.add(GAME.id, (), tuple(PLAY.read_text().splitlines()[:13]), None)
    store.add(GAME.id, ("Cid", "Dora"), tuple(FINISHED.read_text().splitlines()), "Dora wins")
    home = data_home()
    for name, text in (("companion.log", "new"), ("companion.log.1", "old")):
        (home / name).write_text(text)
    for name in ("pins.toml", "lens.json", "notes.txt"):
        (home / name).write_text("x")
    (home / "settings.json").write_text("x" * (SETTINGS_BYTES + 1))
    (home / "corrections.toml").write_text("x" * SETTINGS_BYTES)
    (home / "zones.toml").mkdir()
    for run in ("2026-01", "2026-02"):
        (home / "selftest" / run).mkdir(parents=True)
        (home / "selftest" / run / "truth.json").write_text(run)
    (home / "selftest" / "2026-02" / "results.json").write_text("{}")
    (home / "selftest" / "a file").write_text("none")
    gathered = Gathered(store=store, checks=({"what": "disk"},), camera={"source": "V4L"})
    heard: list[str] = []
    files = packed(tmp_path, gathered, packed=lambda part: heard.append(part.name))
    assert heard == list(files)[:-1] == [
        "versions.json", "machine.json", "checks.json", "camera.json", "decks.json", "running/01.json",
        "logs/companion.log", "logs/companion.log.1",
        "settings/pins.toml", "settings/corrections.toml",
        "selftest/2026-02/results.json", "selftest/2026-02/truth.json",
        "games/0002-zoon_alternate.jsonl",
    ]  # fmt: skip
    assert json.loads(files["checks.json"]) == [{"what": "disk"}]
    assert json.loads(files["camera.json"]) == {"source": "V4L"}
    assert json.loads(files["versions.json"]) == versions()
    assert json.loads(files["machine.json"]).keys() == machine().keys()
    told = json.loads(files["running/01.json"])
    assert {name: told[name] for name in ("game", "number", "entries", "seats")} == {
        "game": "zoon_alternate", "number": 1, "entries": 12, "seats": 2
    }  # fmt: skip
    assert told["turn"] and told["view"]["headline"]
    head, blank, *lines = files[CONTENTS].decode().splitlines()
    assert head.startswith("Zo Companion, support bundle of 20") and head.endswith(
        "+00:00. Text is UTF-8; times are UTC."
    )
    assert blank == "" and lines[0] == f"versions.json{' ' * 21} {len(files['versions.json']):>9} bytes  " + (
        "the program and what it stands on"
    )
    assert [line.partition(" bytes  ")[2] for line in lines[5:13]] == [
        "a running game, as its shared screen shows it",
        *["the log, its newest part"] * 2,
        *["the owner's settings"] * 2,
        *["the newest self-test"] * 2,
        "the record of a finished game (Dora wins)",
    ]
    assert lines[13:] == [
        "",
        "- of games that have not ended there is only what the shared screen shows; their journals are not here",
    ]


def test_only_the_newest_of_a_log_and_of_the_games_is_packed(tmp_path: Path, store: Store) -> None:
    lines = tuple(FINISHED.read_text().splitlines())
    for _n in range(MOST_GAMES + 1):
        store.add(GAME.id, (), lines, "over")
    log_file().write_bytes(b"first" + b"x" * LOG_BYTES)
    files = packed(tmp_path, Gathered(store=store))
    games = [name for name in files if name.startswith("games/")]
    assert len(games) == MOST_GAMES and games[0] == f"games/{MOST_GAMES + 1:04}-zoon_alternate.jsonl"
    assert files["logs/companion.log"] == b"x" * LOG_BYTES
    assert not files[CONTENTS].decode().count("- ")


def test_the_game_on_the_table_is_told_once_and_first(tmp_path: Path, store: Store) -> None:
    lines = tuple(PLAY.read_text().splitlines()[:13])
    for _n in range(3):
        store.add(GAME.id, (), lines, None)
    files = packed(tmp_path, Gathered(store=store, at_table=replace(RUNNING, number=2)))
    told = [json.loads(data)["number"] for name, data in files.items() if name.startswith("running/")]
    assert told == [2, 3, 1]
    assert [json.loads(packed(tmp_path, Gathered(at_table=RUNNING))["running/01.json"])["number"]] == [1]


def test_a_bundle_that_people_stop_is_not_there(tmp_path: Path) -> None:
    def stop(part: Part) -> None:
        if part.name == "machine.json":
            raise Stopped

    (tmp_path / "made").mkdir()
    with pytest.raises(Stopped):
        write_bundle(tmp_path / "made" / "b.zip", Gathered(), stop)
    assert list((tmp_path / "made").iterdir()) == []


def test_text_is_packed_tight_and_what_fills_the_bundle_to_the_last_byte_has_room(tmp_path: Path) -> None:
    assert (
        pack(
            tmp_path / "b.zip",
            [Part("a.json", b"x" * 9_000_000, "much"), Part("b.jpg", b"x" * 99, "")],
            "head",
        )
        == ()
    )
    with zipfile.ZipFile(tmp_path / "b.zip") as bundle:
        found = {info.filename: info.compress_type for info in bundle.infolist()}
    assert found == {
        "a.json": zipfile.ZIP_DEFLATED,
        "b.jpg": zipfile.ZIP_STORED,
        CONTENTS: zipfile.ZIP_DEFLATED,
    }
    assert pack(tmp_path / "c.zip", [Part("a.jpg", b"x" * MOST_BYTES, "")], "head") == ()
    assert pack(tmp_path / "c.zip", [Part("a.jpg", b"x" * (MOST_BYTES + 1), "")], "head") == ("a.jpg",)
    assert unpacked(tmp_path / "c.zip")[CONTENTS].decode() == (
        "head\n\n\n- left out, as the bundle would be too large: a.jpg\n"
    )


def test_text_is_counted_as_a_third_of_its_length_and_some_bytes_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.bundle.gathering.MOST_BYTES", 1000)
    assert pack(tmp_path / "b.zip", [Part("a.json", b"x" * 2402, "")], "head") == ()
    assert pack(tmp_path / "b.zip", [Part("a.json", b"x" * 2403, "")], "head") == ("a.json",)


def test_what_of_a_running_game_pictures_show_is_said_and_only_then(tmp_path: Path) -> None:
    table = GAME.table(RUNNING.setup)
    seen = [(np.full((48, 64, 3), 9, np.uint8), None) for _n in range(MOST_PICTURES + 1)]
    files = packed(tmp_path, Gathered(seen, table, at_table=RUNNING))
    assert [line for line in files[CONTENTS].decode().splitlines() if line.startswith("- ")] == [
        "- a game is running: pictures show its playing area only, what does not lie open is black",
        *(
            f"- seen/{number:02}: the picture is left out: without the mat it is not known what lies open"
            for number in range(1, MOST_PICTURES + 1)
        ),
    ]
    files = packed(tmp_path, Gathered(seen, table))
    assert [name for name in files if name.endswith("/picture.jpg")] == [
        f"seen/{number:02}/picture.jpg" for number in range(1, MOST_PICTURES + 1)
    ]
    assert "\n- " not in files[CONTENTS].decode()


def test_what_it_runs_on_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    found = versions()
    assert {"numpy", "kivy", "typer"} <= found["packages"].keys() and "pytest" not in found["packages"]
    assert list(found["packages"]) == sorted(found["packages"])
    monkeypatch.setenv("ZO_SIZE", "800x480")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    told = machine()
    assert (told["screen"]["ZO_SIZE"], told["screen"]["WAYLAND_DISPLAY"]) == ("800x480", None)
    assert told["cores"] == os.cpu_count() and len(told["load"]) == 3
    assert set(told["memory"]) == {"MemTotal", "MemFree", "MemAvailable"}
    assert told["memory"]["MemTotal"].endswith(" kB") and told["memory"]["MemTotal"][0].isdigit()


@pytest.mark.parametrize(
    ("model", "heat", "said"),
    [
        (b"Raspberry Pi 5\0", "51234\n", ("Raspberry Pi 5", 51.234)),
        (b"", "warm", ("unknown", None)),
        (None, None, ("unknown", None)),
    ],
)
def test_the_model_and_its_heat_are_read_where_there_are_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: bytes | None, heat: str | None, said: Any
) -> None:
    if model is not None and heat is not None:
        (tmp_path / "model").write_bytes(model)
        (tmp_path / "temp").write_text(heat)
    monkeypatch.setattr("ui.bundle.gathering._MODEL", tmp_path / "model")
    monkeypatch.setattr("ui.bundle.gathering._SENSORS", tmp_path / "temp")
    told = machine()
    assert (told["model"], told["temperature_c"]) == said


def test_a_camera_tells_what_it_has_and_what_its_driver_raises() -> None:
    def gone() -> None:
        raise OSError("no bus")

    assert camera(None) == {"source": None}
    source = SimpleNamespace(trouble="dark", locked=lambda: {"gain": 2}, readings=gone, controls=None)
    assert camera(source) == {
        "source": "SimpleNamespace", "trouble": "dark", "locked": {"gain": 2}, "readings": "OSError: no bus"
    }  # fmt: skip


FOX, BACK = Thing("card", "fox", "up"), Thing("card", None, "down")
PENNY = Thing("penny", "heads")


def known_of(board: dict[str, tuple[Thing, ...]], secret: frozenset[str] = frozenset()) -> Public:
    whole = public(GAME, RUNNING.setup, RUNNING.state)
    return Public(whole.table, SimpleNamespace(board=board), secret, frozenset())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("lying", "sighting", "shown"),
    [
        ((FOX,), Sighting("card", "fox", "c3", 0.99, face="up"), True),
        ((BACK,), Sighting("card", "fox", "c3", 0.99, face="up"), False),
        ((FOX, BACK), Sighting("card", "fox", "c3", 0.99, face="up"), False),
        ((Thing("card", None, "up"),), Sighting("card", "fox", "c3", 0.99, face="up"), False),
        ((PENNY,), Sighting("card", "fox", "c3", 0.99, face="up"), False),
        ((), Sighting("card", "fox", "c3", 0.99, face="up"), False),
        ((BACK,), Sighting("card", None, "c3", 0.99, face="down"), True),
        ((BACK,), Sighting("penny", "heads", "c3", 0.99), True),
        ((FOX,), Sighting("card", "fox", None, 0.99, face="up"), False),
    ],
)
def test_a_face_is_shown_where_every_card_lies_open(
    lying: tuple[Thing, ...], sighting: Sighting, shown: bool
) -> None:
    known = known_of({"c3": lying})
    assert known.shows(sighting) == shown
    if sighting.region is None:
        assert known.told(sighting) is None
    else:
        assert known.told(sighting) == (sighting if shown else replace(sighting, label=None, others=()))
    hidden = known_of({"c3": lying}, frozenset({"c3"}))
    assert not hidden.shows(sighting) and hidden.told(sighting) is None


@pytest.mark.parametrize(
    ("looked", "shown", "is_secret"),
    [
        ((FOX,), (FOX,), False),
        ((FOX,), (BACK,), True),
        ((BACK,), (FOX,), False),
        ((FOX, FOX), (FOX,), True),
        ((FOX, PENNY), (PENNY, FOX), False),
        ((PENNY,), (FOX,), True),
        ((), (FOX,), False),
    ],
)
def test_a_region_is_secret_where_more_is_known_than_shown(
    looked: tuple[Thing, ...], shown: tuple[Thing, ...], is_secret: bool
) -> None:
    class Other:
        def __getattr__(self, name: str) -> Any:
            return getattr(GAME, name)

        def look(self, state: Any) -> Look:
            return Look({"c3": looked})

        def view(self, state: Any, eyes: Any) -> Any:
            return replace(GAME.view(state, eyes), board={"c3": shown})

    other: Any = Other()
    assert ("c3" in public(other, RUNNING.setup, RUNNING.state).secret) == is_secret


def test_names_without_anything_hidden_stay() -> None:
    known = replace(public(GAME, RUNNING.setup, RUNNING.state), labels=frozenset())
    assert known.redacted("King Louis") == "King Louis"
    one = replace(known, labels=frozenset({"kassin-a", "king-louis"}))
    assert one.redacted("kassin-a, Kassin A, kassin, KASSIN, Kassin-b, kassina") == (
        f"{HIDDEN}, {HIDDEN}, {HIDDEN}, {HIDDEN}, Kassin-b, kassina"
    )
    assert one.redacted("King Louis and king-louis-x") == f"{HIDDEN} and king-louis-x"


@pytest.mark.parametrize(
    ("label", "text", "shown"),
    [
        ("elk-a", "elk-a, Elk A, elk", f"{HIDDEN}, {HIDDEN}, {HIDDEN}"),
        ("ox-a", "ox-a, Ox A, ox", f"{HIDDEN}, {HIDDEN}, ox"),
        ("hydra", "hydra, hyd", f"{HIDDEN}, hyd"),
    ],
)
def test_a_name_of_three_letters_is_hidden_without_the_letter_of_its_kind_too(
    label: str, text: str, shown: str
) -> None:
    known = replace(public(GAME, RUNNING.setup, RUNNING.state), labels=frozenset({label}))
    assert known.redacted(text) == shown


def test_every_open_card_may_be_named_and_no_other() -> None:
    known = public(GAME, RUNNING.setup, RUNNING.state, ("no-such-card",))
    open_ones = {thing.label for lying in known.view.board.values() for thing in lying if thing.label}
    assert open_ones and not known.labels & open_ones
    assert "no-such-card" in known.labels and not any(label.startswith("back") for label in known.labels)
