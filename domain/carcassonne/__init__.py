"""Carcassonne, by the clauses B-1 to B-15 of its law."""
