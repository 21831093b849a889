"""The support bundle: one zip file of pictures, games, logs and checks, without a running game's secrets."""
