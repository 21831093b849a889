"""Stall: a toy game of piles, rows of cards and things that leave no trace, and nothing else."""

from tests.toys.stall.rules import Stall

GAME = Stall()
