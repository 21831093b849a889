"""ZoneS to print: landscapes for its tiles, tokens, roster cards and a screen, in the manner of an old northern map."""
