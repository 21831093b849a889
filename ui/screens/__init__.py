"""The screens: each draws one plain model and sends what was touched."""
