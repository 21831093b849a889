"""The support bundle: one zip file that says what the box saw, did and runs on, without a secret of a running game."""
