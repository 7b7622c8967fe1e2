"""The Marquise de Cat (6)."""
