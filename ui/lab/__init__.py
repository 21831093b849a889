"""What is for laboratories: benchmarks, leagues of opponents, adapters to research frameworks."""
