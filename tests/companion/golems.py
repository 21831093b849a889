"""The Golems: a tribe that no facts are shipped for, as a set-up carries it."""

from pathlib import Path

from companion.games.zoon.family.deck import shipped_sheet
from companion.games.zoon.family.written import cards_fact, read_cards

TEXT = Path(__file__).parents[2].joinpath("docs", "samples", "golems.toml").read_text(encoding="utf-8")
SETUP_FACTS = (cards_fact("golems", read_cards(TEXT, shipped_sheet())),)
