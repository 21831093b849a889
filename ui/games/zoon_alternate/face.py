"""The face of Zoon by the alternate rules: the plain one, and its cards to print."""

from ui.games.zoon.parts import ZoonFace
from ui.present.personas import persona_in


class ZoonAlternateFace(ZoonFace):
    persona = persona_in("ui.games.zoon_alternate")


face = ZoonAlternateFace
