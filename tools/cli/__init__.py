"""The command `souls`."""
