"""How fast it all is, as figures."""
