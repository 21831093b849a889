"""Which of up to a thousand enrolled faces a rectified card shows."""
