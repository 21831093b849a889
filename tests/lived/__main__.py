"""Plays a whole game in a real window with a finger of the X server, from the home page to the winner, with pictures.

python -m tests.lived zoon_alternate --size 800x480 --out DIR
"""

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from companion.search import LEVELS
from tests.lived.player import Player, Stuck
from tests.lived.window import App, Display, Gone, lacking

GAMES = ("zoon_alternate", "zoondo", "zong", "zombinion", "zones")
SIZES = ("800x480", "1280x720", "720x1280")


def evening(player: Player, language: str, level: str, *, calm: bool) -> None:
    """From the first start to the rematch; unless it is calm, with a window closed and a power cut in mid-game."""
    player.settle_in(language)
    player.agree(level)
    for interrupt in () if calm else (player.app.quit, player.app.kill):
        if player.play(entries=player.shown()["seq"] + 4):
            break  # over already: nothing is left to interrupt
        player.take_back()
        interrupt()
        player.app.start()
        player.come_back()
    player.play()
    player.look_back()


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays; 0 where somebody won, 1 where the game came to no end, 2 where this machine has not what is needed."""
    parser = argparse.ArgumentParser(prog="python -m tests.lived", description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--size", choices=SIZES, default=SIZES[0])
    parser.add_argument("--out", type=Path, default=Path("lived"), help="where the pictures go")
    parser.add_argument("--language", default="en", help="touched on the page of the first start")
    levels = ("", *(level.name for level in LEVELS))
    parser.add_argument(
        "--box", choices=levels, default="", help="the level at which the box plays the seat across"
    )
    parser.add_argument("--calm", action="store_true", help="nothing goes wrong: no mishaps, no restarts")
    asked = parser.parse_args(arguments)
    missing = lacking()
    if missing:
        print(f"A real window needs {', '.join(missing)}: apt install xvfb openbox xdotool.", file=sys.stderr)
        return 2
    width, height = map(int, asked.size.split("x"))
    asked.out.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_about: sys.exit(1))
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        display = Display((width, height), Path(folder))
        app = App(display, Path(folder) / "home", (width, height))
        player = Player(app, asked.out, asked.game)
        try:
            evening(player, asked.language, asked.box, calm=asked.calm)
            told = "reached the winner"
        except (Stuck, Gone) as fault:
            told = f"FAILED: {fault}"
            player.look("failed", anew=True)
        finally:
            app.kill()
            display.close()
        errors = app.errors.read_text(encoding="utf-8")
    wrong = "FAILED" in told or "Traceback" in errors
    seconds = time.monotonic() - began
    print(f"{asked.game} {asked.size}: {told}; {player.touches} touches, {seconds:.0f} s; {asked.out}")
    print(errors, end="")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
