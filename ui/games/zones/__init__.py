"""The screens of ZoneS: halves told behind the screen, tiles and tokens, moves by two taps, rosters and armies."""
