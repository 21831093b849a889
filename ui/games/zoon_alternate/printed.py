"""What Zoon by the alternate rules needs from a printer."""

from companion.games.zoon.alternate import GAME
from ui.games.zoon.printed import large_card, parts

__all__ = ["PARTS", "large_card"]
PARTS = parts(GAME)
