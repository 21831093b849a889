"""One game at the box: camera, panel, dice and lamps about a referee, with or without a screen."""
