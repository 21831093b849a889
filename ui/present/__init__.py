"""From what the referee says to what a screen shows: pure functions from a reply to plain models, without Kivy."""
