"""Leagues of bots: what every seat plays with, all against all, and what the results say of a game's balance.

Each game is one task of (game, set-up, bots, seed) with a random source of its own: the same seeds give the same table
in one process or on many machines. Nothing here hands out work by itself: processes or Dask do.
"""
