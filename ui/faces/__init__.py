"""What the box must know of a game besides its rules, and which face each game has."""
