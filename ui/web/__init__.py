"""Web pages for phones and spectators in the local network: off until turned on."""
