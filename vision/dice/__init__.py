"""Dice: where they lie, which face is up, and which of them lean."""
