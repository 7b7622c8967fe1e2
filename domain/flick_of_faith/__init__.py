"""Flick of Faith: bored gods, their Prophets, and where a flick leaves them."""
