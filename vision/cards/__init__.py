"""Cards on a table whose mat is in view: found, read, put in order and into their regions."""
