"""What each page of the touchscreen keeps and does, without Kivy."""
