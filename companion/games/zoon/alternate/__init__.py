"""Zoon by the alternate rules: six by six squares, pennies for strength, two dice for every fight."""

from companion.games.zoon.alternate.play import ZoonAlternate

GAME = ZoonAlternate()
