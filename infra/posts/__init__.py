"""Whole posts of a forum, a chat or a mailbox as commands at a table: all of them happen, or none.

`submit_post` takes the text as it was posted. Which of its lines are commands is told in `lines`; each is read where those
before it have happened, and what may follow what in one post in `trying`.
"""

from infra.posts.answering import forms_for, ways_for
from infra.posts.lines import LONGEST_POST, MOST_COMMANDS, POST_ID, PostError, command_lines
from infra.posts.outcome import LineOutcome, PostOutcome, Since
from infra.posts.posting import submit_post
from infra.posts.trying import Poster

__all__ = [
    "LONGEST_POST",
    "MOST_COMMANDS",
    "POST_ID",
    "LineOutcome",
    "PostError",
    "PostOutcome",
    "Poster",
    "Since",
    "command_lines",
    "forms_for",
    "submit_post",
    "ways_for",
]
