"""Speed beside peers, and bands beside the truth: python -m benchmarks."""
