"""What Zoondo needs from a printer."""

from companion.games.zoon.zoondo import GAME
from ui.games.zoon.printed import large_card, parts

__all__ = ["PARTS", "large_card"]
PARTS = parts(GAME)
