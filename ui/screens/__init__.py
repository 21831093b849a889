"""The screens: each draws a plain model and sends touches."""
