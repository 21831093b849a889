"""Strip: a toy game that uses every part of the core and nothing else."""

from tests.toys.strip.rules import Strip

GAME = Strip()
