"""The app: a window, its pages and its clock."""
