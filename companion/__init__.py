"""Rules, referee and journal: pure functions over frozen values. No clock, no chance, no threads, no devices."""
