"""What moves: stillness, hands, and what changed since the last look."""
