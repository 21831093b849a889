"""Zombinion: a deck builder with private hands, seen or told."""

from companion.games.zombinion.play import Zombinion

GAME = Zombinion()
