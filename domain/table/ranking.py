"""Ranks from scores."""

from collections.abc import Sequence


def ranking(scores: Sequence[int]) -> tuple[int, ...]:
    """The rank of each seat: 1 for the highest score; equal scores share a rank, and the next one is left out."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
