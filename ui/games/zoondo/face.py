"""The face of Zoondo: the plain one, and its cards to print."""

from ui.games.zoon.parts import ZoonFace
from ui.present.personas import persona_in


class ZoondoFace(ZoonFace):
    persona = persona_in("ui.games.zoondo")


face = ZoondoFace
