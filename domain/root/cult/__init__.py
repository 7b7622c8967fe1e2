"""The Lizard Cult (10)."""
