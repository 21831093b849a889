"""Zoondo: hidden armies on six by six squares, fights by touched corners."""

from companion.games.zoon.zoondo.play import Zoondo

GAME = Zoondo()
