"""Benchmarks of speed against peers and of bands against a known truth: python -m benchmarks."""
