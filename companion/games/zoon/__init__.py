"""Zoon: one family of games with the same cards, board and tribes; by its id, the package of each."""

GAMES = {"zoon_alternate": "alternate", "zoondo": "zoondo"}
