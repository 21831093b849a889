"""The support bundle: one zip file about sights, events and machine, without a running game's secrets."""
