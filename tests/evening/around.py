"""What is around an evening: pins without wires, one thread, and memory that is swept as the app does it."""

from collections.abc import Iterator
from contextlib import contextmanager

import cv2
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from tests.memory import keep_freed
from ui.box.sweeping import hand_back_large, only_when_asked, release


@contextmanager
def mock_pins() -> Iterator[None]:
    """Pins that answer, and lead nowhere."""
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    try:
        yield
    finally:
        Device.pin_factory.reset()
        Device.pin_factory = before


@contextmanager
def swept() -> Iterator[None]:
    """Memory is swept as the app does it: when much has become of no use, and when a game has been laid."""
    hand_back_large()
    only_when_asked()
    try:
        yield
    finally:
        release()
        keep_freed()


@contextmanager
def one_thread() -> Iterator[None]:
    """Pictures are read in this thread alone, so that its own clock tells what a step costs."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(before)
