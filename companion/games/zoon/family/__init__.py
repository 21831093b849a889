"""What all games of Zoon have in common; no game by itself."""
