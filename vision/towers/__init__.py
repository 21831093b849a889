"""Wooden pieces on a game's board, single and in towers, followed from flick to flick."""
