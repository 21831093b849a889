"""The recipe of the sounds in `ui/sound`: `python -m tests.sounds` makes them anew. Wood that is struck, nothing else.

A bar of wood rings in a few tones that die away, the high ones first; a knock is the same with a breath of noise.
"""

import sys
import wave
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Sound = NDArray[np.float64]

FOLDER = Path(__file__).parents[1] / "ui" / "sound"
RATE = 22_050
PEAK = 0.7
BAR = ((1.0, 1.0, 1.0), (3.93, 0.28, 0.35), (9.2, 0.07, 0.14))
"""A bar of rosewood: how many times its own tone, how loud, how long."""
COIN = ((1.0, 1.0, 1.0), (1.71, 0.6, 0.8), (2.83, 0.35, 0.6))
C4, E4, G4, A4, C5, E5, G5 = 261.6, 329.6, 392.0, 440.0, 523.3, 659.3, 784.0
A3, E3 = 220.0, 164.8


def struck(tone: float, ring: float, bars: tuple[tuple[float, float, float], ...] = BAR) -> Sound:
    """One stroke; `tone` in Hz, `ring` in seconds until little is left of it."""
    at = np.arange(int(RATE * ring * 1.6)) / RATE
    parts = [
        loud * np.exp(-at * 4.2 / (ring * lasting)) * np.sin(2 * np.pi * tone * times * at)
        for times, loud, lasting in bars
        if tone * times < RATE / 2
    ]
    return np.sum(parts, axis=0) * np.minimum(at / 0.003, 1.0)


def knock(tone: float, chance: np.random.Generator) -> Sound:
    """A die on wood: short, with a breath of noise in it."""
    sound = struck(tone, 0.09)
    breath = chance.standard_normal(len(sound)) * np.exp(-np.arange(len(sound)) / (RATE * 0.006))
    return sound + 0.25 * np.convolve(breath, np.ones(6) / 6, "same")


def mixed(seconds: float, *strokes: tuple[float, float, Sound]) -> Sound:
    """Strokes as (at, loudness, sound), faded out at the end so that nothing clicks."""
    whole = np.zeros(int(RATE * seconds))
    for at, loud, sound in strokes:
        start = int(RATE * at)
        part = sound[: len(whole) - start]
        whole[start : start + len(part)] += loud * part
    whole[-int(RATE * 0.04) :] *= np.linspace(1.0, 0.0, int(RATE * 0.04))
    return whole


def sounds() -> dict[str, Sound]:
    """Every sound by its name, each as loud as it is to be beside the others."""
    chance = np.random.default_rng(7)
    falls = (0.0, 0.07, 0.13, 0.2, 0.28, 0.37, 0.48)
    rattle = [(at, 0.55 + 0.45 * at, knock(chance.uniform(620, 1050), chance)) for at in falls]
    flips = ((0.0, 0.9), (0.17, 0.45), (0.28, 0.25), (0.36, 0.12))
    chord = [(0.62, 0.5, struck(tone, 1.1)) for tone in (C4, E4, G4, C5)]
    climb = [(0.13 * n, 0.7, struck(tone, 0.6)) for n, tone in enumerate((C4, E4, G4, C5, E5))]
    made = {
        "accepted": (0.55, mixed(0.32, (0.0, 1.0, struck(C5, 0.3)))),
        "asked": (0.9, mixed(0.55, (0.0, 0.8, struck(E4, 0.35)), (0.16, 1.0, struck(A4, 0.42)))),
        "refused": (1.0, mixed(0.58, (0.0, 1.0, struck(A3, 0.3)), (0.18, 1.0, struck(E3, 0.42)))),
        "your-turn": (
            0.75,
            mixed(0.58, *((0.1 * n, 0.8, struck(tone, 0.4)) for n, tone in enumerate((G4, C5, E5)))),
        ),
        "dice": (0.8, mixed(0.6, *rattle)),
        "penny": (0.6, mixed(0.58, *((at, loud, struck(1480.0, 0.24, COIN)) for at, loud in flips))),
        "win": (1.0, mixed(1.9, *climb, (0.62, 0.6, struck(G5, 1.2)), *chord)),
    }
    return {name: PEAK * loud * sound / np.abs(sound).max() for name, (loud, sound) in made.items()}


def write(folder: Path) -> None:
    """Writes each as NAME.wav: one channel, 16 bit."""
    for name, sound in sounds().items():
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes((sound * 32767).round().astype("<i2").tobytes())


if __name__ == "__main__":
    write(FOLDER)
    sys.exit(0)
