"""What the loudspeaker plays and says, with programs that only seem to run."""

import wave
from array import array
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from tests.sounds import FOLDER, sounds, write
from ui.sound.speaker import RANKS, Speaker, begin, samples

MOST_BYTES = 400_000
MOST_SECONDS = {"win": 2.0}


class Seeming:
    """A program that ends when it is told to."""

    def __init__(self, command: Sequence[str], given: bytes) -> None:
        self.command, self.given = tuple(command), given
        self.status: int | None = None

    def poll(self) -> int | None:
        return self.status

    def terminate(self) -> None:
        self.status = -15


class Programs(list[Seeming]):
    """All that were begun."""

    def begin(self, command: Sequence[str], given: bytes) -> Seeming:
        self.append(Seeming(command, given))
        return self[-1]

    @property
    def run(self) -> list[str]:
        """The names of those that run."""
        return [each.command[0] for each in self if each.status is None]


@pytest.fixture
def programs() -> Programs:
    return Programs()


@pytest.fixture
def speaker(programs: Programs) -> Speaker:
    return Speaker(programs.begin)


def test_one_sound_at_a_time_and_the_more_important_wins(speaker: Speaker, programs: Programs) -> None:
    speaker.play("accepted", 6)
    speaker.play("refused", 6)
    assert programs.run == ["aplay"] and programs[0].status == -15
    speaker.play("accepted", 6)
    assert len(programs) == 2
    programs[1].status = 0
    speaker.play("accepted", 6)
    assert len(programs) == 3


def test_no_volume_no_sound_and_no_voice(speaker: Speaker, programs: Programs) -> None:
    speaker.play("win", 0)
    speaker.say("Ann to move", "en", 0)
    speaker.tick()
    assert not programs


def test_the_voice_waits_for_the_sound_and_is_broken_off_by_the_next(
    speaker: Speaker, programs: Programs
) -> None:
    speaker.play("your-turn", 6)
    speaker.say("Ann to move", "de", 6)
    assert programs.run == ["aplay"]
    programs[0].status = 0
    speaker.tick()
    assert programs.run == ["espeak-ng"]
    assert programs[1].given == b"Ann to move" and "Ann to move" not in programs[1].command
    assert programs[1].command[-4:] == ("-v", "de", "-a", "120")
    speaker.say("Ben to move", "de", 6)
    assert programs[1].status == -15 and programs[2].given == b"Ben to move"


def test_a_new_sound_breaks_off_what_is_said_and_what_waits(speaker: Speaker, programs: Programs) -> None:
    speaker.say("Ann to move", "en", 6)
    speaker.play("refused", 6)
    assert programs.run == ["aplay"]
    speaker.say("Not so", "en", 6)
    speaker.play("win", 6)
    programs[-1].status = 0
    speaker.tick()
    assert programs.run == []


def test_hush_ends_everything(speaker: Speaker, programs: Programs) -> None:
    speaker.play("win", 6)
    speaker.say("Ann wins", "en", 6)
    speaker.hush()
    speaker.tick()
    assert programs.run == [] and speaker.trouble is None


def test_a_device_that_fails_is_told_once_and_left_alone(speaker: Speaker, programs: Programs) -> None:
    speaker.play("win", 6)
    programs[0].status = 1
    speaker.tick()
    assert speaker.trouble is not None
    speaker.play("win", 6)
    assert len(programs) == 1
    speaker.afresh()
    speaker.play("win", 6)
    assert len(programs) == 2 and speaker.trouble is None


def test_a_program_that_is_missing_is_named() -> None:
    def missing(command: Sequence[str], given: bytes) -> Seeming:
        raise FileNotFoundError(command[0])

    speaker = Speaker(missing)
    speaker.play("win", 6)
    assert speaker.trouble == "No sound: aplay is not installed."


def test_a_real_program_reads_what_it_is_given_without_anybody_waiting(tmp_path: Path) -> None:
    out = tmp_path / "out"
    much = bytes(300_000)
    running = begin(("cp", "/dev/stdin", str(out)), much)
    assert running.wait(10) == 0 and out.read_bytes() == much  # type: ignore[attr-defined]


def test_the_sounds_are_short_whole_and_ours(tmp_path: Path) -> None:
    write(tmp_path)
    kept = sorted(FOLDER.glob("*.wav"))
    assert {path.stem for path in kept} == set(RANKS) == set(sounds())
    assert sum(path.stat().st_size for path in kept) <= MOST_BYTES
    for path in kept:
        with wave.open(str(path)) as file, wave.open(str(tmp_path / path.name)) as made:
            assert file.getparams() == made.getparams()
            assert file.getnframes() / file.getframerate() <= MOST_SECONDS.get(path.stem, 0.6)
            levels = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(int)
            anew = np.frombuffer(made.readframes(made.getnframes()), "<i2").astype(int)
        assert np.abs(levels - anew).max() <= 2, "made by tests/sounds.py"
        assert 5_000 < np.abs(levels).max() < 30_000 and abs(levels[-1]) < 50


def test_a_lower_volume_is_quieter() -> None:
    def loud(volume: int) -> int:
        with wave.open(BytesIO(samples("asked", volume))) as file:
            return max(array("h", file.readframes(file.getnframes())))

    assert loud(10) > 2 * loud(6) > 4 * loud(3) > 0
