"""Which lines of a post are commands, and which are prose, quotes and signatures."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from infra.posts import LONGEST_POST, PostError, command_lines


@pytest.mark.parametrize(
    ("post", "lines"),
    [
        ("nudge 2", ["nudge 2"]),
        ("nudge 2\r\n\r\n  roll die  \n", ["nudge 2", "roll die"]),
        ("Well played!\n!nudge 2\nI roll now.\n ! roll die\n", ["nudge 2", "roll die"]),
        ("Prose.\n```souls\nnudge 2\n!roll die\n```\nMore prose.", ["nudge 2", "roll die"]),
        ("Prose.\n```Souls\nnudge 2", ["nudge 2"]),
        ("!nudge 2\n```souls\nroll die\n```", ["nudge 2", "roll die"]),
        ("nudge 2\n> roll die\n>> !plan 3\n| draw card", ["nudge 2"]),
        ("nudge 2\n-- \nAda\n!roll die", ["nudge 2"]),
        ("nudge 2\n\nOn Mon, 3 May 2026 at 10:00, Host <host@example.org> wrote:\nroll die", ["nudge 2"]),
        ("nudge 2\nOn Mon, 3 May 2026 at 10:00, Host <host@example.org>\nwrote:\n!roll die", ["nudge 2"]),
        ("nudge 2\nAm 03.05.26 um 10:00 schrieb Host:\n!roll die", ["nudge 2"]),
        ("nudge 2\n-----Original Message-----\nroll die", ["nudge 2"]),
        ("nudge 2\n***\n---\n```\nroll die\n```", ["nudge 2", "roll die"]),
        ("On with it\nnudge 2", ["On with it", "nudge 2"]),
        ("On Mon, 3 May 2026 at 10:00, Host <h@example.org> wrote:\n\n> Your turn\n\nnudge 2", ["nudge 2"]),
        ("On Mon, 3 May 2026 at 10:00, Host <h@x.org>\nwrote:\n> Turn\nnudge 2\n> or\nroll die", ["nudge 2", "roll die"]),
        ("Maanantai 3.5.2026, Host kirjoitti:\n> Your turn\nnudge 2", ["nudge 2"]),
        ("nudge 2\nFrom: Host <host@example.org>\nroll die", ["nudge 2"]),
    ],
    ids=[
        "one", "each line that says something", "marked lines", "a block", "a block that does not end", "both",
        "quotes", "a signature", "who wrote", "who wrote, on two lines", "who wrote, in German", "a mail as it was",
        "lines without words", "prose that is no command", "below a quotation", "between quotations", "in any language",
        "a mail as it was, from its head on",
    ],
)  # fmt: skip
def test_what_is_a_command(post: str, lines: list[str]) -> None:
    assert command_lines(post) == lines


@pytest.mark.parametrize(
    ("post", "code"),
    [
        ("", "NO_COMMANDS"),
        (" \n\t\n", "NO_COMMANDS"),
        ("> nudge 2", "NO_COMMANDS"),
        ("!\n!!\n", "NO_COMMANDS"),
        ("x" * (LONGEST_POST + 1), "POST_TOO_LONG"),
    ],
    ids=["nothing", "blanks", "a quote", "marks", "too long"],
)
def test_what_has_no_command(post: str, code: str) -> None:
    with pytest.raises(PostError) as error:
        command_lines(post)
    assert error.value.code == code


def lines_of(post: str) -> list[str]:
    """The commands, none where there are none."""
    try:
        return command_lines(post)
    except PostError as error:
        return [] if error.code == "NO_COMMANDS" else [error.code] * (len(post) + 1)


@given(st.text(max_size=400))
@settings(max_examples=200, deadline=None)
def test_any_text_has_commands_or_none(post: str) -> None:
    assert all(line.strip() for line in lines_of(post))


@pytest.mark.parametrize(
    "post", ["On " * 20_000, "-" * 60_000, "> " * 30_000, "\n" * 60_000, "On x" + " wrote" * 10_000]
)
def test_long_posts_are_read_soon(post: str) -> None:
    assert len(lines_of(post)) <= len(post)
