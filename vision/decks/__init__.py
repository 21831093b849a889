"""What was enrolled: decks of cards and discs on disk, and their faces made ready for comparison."""
