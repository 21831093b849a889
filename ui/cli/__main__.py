"""`python -m ui.cli` is the command `companion`."""

from ui.cli import main

main()
