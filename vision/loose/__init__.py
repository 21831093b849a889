"""Cards on a table whose mat is not in the picture: in pixels, with no regions."""
