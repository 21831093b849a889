"""ZoneS to print: tiles with landscapes, tokens, roster cards and a screen, in the style of an old northern map."""
