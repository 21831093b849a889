"""The owner's data: tribes, cards, corrections, cameras, settings."""
