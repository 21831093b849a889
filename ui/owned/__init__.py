"""What the owner wrote down: tribes, cards, corrections, cameras."""
