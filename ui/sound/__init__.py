"""Sounds and a voice for what happens at the table: which one is due, and what plays it."""
