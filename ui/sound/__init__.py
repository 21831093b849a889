"""Sounds and voice for the table: the choice of each, and their playback."""
