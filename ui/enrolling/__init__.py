"""A deck learnt card by card, from a camera or from files."""
