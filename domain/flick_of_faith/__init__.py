"""Flick of Faith: Prophets flicked onto Islands, Temples, and a Law voted on for each Generation."""
