"""What the spellings of arrangements share: why something that was typed spells nothing."""


class SpellingError(ValueError):
    """What was typed spells no arrangement, or no span of time; the message is the one sentence that people read."""
