"""What is printed for the table, drawn in millimetres."""
