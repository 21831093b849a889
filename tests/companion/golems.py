"""The Golems: a tribe that no facts are shipped for, as a set-up carries it."""

from pathlib import Path

from companion.kits.tribes_written import cards_fact, read_cards
from companion.kits.zoons import shipped_sheet

TEXT = Path(__file__).parents[2].joinpath("docs", "samples", "golems.toml").read_text(encoding="utf-8")
SETUP_FACTS = (cards_fact("golems", read_cards(TEXT, shipped_sheet())),)
