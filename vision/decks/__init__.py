"""Enrolled decks of cards and discs on disk, and their faces prepared for comparison."""
