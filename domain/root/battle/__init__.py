"""Battle, step by step (core-8)."""
