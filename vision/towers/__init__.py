"""Wooden pieces on a game's board, single and in towers, tracked from flick to flick."""
