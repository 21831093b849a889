"""Card pictures of our own, drawn by code; run by hand, and never needed while a table is read."""
