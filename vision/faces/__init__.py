"""What is printed of our own: kept pictures with figures and words over them; never needed while a table is read."""
