"""What each game shows besides what every game does: a folder here for every game that has a face of its own."""
