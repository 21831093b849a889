"""Learning a deck from pictures: one card or disc at a time."""
