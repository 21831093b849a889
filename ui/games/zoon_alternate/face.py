"""The face of Zoon by the alternate rules: the plain one, and its cards to print."""

from ui.games.zoon.printed import ZoonFace

face = ZoonFace
