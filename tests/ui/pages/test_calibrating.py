"""The calibration screen gathers pictures, never waits, locks what can be locked; a camera's lens is kept safely."""

from collections import deque
from collections.abc import Callable
from pathlib import Path
from queue import Queue
from threading import current_thread
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.sight import Scene
from tests.situations.screens import situations
from tests.vision.shown import picture, table
from ui.box.camera import Camera
from ui.owned import whole_files
from ui.owned.cameras import KeptLenses, lens_file
from ui.pages.desk import Desk
from ui.pages.table_check import EVERY_S, MOST_PICTURES, Calibrating, check_lines
from vision.eye import Reading
from vision.light.fitness import Light
from vision.mat.following import Mat, MatFinder
from vision.mat.lens import LensMemory
from vision.motion.glimpse import Changed
from vision.sources.device import Device
from vision.sources.frames import Frame, SourceFault
from vision.sources.locks import BAD_FOR_S, Locked


@Device.register
class Lockable:
    """A camera that can be locked, or fails at it."""

    trouble: str | None = None
    ended = False

    def __init__(self) -> None:
        self.locked: Locked | None = None
        self.mains_hz: int | None = None
        self.asked: list[bool] = []
        self.fault: str | None = None
        self.frames: deque[Frame] = deque()

    def newest(self) -> Frame | None:
        return self.frames.popleft() if self.frames else None

    def close(self) -> None:
        self.frames.clear()

    def calibrate(self, focus: bool = True) -> Locked:
        self.asked.append(focus)
        if self.fault:
            raise SourceFault(self.fault)
        self.locked = Locked(exposure_us=9000, gain=1.5, colour_gains=(1.8, 2.2), lens=None)
        return self.locked

    def unlock(self) -> None:
        self.locked = None

    def steady(self, mains_hz: int) -> None:
        self.mains_hz = mains_hz


def opened(source: object, frame: Frame | None = None, hand: bool = False) -> Any:
    reading = Reading(Scene(hand=hand), Mat(True), Light(True))
    session = SimpleNamespace(frame=frame, reading=reading, panel=None)
    return SimpleNamespace(session=session, source=source, simulated=None, decks=())


def at_once(work: Callable[[], None]) -> None:
    work()


def test_pictures_are_gathered_and_judged_now_and_then() -> None:
    table_seen, works = opened(object()), deque[Callable[[], None]]()
    mind = Calibrating(table_seen, table(), works.append)
    assert not mind.tick() and mind.calibration is None
    for shot in range(10):
        table_seen.session.frame = Frame(picture("000.jpg"), shot * 0.1, shot)
        mind.tick()
        mind.tick()
    assert len(works) == 1, "one judgement at a time"
    works.popleft()()
    assert mind.tick() and mind.calibration is not None and mind.calibration.ok
    table_seen.session.frame = Frame(picture("000.jpg"), 1.0 + EVERY_S, 11)
    mind.tick()
    assert len(works) == 1 and len(mind._pictures) == MOST_PICTURES
    works.popleft()()
    mind.tick()
    told = {verdict.name: verdict.ok for verdict in mind.calibration.verdicts}
    assert told["steadiness"] is True, "several pictures tell it"


def test_judging_and_locking_are_done_in_threads_of_their_own() -> None:
    """What runs there is taken over by `tick` alone."""
    seen, source, works = Queue[str](), Lockable(), deque[Callable[[], None]]()
    run: Any = Calibrating(opened(source), table())._run
    run(lambda: seen.put(current_thread().name))
    assert seen.get(timeout=10) != current_thread().name
    mind = Calibrating(opened(source), table(), works.append)
    mind.lock()
    works.popleft()()
    assert mind.is_locking and source.locked is not None
    assert mind.tick() and not mind.is_locking


def test_a_hand_over_the_table_is_no_picture_to_judge() -> None:
    works: deque[Callable[[], None]] = deque()
    mind = Calibrating(
        opened(Lockable(), Frame(picture("000.jpg"), 0.0, 0), hand=True), table(), works.append
    )
    assert not mind.tick() and not works


def test_the_camera_is_locked_and_let_go_and_what_it_cannot_hold_is_said() -> None:
    camera = Lockable()
    table_seen = opened(camera, Frame(picture("000.jpg"), 0.0, 0))
    works: deque[Callable[[], None]] = deque()
    mind = Calibrating(table_seen, table(), works.append)
    mind.lock()
    assert mind.is_locking and not mind.is_locked
    mind.lock()
    assert len(works) == 1, "it is not asked twice"
    works.popleft()()
    mind.tick()
    assert mind.is_locked and not mind.is_locking
    lines = {line.name: line for line in check_lines(mind)}
    assert "cannot lock: focus" in lines["Camera"].words
    mind.lock()
    assert not mind.is_locked and "sets itself" in mind.locks


def test_a_camera_that_passes_is_locked_by_itself_and_let_go_for_good_by_people() -> None:
    camera = Lockable()
    table_seen = opened(camera, Frame(picture("000.jpg"), 0.0, 0))
    mind = Calibrating(table_seen, table(), at_once)
    mind.tick()
    mind.tick()
    assert mind.calibration is not None and mind.calibration.ok
    assert mind.is_locked and camera.asked == [True]
    mind.lock()
    for shot in range(1, 4):
        table_seen.session.frame = Frame(picture("000.jpg"), shot * EVERY_S, shot)
        mind.tick()
    assert not mind.is_locked and camera.asked == [True]


def test_a_camera_that_does_not_pass_is_not_locked() -> None:
    camera = Lockable()
    dark = np.zeros_like(picture("000.jpg"))
    mind = Calibrating(opened(camera, Frame(dark, 0.0, 0)), table(), at_once)
    mind.tick()
    mind.tick()
    assert mind.calibration is not None and not mind.calibration.ok
    assert not mind.is_locked


def test_a_camera_that_fails_to_lock_says_so() -> None:
    camera = Lockable()
    camera.fault = "the camera does not answer; check its cable"
    mind = Calibrating(opened(camera), table(), at_once)
    mind.lock()
    mind.tick()
    assert "does not answer" in mind.locks and not mind.is_locking
    assert not Calibrating(opened(object()), table()).can_lock


def test_the_check_shows_the_verdicts_of_the_simulated_table(tmp_path: Path) -> None:
    desk: Desk = situations(tmp_path)["check"]()
    assert desk.calibration is not None and len(desk.calibration.area) > 4
    lines = {line.name: line for line in desk.model().rows}
    assert {"Camera", "Mat", "Focus", "Exposure", "White balance", "Detail", "Glare"} <= lines.keys()
    assert lines["Mat"].ok and "corner tags" in lines["Mat"].words
    assert len(desk.model().tools) == 2, "a camera without locks is left alone"
    desk.close()
    assert desk.calibration is None


class Eye:
    """An eye in whose light nothing can be read."""

    def read(self, frame: Frame) -> Reading:
        return Reading(Scene(), Mat(True), Light(False, "It is too dark."))


def test_under_a_lamp_that_flickers_the_camera_is_told_of_the_mains_and_nothing_is_found_anew_besides() -> (
    None
):
    source = Lockable()
    source.locked = Locked(exposure_us=4000, gain=1.5)
    lit = SimpleNamespace(read=lambda _frame: Reading(Scene(), Mat(True), Light(True).flickering))
    camera, told = Camera(source, lit, lambda _seen: None), []
    for second in range(20):
        source.frames.append(Frame(np.zeros((9, 16, 3), np.uint8), float(second), second))
        assert camera.look()
        told.append(source.mains_hz)
    assert [told.index(50), told.index(60)] == [4, 9] and told[-1] == 60
    assert source.asked == [] and camera.trouble is None


def test_light_that_changed_for_good_is_found_anew_only_where_it_was_locked() -> None:
    source = Lockable()
    camera = Camera(source, Eye(), lambda _seen: None)
    dark = np.zeros((9, 16, 3), np.uint8)
    for locked in (None, Locked(exposure_us=9000, gain=1.5)):
        source.locked = locked
        for second in range(int(BAD_FOR_S) + 2):
            source.frames.append(Frame(dark, float(second), second))
            assert camera.look()
        assert source.asked == ([] if locked is None else [False])


def test_a_lens_is_kept_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    book = KeptLenses("/dev/video0")
    assert book.recall((1920, 1080)) is None
    MatFinder(table(), book).find(picture("000.jpg"), None, None, Changed(True, ()))
    path = lens_file("/dev/video0", (1920, 1080))
    kept = book.recall((1920, 1080))
    assert path.is_file() and kept is not None and kept.lens is not None
    before = path.read_bytes()

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(whole_files.os, "fsync", full)
    book.keep(LensMemory((1920, 1080)))
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_spoilt_lens_file_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    path = lens_file("picamera", (64, 48))
    path.parent.mkdir(parents=True)
    for text in (b"", b"{", b"[]", LensMemory((64, 48)).as_json()[:-3]):
        path.write_bytes(text)
        assert KeptLenses("picamera").recall((64, 48)) is None
    path.write_bytes(LensMemory((32, 32)).as_json())
    assert KeptLenses("picamera").recall((64, 48)) is None
