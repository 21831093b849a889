"""Files that are crafted, damaged, far too large or no files at all: one line, exit code 2, nothing waits or swells."""

import json
import os
import resource
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.bounded import (
    MOST_LINE_BYTES,
    OutOfBounds,
    check_bounds,
    file_bytes,
    json_value,
    shortened,
    toml_table,
)
from companion.games import all_games
from ui.cli import run_command
from ui.journal.store import open_store
from ui.line.stdio import bounded_lines
from ui.places import corrections_file, games_folder, pins_file, roster_file
from ui.records.beginning import GameFault, agreed, resume
from vision.sources.pictures import PictureFault, decode_picture

FRAME = Path(__file__).parents[2] / "frames" / "zoon" / "007.jpg"
STEERING = "\033[31mred\033]0;pwned\a\x9b1m\u202e"
"""A name that would colour a terminal, name its window, ring its bell and turn the rest of the line about."""
DEEP = {".toml": "a = " + "[" * 3000 + "\n", ".json": "[" * 100_000, ".jsonl": "[" * 100_000}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    return tmp_path


def refused(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    """The one line on stderr."""
    code = run_command(command)
    out, err = capsys.readouterr()
    assert (code, out) == (2, ""), (command, code, err[:500])
    assert err.count("\n") == 1 and "expected" in err, err
    assert len(err) < 1500
    return err


def png(wide: int, high: int, packed: bytes) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def commands(file: Path) -> list[tuple[str, ...]]:
    """Every command that reads a file of this kind."""
    name = str(file)
    if file.suffix == ".toml":
        return [
            ("tribes", "check", name),
            ("tribes", "cards", name),
            ("see", "--game", "zong", "--board", name, str(FRAME)),
        ]
    if file.suffix == ".jsonl":
        watch = ("watch", str(FRAME), "--game", "zoon_alternate", "--told", name)
        return [watch, ("journal", "import", name), ("journal", "show", "--file", name)]
    return [("see", "--table", name, str(FRAME))]


@pytest.mark.parametrize("suffix", list(DEEP))
@pytest.mark.parametrize(
    "what", ["deep", "large", "pipe", "device", "folder", "gone", "binary", "long number"]
)
def test_texts_that_cannot_be_read_are_one_line(
    what: str, suffix: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = home / f"given{suffix}"
    match what:
        case "deep":
            file.write_text(DEEP[suffix])
        case "large":
            with file.open("wb") as out:
                out.truncate(2**40)
        case "pipe":
            os.mkfifo(file)
        case "device":
            file.symlink_to("/dev/zero")
        case "folder":
            file.mkdir()
        case "gone":
            file.symlink_to(home / "nowhere")
        case "binary":
            file.write_bytes(b"\xff\xfe\x00" * 100)
        case _:
            number = "7" * 5000
            file.write_text(f"a = {number}\n" if suffix == ".toml" else f'{{"a": {number}}}\n')
    for command in commands(file):
        assert file.name in refused(capsys, *command)


@pytest.mark.parametrize("kept", [corrections_file, roster_file, pins_file])
def test_the_owner_s_own_files_are_bounded_too(kept: object, capsys: pytest.CaptureFixture[str]) -> None:
    file = kept()  # type: ignore[operator]
    file.write_text(DEEP[".toml"])
    code = run_command(["check", "--json"] if kept is pins_file else ["referee", "--help"])
    assert code in (0, 1) and "Recursion" not in "".join(capsys.readouterr())
    if kept is corrections_file:
        assert "corrections.toml" in refused(capsys, "tribes", "correct", "gold-hure.corners.tl", "5")


HEAD = {"v": 1, "game": "zombinion", "setup": {"seats": 2}}


@pytest.mark.parametrize(
    ("setup", "entry", "words"),
    [
        ({"seats": 99}, None, "seats: expected 2, 3 or 4"),
        ({"seats": 10**9}, None, "seats: expected 2, 3 or 4"),
        ({"seats": 10**400}, None, "line 1"),
        ({"seats": 2, "options": [["colour", "red"]]}, None, "options: expected one of"),
        ({"seats": 2, "players": ["a"] * 7}, None, "players: expected at most 2 names"),
        ({"seats": 2, "players": ["x" * 5000]}, None, "players: expected names of at most 100"),
        ({"seats": 2, "players": [STEERING]}, None, "players: expected names that can be printed"),
        ({"seats": 2, "players": ["a\u202eb"]}, None, "players: expected names that can be printed"),
        ({"seats": 2, "players": ["a\u009b31mb"]}, None, "players: expected names that can be printed"),
        ({"seats": 2}, {"kind": []}, "line 2: kind: expected one of"),
        ({"seats": 2}, {"kind": "Starts", "seat": 99}, "seat: expected a seat below 2"),
        ({"seats": 2}, {"kind": "Starts", "seat": 0, "seq": "1e999"}, "line 2"),
    ],
)
def test_a_record_is_imported_only_if_it_could_have_begun_so(
    setup: dict[str, object],
    entry: dict[str, object] | None,
    words: str,
    home: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = [json.dumps(HEAD | {"setup": setup})]
    if entry is not None:
        lines.append(json.dumps({"v": 1, "seq": 0, "by": "touch"} | entry).replace('"1e999"', "1e999"))
    file = home / "game.jsonl"
    file.write_text("".join(line + "\n" for line in lines))
    assert words in refused(capsys, "journal", "import", str(file))
    store = open_store(games_folder())
    assert store.games() == ()
    store.close()


@pytest.mark.parametrize(
    ("game", "setup", "words"),
    [
        ("zombinion", {"seats": 5}, "seats: expected 2, 3 or 4, found 5"),
        ("zones", {"seats": 3}, "seats: expected 2, found 3"),
        ("zoon_alternate", {"seats": 3}, "seats: expected 2, found 3"),
        ("zoon_alternate", {"seats": 2, "options": [["colour", "red"]]}, "options: expected one of"),
        ("zoon_alternate", {"seats": 2, "players": [STEERING]}, "names that can be printed"),
    ],
)
def test_a_kept_game_is_checked_as_an_imported_one_is(
    game: str, setup: dict[str, object], words: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = open_store(games_folder())
    entry = json.dumps({"v": 1, "seq": 0, "by": "touch", "kind": "Starts", "seat": 0})
    store.add(game, ("Ann", "Ben"), (json.dumps(HEAD | {"game": game, "setup": setup}), entry), None)
    with pytest.raises(GameFault, match=words):
        resume(store, 1)
    store.close()
    assert words in refused(capsys, "journal", "show", "1")


def test_no_name_steers_the_terminal(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = open_store(games_folder())
    store.add("zong", (STEERING, "Ben"), (json.dumps(HEAD),), f"{STEERING} wins")
    store.close()
    for command in (
        ["journal", "list"],
        ["journal", "list", "--json"],
        ["journal", "show"],
        ["journal", STEERING],
    ):
        run_command(command)
        said = "".join(capsys.readouterr())
        assert said and not {"\033", "\a", "\x9b", "\u202e"} & set(said), command
    assert run_command(["journal", "list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["players"] == [STEERING, "Ben"]


@pytest.mark.parametrize(
    ("encoding", "commands"),
    [
        ("ascii", (["rules", "zong"], ["journal", "list", "--json"])),
        ("iso8859-1", (["games"],)),
    ],
)
def test_a_terminal_without_a_sign_is_given_another(
    encoding: str, commands: tuple[list[str], ...], home: Path
) -> None:
    """Of a terminal that is not UTF-8."""
    store = open_store(games_folder())
    store.add("zong", ("Łukasz", "Ben"), (json.dumps(HEAD),), None)
    store.close()
    for command in commands:
        done = subprocess.run(
            [sys.executable, "-m", "ui.cli", *command],
            env=os.environ | {"PYTHONIOENCODING": encoding},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        text = done.stdout.decode(encoding)
        if command == ["journal", "list", "--json"]:
            assert json.loads(text)[0]["players"] == ["Łukasz", "Ben"]


def test_half_a_character_and_a_long_number_at_the_end_are_no_torn_line(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = home / "game.jsonl"
    for tail in ('{"v": 1, "seq": 0, "by": "\\ud800"}', f'{{"v": 1, "seq": {"7" * 5000}}}'):
        file.write_text(json.dumps(HEAD) + "\n" + tail)
        assert "line 2" in refused(capsys, "journal", "import", str(file))


def test_told_events_have_the_game_s_seats_and_squares(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = home / "told.jsonl"
    for event in (
        {"kind": "Starts", "seat": 99},
        {"kind": []},
        {"kind": "Moved", "seat": 0, "from": "z9", "to": "a1"},
    ):
        told.write_text(json.dumps({"after": FRAME.name, "event": event}))
        words = refused(capsys, "watch", str(FRAME), "--game", "zoon_alternate", "--told", str(told))
        assert "told.jsonl: line 1: event" in words


def test_a_table_s_size_is_a_number_and_needed_only_with_a_mat(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = home / "table.json"
    for size in ("NaN", "1e400", "-4", "0", '"wide"', "100000000"):
        file.write_text(f'{{"width_mm": {size}, "height_mm": 400}}')
        refused(capsys, "see", "--table", str(file), str(FRAME))
    bare = home / "bare.png"
    cv2.imwrite(str(bare), np.full((240, 320, 3), 120, np.uint8))
    for text in ('{"tags": null}', '{"tags": null, "width_mm": 0, "height_mm": 0, "kinds": ["die"]}'):
        file.write_text(text)
        assert run_command(["see", "--table", str(file), str(bare), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["mat"]["found"] is False
    file.write_text("{}")
    assert run_command(["see", "--table", str(file), "--no-mat", str(bare), "--json"]) == 0


def test_a_deck_without_a_back_is_seen_with(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    faces = Path(__file__).parents[3] / "companion" / "games" / "zoon" / "family" / "faces" / "boarix"
    deck = home / "boarix"
    deck.mkdir()
    for label in ("kassin-a", "gold-hure"):
        (deck / f"{label}.png").write_bytes((faces / f"{label}.png").read_bytes())
    assert run_command(["see", "--game", "zoon_alternate", "--deck", str(deck), "--json", str(FRAME)]) == 0
    seen = json.loads(capsys.readouterr().out)["scene"]["sightings"]
    assert "gold-hure" in {one["label"] for one in seen}


def test_what_was_found_is_never_repeated_at_length(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(refused(capsys, "demo", "--option", "tribes=" + "x" * 100_000)) < 1000
    assert len(refused(capsys, "demo", "x" * 100_000)) < 1000
    assert shortened("a " + "b" * 999).startswith("a bbbb") and len(shortened("b" * 999)) < 100


def test_pictures_too_large_or_too_thin_are_refused_by_their_head(
    capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    bomb = home / "bomb.png"
    bomb.write_bytes(png(30_000, 30_000, zlib.compress(b"")))
    assert "30000 × 30000 px: at most 50 million" in refused(
        capsys, "see", "--game", "zoon_alternate", str(bomb)
    )
    for wide, high in ((5000, 1), (1, 5000)):
        thin = home / "thin.bmp"
        cv2.imwrite(str(thin), np.zeros((high, wide, 3), np.uint8))
        assert f"{wide} × {high} px" in refused(capsys, "see", "--game", "zoon_alternate", str(thin))
    deck = home / "deck"
    deck.mkdir()
    (deck / "fox.png").write_bytes(bomb.read_bytes())
    assert "fox.png" in refused(capsys, "see", "--game", "zoon_alternate", "--deck", str(deck), str(FRAME))


@pytest.mark.parametrize("ending", [".png", ".jpg", ".webp", ".bmp"])
def test_every_kind_of_picture_tells_its_size(ending: str) -> None:
    from vision.sources.pictures import sizes_of

    picture = np.random.default_rng(1).integers(0, 255, (37, 91, 3), np.uint8)
    data = cv2.imencode(ending, picture)[1].tobytes()
    assert list(sizes_of(data)) == [(91, 37)]
    assert decode_picture(data, "it").shape == (37, 91, 3)


def test_a_jpeg_with_a_hole_in_it_is_no_picture(capfd: pytest.CaptureFixture[str]) -> None:
    data = FRAME.read_bytes()
    assert decode_picture(data, "whole").shape[2] == 3
    for at in range(8000, len(data) - 8000, len(data) // 9):
        with pytest.raises(PictureFault, match="expected a picture, found Corrupt JPEG data"):
            decode_picture(data[:at] + data[at + 700 :], "damaged")
    assert capfd.readouterr().err == ""


def test_a_refused_text_costs_neither_time_nor_memory(home: Path) -> None:
    file = home / "wide.json"
    file.write_text("[" + "1," * 2_000_000 + "[1e400]]")
    command = f"import sys; sys.argv[1:] = ['see', '--table', {str(file)!r}, {str(FRAME)!r}]"
    code = f"{command}\nfrom ui.cli import main\ntry:\n    main()\nfinally:\n    {_SAY_PEAK}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 2 and "wide.json" in run.stderr and int(run.stdout) < 300_000, run


def test_a_refused_picture_costs_neither_time_nor_memory(home: Path) -> None:
    bomb = home / "bomb.png"
    rows = zlib.compressobj(1)
    packed = b"".join(rows.compress(bytes(36_001)) for _ in range(12_000)) + rows.flush()
    bomb.write_bytes(png(12_000, 12_000, packed))

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (10, 10))

    run = subprocess.run(
        [sys.executable, "-c", _PEAK, str(bomb)],
        capture_output=True,
        text=True,
        preexec_fn=bounded,
        check=False,
    )
    said, peak = run.stdout.split("\n")[:2]
    assert "12000 × 12000 px" in said and int(peak) < 300_000, run


# Of this program alone: `ru_maxrss` begins with the memory of the process that started it.
_SAY_PEAK = "print(next(l.split()[1] for l in open('/proc/self/status') if l.startswith('VmHWM')))"
_PEAK = """
import sys
from pathlib import Path
from vision.sources.pictures import PictureFault, read_picture
try:
    read_picture(Path(sys.argv[1]))
except PictureFault as fault:
    print(fault)
"""
_PEAK += _SAY_PEAK


@pytest.mark.parametrize(
    "text",
    ["[" * 50 + "]" * 50, "1e999", "9" * 30, '"\\ud800"', "NaN", '{"a": 18014398509481985}', "[1,", ""],
)
def test_json_out_of_bounds_is_a_value_fault(text: str) -> None:
    with pytest.raises(ValueError):
        json_value(text)


def test_toml_out_of_bounds_is_a_value_fault() -> None:
    for text in ("a = nan", "a = " + "9" * 5000, "a = [" * 400, ".".join("a" * 3000) + " = 1", "#" * 300_000):
        with pytest.raises(ValueError):
            toml_table(text)
    with pytest.raises(OutOfBounds, match=r"^b\.1\.c: expected a number"):
        check_bounds({"b": [1, {"c": float("inf")}]})


def test_a_file_is_read_to_its_bound_and_no_further(home: Path) -> None:
    file = home / "it"
    file.write_bytes(b"12345")
    assert file_bytes(file, 5) == b"12345"
    with pytest.raises(OSError, match="more than 4 bytes"):
        file_bytes(file, 4)


def test_a_line_without_end_is_one_bad_line() -> None:
    import io

    given = io.BytesIO(b"one\n" + b"x" * (3 * MOST_LINE_BYTES) + b"\ntwo\nlast")
    lines = list(bounded_lines(given))
    assert [line for line in lines if len(line) < 10] == [b"one", b"two", b"last"]
    assert len(lines) == 4 and MOST_LINE_BYTES < len(lines[1]) <= MOST_LINE_BYTES + 2


def test_no_game_is_begun_with_a_name_that_could_not_be_read_back() -> None:
    with pytest.raises(GameFault, match="names that can be printed"):
        agreed(all_games()["zong"], 3, players=("a\u202eb", "Ben"))
