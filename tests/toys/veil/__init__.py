"""Veil: a toy game with everything that somebody must not see, and nothing else."""

from tests.toys.veil.rules import Veil

GAME = Veil()
