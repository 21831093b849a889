"""Pennies: on cards, beside them, half hidden; heads or tails."""
