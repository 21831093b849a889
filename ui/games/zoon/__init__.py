"""What the screens show of both games of Zoon, and what is printed for them."""
