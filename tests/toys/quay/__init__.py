"""Quay: a toy game that brings a face of its own, as a game that somebody else has made does."""

from tests.toys.quay.rules import Quay

GAME = Quay()
