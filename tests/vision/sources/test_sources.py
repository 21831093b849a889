"""Whatever is named as a camera gives frames in order, or one line that says why not."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.sources import device as devices
from vision.sources.device import AGAIN_S, HANGS, NO_PICTURE, SILENT_S, Camera, Device
from vision.sources.frames import Frame, FrameSource, SourceFault
from vision.sources.open_source import Pictures, Video, natural, open_source


class PlainDevice(Device[Camera]):
    """A camera without any controls."""

    def __init__(
        self,
        name: str,
        open_camera: Callable[[], Camera | None],
        clock: Callable[[], float],
        again_s: float = AGAIN_S,
    ) -> None:
        self._open_camera = open_camera
        super().__init__(name, clock, again_s)

    def _opened(self) -> Camera | None:
        return self._open_camera()


def flat(level: int, height: int = 40, width: int = 60) -> Picture:
    return np.full((height, width, 3), level, np.uint8)


def all_of(source: FrameSource) -> list[Frame]:
    frames = []
    while not source.ended:
        frame = source.newest()
        if frame is not None:
            frames.append(frame)
    return frames


def fault_of(text: str) -> str:
    with pytest.raises(SourceFault) as caught:
        open_source(text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in (10, 2, 1):
        cv2.imwrite(str(tmp_path / f"move {number}.png"), flat(number))
    (tmp_path / "truth.json").write_text("{}")
    return tmp_path


def test_a_folder_gives_its_pictures_in_order(folder: Path) -> None:
    source = open_source(str(folder), still=2.5)
    frames = all_of(source)
    assert [frame.name for frame in frames] == ["move 1.png", "move 2.png", "move 10.png"]
    assert [frame.at for frame in frames] == [0.0, 2.5, 5.0]
    assert [frame.number for frame in frames] == [0, 1, 2]
    assert [int(frame.image[0, 0, 0]) for frame in frames] == [1, 2, 10]
    assert source.newest() is None


def test_a_glob_and_a_single_picture(folder: Path) -> None:
    assert [frame.name for frame in all_of(open_source(str(folder / "move 1*.png")))] == [
        "move 1.png",
        "move 10.png",
    ]
    assert [frame.name for frame in all_of(open_source(str(folder / "move 2.png")))] == ["move 2.png"]


def test_numbers_in_names_count_by_value() -> None:
    assert sorted(["b1", "a10.jpg", "A2.jpg", "a02b"], key=natural) == ["A2.jpg", "a02b", "a10.jpg", "b1"]


def test_a_picture_that_cannot_be_read_is_named_and_the_rest_goes_on(folder: Path) -> None:
    whole = (folder / "move 2.png").read_bytes()
    (folder / "move 2.png").write_bytes(whole[:-20])
    source = open_source(str(folder))
    assert source.newest() is not None
    with pytest.raises(SourceFault, match=r"move 2\.png: expected a whole picture .* found a file cut off"):
        source.newest()
    last = source.newest()
    assert last is not None
    assert (last.name, last.number) == ("move 10.png", 2)
    assert source.ended


def test_closing_ends_it(folder: Path) -> None:
    source = open_source(str(folder))
    source.close()
    source.close()
    assert source.ended
    assert source.newest() is None


def test_what_cannot_be_a_source_is_said(tmp_path: Path) -> None:
    assert fault_of(" ").startswith("source: expected picamera, a device")
    assert "found no such file" in fault_of(str(tmp_path / "none.mp4"))
    assert "found none" in fault_of(str(tmp_path))
    assert "found none that match" in fault_of(str(tmp_path / "*.png"))
    (tmp_path / "notes.txt").write_text("hello")
    assert "notes.txt: expected a picture or a video" in fault_of(str(tmp_path / "notes.txt"))
    assert "/dev/video99: expected a camera, found no such device" in fault_of("/dev/video99")
    assert "/dev/video98: expected a camera" in fault_of("98")
    (tmp_path / "bad.mp4").write_bytes(b"nothing of the kind")
    assert "bad.mp4: expected a video, found a file that cannot be decoded" in fault_of(
        str(tmp_path / "bad.mp4")
    )


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("video") / "game.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (96, 64))
    rng = np.random.default_rng(1)
    for _ in range(30):
        writer.write(rng.integers(0, 255, (64, 96, 3), dtype=np.uint8))
    writer.release()
    return file


def test_a_video_gives_every_frame(video: Path) -> None:
    source = open_source(str(video))
    frames = all_of(source)
    assert len(frames) == 30
    assert frames[7].at == pytest.approx(0.7)
    assert frames[7].image.shape == (64, 96, 3)
    source.close()
    assert source.newest() is None


def test_a_cut_off_video_says_how_far_it_went(video: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.avi"
    data = video.read_bytes()
    cut.write_bytes(data[: len(data) // 2])
    source = Video(cut)
    frames = []
    with pytest.raises(SourceFault, match=r"cut\.avi: expected 30 frames, found a video cut off after 1\d"):
        while not source.ended:
            frames.append(source.newest())
    assert 12 <= len(frames) <= 17
    assert source.ended


def test_every_source_is_a_frame_source(folder: Path, video: Path) -> None:
    sources: list[FrameSource] = [Pictures([folder / "move 1.png"]), Video(video)]
    assert [source.trouble for source in sources] == [None, None]


class Cable:
    """A camera on a cable that can be pulled out. Pictures come when the test lets them."""

    def __init__(self) -> None:
        self.plugged = True
        self.opened = 0
        self.level = 0
        self.gate = threading.Semaphore(0)

    def open(self) -> "Cable | None":
        self.opened += 1
        return self if self.plugged else None

    def read(self) -> tuple[NDArray[np.uint8], Picture | None] | None:
        assert self.gate.acquire(timeout=10)
        if not self.plugged:
            raise OSError("no such device")
        self.level += 1
        return flat(self.level % 200), None  # a picture holds no more than 255

    def release(self) -> None:
        pass


@pytest.fixture
def cable() -> Iterator[tuple[Cable, Device]]:
    cable = Cable()
    device = PlainDevice("test camera", cable.open, lambda: 5.0 + cable.level, again_s=0.001)
    yield cable, device
    cable.gate.release(1000)
    device.close()


def until(true: Callable[[], object]) -> None:
    """Waits for another thread; ten seconds are far more than it ever needs."""
    met = threading.Event()
    for _ in range(2000):
        if true():
            return
        met.wait(0.005)
    raise AssertionError("it never came true")


def test_only_the_newest_frame_is_kept(cable: tuple[Cable, Device]) -> None:
    camera, device = cable
    assert device.newest() is None
    camera.gate.release(3)
    seen: list[Frame] = []

    def third() -> bool:
        frame = device.newest()
        if frame is not None:
            seen.append(frame)
        return bool(seen) and seen[-1].number == 2

    until(third)
    assert (int(seen[-1].image[0, 0, 0]), seen[-1].at) == (3, 8.0)
    assert device.newest() is None
    assert device.trouble is None


def test_an_unplugged_camera_is_a_state_and_comes_back_by_itself(cable: tuple[Cable, Device]) -> None:
    camera, device = cable
    camera.gate.release(1)
    until(lambda: device.newest() is not None)
    camera.plugged = False
    camera.gate.release(20)
    until(lambda: device.trouble is not None)
    assert device.trouble == NO_PICTURE
    assert device.newest() is None
    until(lambda: camera.opened > 2)
    camera.plugged = True
    camera.gate.release(100)
    until(lambda: device.newest() is not None)
    assert device.trouble is None


def test_a_driver_that_raises_when_it_is_opened_again_is_tried_anew_and_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    camera = Cable()

    def opened() -> Cable | None:
        camera.opened += 1
        if 1 < camera.opened < 6:
            raise RuntimeError("the driver is not ready")
        return camera

    device = PlainDevice("test camera", opened, lambda: 5.0, again_s=0.001)
    camera.plugged = False
    camera.gate.release(20)
    until(lambda: camera.opened > 4)
    camera.plugged = True
    camera.gate.release(1000)
    until(lambda: device.newest() is not None)
    assert "the driver is not ready" in caplog.text
    assert len(caplog.records) == 1
    device.close()


def test_a_camera_that_cannot_be_opened_is_a_fault() -> None:
    with pytest.raises(SourceFault, match="test camera: expected a camera, found none that can be opened"):
        PlainDevice("test camera", lambda: None, lambda: 0.0)


def test_a_closed_device_gives_nothing_more() -> None:
    class Endless:
        def read(self) -> tuple[Picture, Picture | None] | None:
            return flat(1), None

        def release(self) -> None:
            self.released = True

    camera = Endless()
    opened: Camera = camera
    device = PlainDevice("test camera", lambda: opened, lambda: 0.0)
    device.close()
    device.close()
    assert device.ended
    assert device.newest() is None
    assert camera.released


class Hanging(Cable):
    """A camera whose driver waits for ever where a test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.freed = threading.Event()
        self.hangs_in = ""

    def read(self) -> tuple[NDArray[np.uint8], Picture | None] | None:
        if self.hangs_in:
            if self.hangs_in == "read":
                self.freed.wait(10)
            return None
        threading.Event().wait(0.001)
        return flat(1), None

    def release(self) -> None:
        if self.hangs_in == "release":
            self.freed.wait(10)
            self.hangs_in = ""


def test_a_driver_that_hangs_while_it_is_read_is_told_by_the_clock() -> None:
    camera = Hanging()
    device = PlainDevice("test camera", camera.open, lambda: camera.now, again_s=0.001)
    until(lambda: device.newest() is not None)
    camera.hangs_in = "read"
    camera.now += SILENT_S - 1
    assert device.trouble is None
    camera.now += 2
    until(lambda: device.trouble is not None)
    assert device.trouble == NO_PICTURE
    camera.hangs_in = ""
    camera.freed.set()
    until(lambda: device.newest() is not None)
    assert device.trouble is None
    device.close()


def test_a_driver_that_hangs_when_it_is_let_go_is_told_first_and_opened_again_once_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(devices, "LET_GO_S", 0.2)
    camera = Hanging()
    device = PlainDevice("test camera", camera.open, lambda: 1.0, again_s=0.001)
    until(lambda: device.newest() is not None)
    camera.hangs_in = "release"
    until(lambda: device.trouble == NO_PICTURE)
    until(lambda: device.trouble == HANGS)
    assert camera.opened == 1
    camera.freed.set()
    until(lambda: device.newest() is not None)
    assert (device.trouble, camera.opened) == (None, 2)
    device.close()


def test_a_picture_taken_away_is_said_without_its_name_to_players(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "one.png"), np.zeros((20, 20, 3), np.uint8))
    source = open_source(str(tmp_path))
    (tmp_path / "one.png").unlink()
    with pytest.raises(SourceFault, match=r"one\.png: expected a picture, found no such file") as found:
        source.newest()
    assert found.value.words == "expected a picture, found no such file"
