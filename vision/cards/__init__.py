"""Cards on a table whose mat is in view: found, identified, ordered and put into their regions."""
