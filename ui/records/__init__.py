"""Games begun, gone on with, read back and exported, as commands and pages ask for them."""
