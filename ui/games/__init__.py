"""What each game shows besides what every game does: a folder here for each game that has a face of its own."""
