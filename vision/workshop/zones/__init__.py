"""What draws the landscapes, tokens and coasts of ZoneS, in the manner of an old northern map."""
