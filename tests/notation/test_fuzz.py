"""Whatever anybody types is a command, or is answered in one sentence."""

from random import Random
from time import monotonic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.table.lifecycle import Phase, SetOrder
from domain.table.table import Table
from infra.notation import NotationError, notation_of
from infra.notation.spoken import LONGEST_SENTENCE
from infra.notation.table_words import TABLE_FORMS
from infra.notation.typed import LONGEST_LINE
from tests.notation.tables import GAMES, played, random_table
from tests.table.play import in_phase

SEATS = (-3, -2, -1, 0, 1, 2, 7)
ODD = (
    "3", "-1", "p1", "red-p3", "navel", "a=45", "s=7", ",", "none", "{", "}", '"', "99999999999999999999", "1e9", "²", "٣",
    "anvil", "ambush", "city:0", "knight", "n", "r90", "cards=", "[1]", "1,2", "¼", "𝟛", "city", "\u0000", "\u202e", "#", ";",
)  # fmt: skip


def _tables() -> list[Table]:
    tables = [in_phase(phase).table for phase in Phase]
    for rulebook in GAMES:
        for number, moves in enumerate((2, 25, 60)):
            play = random_table(rulebook, number)
            for _ in played(play, Random(number), moves):
                pass
            tables.append(play.table)
    return tables


TABLES = _tables()
FORMS = [form for table in TABLES for form in (*notation_of(table.rulebook).forms, *TABLE_FORMS)]
WORDS = sorted({word for form in FORMS for word in " ".join((form.usage, *form.heads)).split()} | set(ODD))


def answered(table: Table, seat: int, line: str) -> None:
    notation = notation_of(table.rulebook)
    assert notation.parts(line)
    try:
        command = notation.read(table, seat, line)
    except NotationError as error:
        sentence = str(error)
        assert 0 < len(sentence) <= LONGEST_SENTENCE
        assert sentence.isprintable()
        return
    assert notation.read(table, seat, notation.write(table, seat, command)) == command


@given(st.sampled_from(TABLES), st.sampled_from(SEATS), st.lists(st.sampled_from(WORDS), max_size=8))
@settings(max_examples=150, deadline=None)
def test_any_words_are_answered(table: Table, seat: int, words: list[str]) -> None:
    answered(table, seat, " ".join(words))


@given(st.sampled_from(TABLES), st.sampled_from(SEATS), st.text(max_size=200))
@settings(max_examples=40, deadline=None)
def test_any_text_is_answered(table: Table, seat: int, text: str) -> None:
    answered(table, seat, text)


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_what_is_nearly_a_command_is_answered(data: st.DataObject) -> None:
    table = data.draw(st.sampled_from([one for one in TABLES if one.prompts]))
    seat = table.prompts[0].seat
    text = data.draw(st.sampled_from(notation_of(table.rulebook).short_forms(table, seat, 6))).text
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 3))
    answered(table, seat, text[:at] + data.draw(st.sampled_from(("", *WORDS))) + text[at + cut :])


@pytest.mark.parametrize(
    "line",
    ["x" * 100_000, " " * 100_000, '"' * 4_000, "\\" * 4_000, '"\\' * 1_500, "1," * 2_000, "and " * 1_000, "{" * 4_000,
     "craft " * 600, "discard " + "anvil, " * 500, "play cards " + "1, " * 1_000, "ﷺ" * 3_000, "; " * 2_000,
     "Vote {" + "[" * 3_000],
    ids=lambda line: line[:12],
)  # fmt: skip
def test_long_lines_are_answered_soon(line: str) -> None:
    for table in TABLES[len(Phase) :: 3]:
        began = monotonic()
        answered(table, table.prompts[0].seat if table.prompts else 0, line)
        assert monotonic() - began < 5
    assert len(line) >= LONGEST_LINE // 4


@given(st.text(min_size=1, max_size=300))
@settings(max_examples=100, deadline=None)
def test_a_text_of_a_command_survives_whatever_it_holds(text: str) -> None:
    table = TABLES[len(Phase)]
    notation, command = notation_of(table.rulebook), SetOrder("consent", text)
    written = notation.write(table, 0, command)
    assert notation.read(table, 0, written) == command
    assert "\n" not in written


@pytest.mark.slow
def test_thousands_of_lines_are_answered() -> None:
    rng = Random(5)
    for _ in range(6_000):
        table, seat = rng.choice(TABLES), rng.choice(SEATS)
        line = " ".join(rng.choice(WORDS) for _ in range(rng.randrange(1, 9)))
        short = notation_of(table.rulebook).short_forms(table, seat, 6) if rng.random() < 0.2 and seat < 3 else []
        if short:
            line = rng.choice(short).text
            at = rng.randrange(len(line) + 1)
            line = line[:at] + rng.choice(WORDS) + line[at + rng.randrange(4) :]
        answered(table, seat, line)
