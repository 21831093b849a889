"""Draws the landscapes, tokens and coasts of ZoneS in the style of an old northern map."""
