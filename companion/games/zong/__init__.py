"""ZONG: discs are thrown, pieces are flicked about, measured, and put back by rule."""

from companion.games.zong.play import GAME

__all__ = ["GAME"]
