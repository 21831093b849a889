"""Motion: stillness, hands, and changes since the last look."""
