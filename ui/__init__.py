"""The screen, the terminal, and the one place where all parts are put together."""
