"""Which of up to a thousand enrolled faces a straightened card shows."""
