"""From the referee's replies to plain models of screens: pure functions, without Kivy."""
