"""Games begun, resumed, read back and exported, for commands and pages."""
