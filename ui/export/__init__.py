"""A game as one page that opens anywhere: who won, every board as a drawing, every entry in words; needs no network."""
