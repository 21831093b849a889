"""One game at the box: a referee with camera, panel, dice and lamps, with or without a screen."""
