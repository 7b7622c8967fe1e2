"""What can be said at any table: by seats, by the host, by the arbiter; each is read as it is written."""

from itertools import product

import pytest

from domain.table.clocks.messages import AnswerForSeat, ArrangeTime, GrantTime, ProposeTime, TakeVacation, TimeControl
from domain.table.disputes.messages import (
    AcceptArbiter,
    AnswerSettlement,
    ArrangeDisputes,
    ContestRecord,
    ContestRefusal,
    GiveRuling,
    ProposeSettlement,
    PutToVote,
    Remedy,
    VoteOnRuling,
)
from domain.table.lifecycle import (
    AbandonTable,
    AddEntropy,
    BeginGame,
    CloseTable,
    DiscloseLog,
    ForkTable,
    FreeSeat,
    LeaveSeat,
    OpenTable,
    PauseTable,
    Phase,
    RenewChance,
    Resign,
    ResumeTable,
    SetOrder,
    TakeSeat,
    Undo,
)
from domain.table.messages import ARBITER, HOST, Command
from domain.table.permissions import PERMISSIONS
from infra.dispute_spelling import read_disputes, write_disputes
from infra.notation import NotationError, ShortForm, notation_of, short_forms
from infra.notation.table_words import SPELLED_OUT, TABLE_FORMS
from infra.spelling import SpellingError
from tests.table.play import Play, begun, in_phase
from tests.table.timed import DAY, pass_time, timed
from tests.table.toy import Nudge, toy

NOTATION = notation_of(toy)
SPEAKERS = (0, 1, HOST, ARBITER)

# What is not typed: it makes a table, needs what only the server has, seats somebody who is not asked, or names a refusal that
# is kept beside the table.
ELSEWHERE = {OpenTable, ForkTable, TakeSeat, CloseTable, RenewChance, DiscloseLog, ContestRefusal}
REMEDIES = (
    Remedy(rewind=5), Remedy(points=(2, -1)), Remedy(reapply=True), Remedy(rewind=5, points=(0, 1), reapply=True),
)  # fmt: skip
WORDS: list[tuple[Command, str]] = [
    (BeginGame(), "begin"),
    (PauseTable(), "pause"),
    (ResumeTable(), "resume"),
    (AbandonTable(), "abandon yes"),
    (AddEntropy("5a" * 32), f"add secret {'5a' * 32}"),
    (ArrangeTime(TimeControl()), "arrange time none"),
    (
        ArrangeTime(TimeControl(move=2880, night=(1320, 480), utc=-210, remind=(1440, 120))),
        "arrange time move=2d,night=22:00-8:00,utc=-210,remind=1d+2h",
    ),
    (ProposeTime(TimeControl(bank=14400, increment=360)), "propose time bank=10d+6h"),
    (GrantTime(1, 2160), "grant time to east 36h"),
    (AnswerForSeat(1), "answer for east"),
    (TakeVacation(1), "vacation 1 day"),
    (TakeVacation(2), "vacation 2 days"),
    (ArrangeDisputes(), "arrange disputes none"),
    (
        ArrangeDisputes(True, "vote", True, 2, 48, "agrees"),
        "arrange disputes pauses,vote,sealed,quorum=2,hours=48,silence=agrees",
    ),
    (GiveRuling(3, "upheld"), "rule 3 upheld"),
    (GiveRuling(3, "overturned", Remedy(rewind=5, points=(0, 1))), "rule 3 overturned back to 5 points 0, 1"),
    (PutToVote(3, "upheld"), "put 3 to vote upheld"),
    (ProposeSettlement(3), "settle 3"),
    (ProposeSettlement(3, Remedy(rewind=9, reapply=True)), "settle 3 back to 9 moves again"),
    *((kind(1, "overturned", remedy), "") for kind, remedy in product((GiveRuling, PutToVote), REMEDIES)),
    (GiveRuling(1, "overturned", Remedy(events="[]")), ""),
]


def test_all_that_people_may_ask_of_a_table_has_words() -> None:
    assert set(SPELLED_OUT) == PERMISSIONS.keys() - ELSEWHERE


@pytest.mark.parametrize("speaker", SPEAKERS)
@pytest.mark.parametrize(("command", "text"), WORDS)
def test_what_is_said_at_any_table_is_read_as_it_is_written(command: Command, text: str, speaker: int) -> None:
    table = begun().table
    written = NOTATION.write(table, speaker, command)
    assert written == text or not text
    assert NOTATION.read(table, speaker, written) == command
    assert NOTATION.parts(written) == (written,)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("Begin the game!", BeginGame()), ("begin game", BeginGame()), ("start the game", BeginGame()),
        ("**pause** the table", PauseTable()), ("grant East 1d 12h", GrantTime(1, 2160)),
        ("arrange time: move=48h, out=bot", ArrangeTime(TimeControl(move=2880, out="bot"))),
        ("Arrange disputes: Pauses, Hours=48.", ArrangeDisputes(pauses=True, hours=48)),
        ("abandon the game: yes", AbandonTable()), ("rule on contest 2: upheld", GiveRuling(2, "upheld")),
        ("rule contest 2 overturned, points +2 and -1", GiveRuling(2, "overturned", Remedy(points=(2, -1)))),
        ("rule 2 overturned: rewind 7; ", GiveRuling(2, "overturned", Remedy(rewind=7))),
        ("put contest 2 to the vote: overturned, back to version 7", PutToVote(2, "overturned", Remedy(rewind=7))),
        ("vacation 2d", TakeVacation(2)), ("vacation 1 day", TakeVacation(1)),
    ],
)  # fmt: skip
def test_it_may_be_said_in_other_words(line: str, command: Command) -> None:
    assert NOTATION.read(begun().table, HOST, NOTATION.parts(line)[0]) == command


def test_leave_is_ones_own_seat() -> None:
    table = in_phase(Phase.SEATED).table
    assert NOTATION.read(table, 1, "leave") == LeaveSeat(1)
    assert NOTATION.write(table, 1, LeaveSeat(1)) == "leave"
    assert NOTATION.write(table, 1, LeaveSeat(0)) == "free seat north"
    assert "It is typed so: leave" in why_not(in_phase(Phase.SEATED), HOST, "leave")


def test_to_free_a_seat_is_another_command_once_the_game_has_begun() -> None:
    before, since = in_phase(Phase.SEATED).table, begun().table
    assert NOTATION.read(before, HOST, "free seat east") == LeaveSeat(1)
    assert NOTATION.read(since, HOST, "free seat east") == FreeSeat(1)
    assert NOTATION.write(since, HOST, FreeSeat(1)) == "free seat east"


def test_the_host_is_offered_to_free_a_seat_when_the_game_has_waited_long_enough() -> None:
    table = begun().table
    due = table.records[-1].at + 14 * DAY
    for at, offered in ((due - 1, []), (due, ["free seat north"])):
        assert [form.text for form in short_forms(table, HOST, 20, at) if form.text.startswith("free")] == offered
    assert "which has resigned by that" in short_forms(table, HOST, 20, due)[0].sentence
    assert not [form for form in short_forms(table, 1, 20, due) if form.text.startswith("free")]


def why_not(play: Play, speaker: int, line: str) -> str:
    with pytest.raises(NotationError) as error:
        NOTATION.read(play.table, speaker, line)
    return str(error.value)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("abandon", "'yes' is missing. It is typed so: abandon yes"),
        ("arrange time", "How time runs is missing"),
        ("arrange time move=soon", "'soon' is no span of time, such as 48h, 10d or 90m."),
        ("grant time to east", "How much time it is is missing"),
        ("grant time to east 900d", "'900d' is too long a time."),
        ("arrange disputes quickly", "'quickly' says nothing about disputes; there is pauses, vote, "),
        ("arrange disputes quorum=99", "quorum cannot be 99: the number must be at most 12."),
        ("rule 1", "An outcome is upheld or "),
        ("rule 1 overturned back to front", "A version is a number"),
        ("rule 1 overturned points many", "Points are numbers, one for each seat"),
        ("rule 1 overturned somehow", "A remedy is typed so: back to VERSION, points NUMBERS, moves again"),
        ("vacation long", "is a number of days"),
        ("vacation 0 days", "'0' is too little a time."),
        ("order consent nope", "'nope' is no order for consent; there is AgreeToUndo, DeclineUndo, none, or an order as JSON."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(line: str, said: str) -> None:
    assert said in why_not(begun(), HOST, line)


def test_an_order_as_json_is_for_the_law_to_judge() -> None:
    assert NOTATION.read(begun().table, 0, 'order consent {"order": 1') == SetOrder("consent", '{"order": 1')


# --- What can be typed now --------------------------------------------------------------------------------------------


def texts(play: Play, speaker: int) -> list[str]:
    return [form.text for form in short_forms(play.table, speaker, 20)]


@pytest.mark.parametrize(
    ("phase", "host", "arbiter"),
    [
        (Phase.UNOPENED, [], []),
        (Phase.OPEN, ["abandon yes"], []),
        (Phase.SEATED, ["begin", "abandon yes"], []),
        (Phase.BEGUN, ["pause", "abandon yes"], ["pause"]),
        (Phase.PAUSED, ["resume", "abandon yes"], ["resume"]),
        (Phase.FINISHED, [], []),
        (Phase.ABANDONED, [], []),
        (Phase.CLOSED, [], []),
    ],
)
def test_host_and_arbiter_are_shown_what_they_can_type(phase: Phase, host: list[str], arbiter: list[str]) -> None:
    play = in_phase(phase)
    assert (texts(play, HOST), texts(play, ARBITER)) == (host, arbiter)
    assert "begin" not in texts(play, 0)
    for speaker, lines in ((HOST, host), (ARBITER, arbiter)):
        for line in lines:
            play.copy().do(speaker, NOTATION.read(play.table, speaker, line))


def test_the_host_is_shown_how_to_give_more_time_to_a_seat_whose_time_is_over() -> None:
    play = timed(move=60)
    pass_time(play, 2)
    play.do(HOST, NOTATION.read(play.table, HOST, "call time"))
    assert short_forms(play.table, HOST)[:2] == [
        ShortForm("grant time to north 1d", "Give north 1 day more"),
        ShortForm("answer for north", "Let the server answer for north"),
    ]
    play.copy().do(HOST, NOTATION.read(play.table, HOST, "answer for north"))
    play.do(HOST, NOTATION.read(play.table, HOST, "grant time to north 1d"))
    assert texts(play, HOST) == ["pause", "abandon yes"]


def contested() -> Play:
    play = begun()
    play.do(0, Nudge(2))
    play.do(1, ContestRecord(play.version, "TOY-2"))
    return play


def test_the_arbiter_is_shown_how_to_rule() -> None:
    play = contested()
    assert texts(play, ARBITER) == ["rule 1 upheld", "rule 1 overturned", "pause"]
    assert short_forms(play.table, ARBITER)[0].sentence == "Rule on contest 1: what was decided is upheld"
    play.do(ARBITER, NOTATION.read(play.table, ARBITER, "rule 1 upheld"))
    assert texts(play, ARBITER) == ["pause"]


def test_undo_alone_is_the_speakers_own() -> None:
    play = begun()
    play.do(0, Resign())
    start = play.version
    play.do(HOST, Nudge(2), seat=0)
    assert NOTATION.read(play.table, HOST, "undo") == Undo(start)
    assert NOTATION.read(play.table, 0, "undo") == Undo(start), "a vacant seat's is what was done for it"
    assert "you have done nothing" in why_not(play, 1, "undo").lower()


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        (Phase.OPEN, "The game has not begun."), (Phase.SEATED, "The game has not begun."),
        (Phase.BEGUN, "The game waits for north."), (Phase.PAUSED, "The table is paused."),
        (Phase.FINISHED, "The game is over."), (Phase.CLOSED, "The game is over."),
        (Phase.ABANDONED, "The game is over: the table was abandoned."),
    ],
)  # fmt: skip
def test_who_is_not_awaited_is_told_how_the_table_stands(phase: Phase, said: str) -> None:
    assert why_not(in_phase(phase), 1, "xyz").endswith(f"Nothing is awaited of you now. {said}")


# --- Disputes, as they are spelled ------------------------------------------------------------------------------------


def test_every_arrangement_of_disputes_is_spelled_as_it_is_read() -> None:
    for arranged in product((False, True), ("arbiter", "vote"), (False, True), (0, 3), (0, 48), ("declines", "agrees")):
        command = ArrangeDisputes(*arranged)
        assert read_disputes(write_disputes(command)) == command


@pytest.mark.parametrize(
    "text", ["", "x" * 400, "hours", "hours=-1", "hours=9999999", "silence=maybe", "vote,arbiter", "\udcff"]
)
def test_what_spells_no_arrangement_is_said_in_a_sentence(text: str) -> None:
    with pytest.raises(SpellingError) as error:
        read_disputes(text)
    assert str(error.value).endswith(".")
    assert str(error.value).isprintable()


def test_answers_to_disputes_are_shown_to_whom_they_are_asked_of() -> None:
    play = contested()
    play.do(1, ProposeSettlement(1))
    shown = texts(play, 0)
    assert shown[:2] == ["settlement 1 yes", "settlement 1 no"]
    assert NOTATION.read(play.table, 0, shown[0]) == AnswerSettlement(1, True)
    assert {form.command for form in TABLE_FORMS} >= {AcceptArbiter, VoteOnRuling}
