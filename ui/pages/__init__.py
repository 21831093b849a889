"""State and actions of every page of the touchscreen, without Kivy."""
