"""Who may ask what when: every command, by every speaker, in every phase."""

import pytest

from domain.table.chance import Dictated, commitment_to
from domain.table.clauses import Edition
from domain.table.clocks.messages import (
    AnswerForSeat,
    ArrangeTime,
    EndVacation,
    GrantTime,
    ProposeTime,
    TakeVacation,
    TimeArranged,
    TimeControl,
)
from domain.table.disputes.messages import (
    AcceptArbiter,
    AddEvidence,
    AnswerSettlement,
    Appeal,
    ArrangeDisputes,
    CallTime,
    ContestRecord,
    ContestRefusal,
    GiveRuling,
    ProposeSettlement,
    PutToVote,
    VoteOnRuling,
    WithdrawContest,
)
from domain.table.kernel import Accepted
from domain.table.lifecycle import (
    AbandonTable,
    AddEntropy,
    BeginGame,
    CloseTable,
    DiscloseLog,
    EditionAdopted,
    ForkTable,
    FreeSeat,
    GiveConsent,
    LeaveSeat,
    LogDisclosed,
    OpenTable,
    PauseTable,
    Phase,
    ProposeEdition,
    Redo,
    RefuseConsent,
    RenewChance,
    RequestUndo,
    Resign,
    ResumeTable,
    SetOrder,
    TakeSeat,
    Undo,
    WithdrawRequest,
)
from domain.table.messages import ARBITER, HOST, SERVER, Command
from domain.table.permissions import PERMISSIONS, SEAT, TABLE_COMMANDS
from domain.table.refusals import Refusal
from domain.table.seeing import seen_record, view_of
from domain.table.table import fold
from tests.table.play import SEED, Play, begun, digest, finish, in_phase, opened, seated
from tests.table.toy import Nudge, RollDie, Toy

# The list of T-10, written down a second time: who, and in which phases.
LIST = """
OpenTable        host               unopened
TakeSeat         host seat          open seated begun paused
LeaveSeat        host seat          open seated
AddEntropy       seat               open seated
BeginGame        host               seated
PauseTable       host arbiter       begun
ResumeTable      host arbiter       paused
Resign           seat               begun paused
AbandonTable     host               open seated begun paused
CloseTable       host arbiter server finished abandoned
Undo             host seat arbiter  begun paused finished
Redo             host seat arbiter  begun paused finished
RequestUndo      host seat          begun paused finished
ProposeEdition   host               begun paused
GiveConsent      seat               begun paused finished
RefuseConsent    seat               begun paused finished
WithdrawRequest  host seat          begun paused finished
RenewChance      server             begun paused
DiscloseLog      server             open seated begun paused
SetOrder         seat               open seated begun paused
CallTime         host seat arbiter server begun paused finished
ArrangeDisputes  host               open seated
ContestRecord    host seat          begun paused finished
ContestRefusal   host seat          begun paused finished
AddEvidence      host seat arbiter  begun paused finished
WithdrawContest  host seat          begun paused finished
ProposeSettlement host seat         begun paused finished
AnswerSettlement seat               begun paused finished
AcceptArbiter    seat               begun paused finished
GiveRuling       arbiter            begun paused finished
PutToVote        host seat          begun paused finished
VoteOnRuling     seat               begun paused finished
Appeal           host seat          begun paused finished
ForkTable        host               unopened
ArrangeTime      host               open seated
ProposeTime      host               begun paused
TakeVacation     seat               begun paused
EndVacation      seat               begun paused
GrantTime        host               begun paused
AnswerForSeat    host               begun
FreeSeat         host               begun
"""
SPEAKERS = {"seat": 0, "other seat": 1, "no seat": 9, "host": HOST, "arbiter": ARBITER, "server": SERVER, "nobody": -4}
COMMANDS: dict[str, Command] = {
    "OpenTable": OpenTable("trumps", "1", 2, "hanna", "0" * 64),
    "TakeSeat": TakeSeat(0, "zoe"),
    "LeaveSeat": LeaveSeat(0),
    "AddEntropy": AddEntropy("e" * 64),
    "BeginGame": BeginGame(),
    "PauseTable": PauseTable(),
    "ResumeTable": ResumeTable(),
    "Resign": Resign(),
    "AbandonTable": AbandonTable(),
    "CloseTable": CloseTable(SEED.hex()),
    "Undo": Undo(0),
    "Redo": Redo(),
    "RequestUndo": RequestUndo(0),
    "ProposeEdition": ProposeEdition("2"),
    "GiveConsent": GiveConsent(),
    "RefuseConsent": RefuseConsent(),
    "WithdrawRequest": WithdrawRequest(),
    "RenewChance": RenewChance("f" * 64),
    "DiscloseLog": DiscloseLog(),
    "SetOrder": SetOrder("vote", '{"order":"Hunch"}'),
    "CallTime": CallTime(),
    "ArrangeDisputes": ArrangeDisputes(pauses=True),
    "ContestRecord": ContestRecord(1, "TOY-1"),
    "ContestRefusal": ContestRefusal(9, 9, -1, '{"command":"Redo"}', "T-22"),
    "AddEvidence": AddEvidence(1, versions=(1,)),
    "WithdrawContest": WithdrawContest(1),
    "ProposeSettlement": ProposeSettlement(1),
    "AnswerSettlement": AnswerSettlement(1, True),
    "AcceptArbiter": AcceptArbiter(1),
    "GiveRuling": GiveRuling(1, "upheld"),
    "PutToVote": PutToVote(1, "upheld"),
    "VoteOnRuling": VoteOnRuling(1, "yes"),
    "Appeal": Appeal(1),
    "ForkTable": ForkTable("toytable2345", 20, -1, "hanna", "0" * 64, "5e" * 32),
    "ArrangeTime": ArrangeTime(TimeControl(60)),
    "ProposeTime": ProposeTime(TimeControl(60)),
    "TakeVacation": TakeVacation(1),
    "EndVacation": EndVacation(),
    "GrantTime": GrantTime(0, 60),
    "AnswerForSeat": AnswerForSeat(0),
    "FreeSeat": FreeSeat(0),
}
# What answers those that the list lets through, where it is not a record: by command, then by phase or speaker.
FURTHER = {
    "TakeSeat": {"other seat": "NOT_YOUR_SEAT", "no seat": "NOT_YOUR_SEAT", "seated": "SEAT_TAKEN", "begun": "SEAT_TAKEN",
                 "paused": "SEAT_TAKEN"},
    "LeaveSeat": {"no seat": "NO_SUCH_SEAT", "open": "SEAT_VACANT", "other seat in seated": "NOT_YOUR_SEAT"},
    "AddEntropy": {"no seat": "NO_SUCH_SEAT", "open": "SEAT_VACANT"},
    "Resign": {"no seat": "NO_SUCH_SEAT"},
    "Undo": {"no seat": "NO_SUCH_SEAT", "begun": "NOTHING_TO_UNDO", "*": "NO_SUCH_POINT"},
    "Redo": {"no seat": "NO_SUCH_SEAT", "*": "NOTHING_TO_REDO"},
    "RequestUndo": {"no seat": "NO_SUCH_SEAT", "begun": "NOTHING_TO_UNDO", "*": "NO_SUCH_POINT"},
    "GiveConsent": {"no seat": "NO_SUCH_SEAT", "*": "NOTHING_ASKED"},
    "RefuseConsent": {"no seat": "NO_SUCH_SEAT", "*": "NOTHING_ASKED"},
    "WithdrawRequest": {"no seat": "NO_SUCH_SEAT", "*": "NOTHING_ASKED"},
    "RenewChance": {"*": "CHANCE_NOT_LOST"},
    "ForkTable": {"*": "ORIGIN_NEEDED"},
    "SetOrder": {"no seat": "NO_SUCH_SEAT", "open": "SEAT_VACANT"},
    "CallTime": {"no seat": "NO_SUCH_SEAT", "*": "NOTHING_IS_DUE"},
    "ContestRecord": {"no seat": "NO_SUCH_SEAT"},
    "ContestRefusal": {"no seat": "NO_SUCH_SEAT"},
    "AddEvidence": {"no seat": "NO_SUCH_SEAT", "*": "NO_SUCH_CONTEST"},
    "WithdrawContest": {"no seat": "NO_SUCH_SEAT", "*": "NO_SUCH_CONTEST"},
    "ProposeSettlement": {"no seat": "NO_SUCH_SEAT", "*": "NO_SUCH_CONTEST"},
    "AnswerSettlement": {"no seat": "NO_SUCH_SEAT", "*": "NO_SUCH_CONTEST"},
    "AcceptArbiter": {"no seat": "NO_SUCH_SEAT", "*": "NO_SUCH_CONTEST"},
    "GiveRuling": {"no seat": "NO_SUCH_SEAT", "*": "NO_SUCH_CONTEST"},
    "PutToVote": {"no seat": "NO_SUCH_SEAT", "*": "NO_SUCH_CONTEST"},
    "VoteOnRuling": {"no seat": "NO_SUCH_SEAT", "*": "NO_SUCH_CONTEST"},
    "Appeal": {"no seat": "NO_SUCH_SEAT", "*": "NO_SUCH_CONTEST"},
    "TakeVacation": {"no seat": "NO_SUCH_SEAT", "*": "NO_TIME_CONTROL"},
    "EndVacation": {"no seat": "NO_SUCH_SEAT", "*": "NO_TIME_CONTROL"},
    "GrantTime": {"*": "NO_TIME_CONTROL"},
    "AnswerForSeat": {"*": "NO_TIME_CONTROL"},
    "FreeSeat": {"*": "AWAITED_TOO_SHORTLY"},
}  # fmt: skip
PLAYED = {phase: in_phase(phase) for phase in Phase}


def listed() -> dict[str, tuple[set[str], set[str]]]:
    phases = {phase.value for phase in Phase}
    rows = [line.split() for line in LIST.split("\n") if line]
    return {name: (set(words) - phases, set(words) & phases) for name, *words in rows}


def expected(name: str, speaker: str, phase: Phase) -> str:
    who, when = listed()[name]
    if not ({speaker, "seat" if SPEAKERS[speaker] >= 0 else speaker} & who):
        return "NOT_PERMITTED"
    if speaker == "arbiter" and phase is Phase.UNOPENED:
        return "NO_ARBITER"
    if phase.value not in when:
        return "WRONG_LIFE_PHASE"
    answers = FURTHER.get(name, {})
    keys = (speaker, f"{speaker} in {phase.value}", phase.value, "*")
    return next((answers[key] for key in keys if key in answers), "accepted")


@pytest.mark.clause("T-10")
def test_the_list_is_the_one_that_the_kernel_keeps():
    names = {HOST: "host", ARBITER: "arbiter", SERVER: "server", SEAT: "seat"}
    kept = {
        command.__name__: ({names[who] for who in speakers}, {phase.value for phase in phases})
        for command, (speakers, phases) in PERMISSIONS.items()
    }
    assert kept == listed()
    assert set(PERMISSIONS) == set(TABLE_COMMANDS)
    assert list(COMMANDS) == [command.__name__ for command in TABLE_COMMANDS]


@pytest.mark.clause("T-10")
@pytest.mark.parametrize("phase", Phase, ids=lambda phase: phase.value)
@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_is_accepted_or_refused_as_listed(name: str, phase: Phase):
    answers = {}
    for speaker, by in SPEAKERS.items():
        play = PLAYED[phase].copy()
        result = play.ask(by, COMMANDS[name])
        answers[speaker] = result.code if isinstance(result, Refusal) else "accepted"
    assert answers == {speaker: expected(name, speaker, phase) for speaker in SPEAKERS}


@pytest.mark.clause("T-12")
@pytest.mark.parametrize("phase", Phase, ids=lambda phase: phase.value)
def test_the_game_is_played_while_it_is_begun_and_not_paused_and_not_finished(phase: Phase):
    play = PLAYED[phase].copy()
    if phase is Phase.BEGUN:
        play.do(0, RollDie())
    else:
        assert play.refused(0, RollDie()) == "GAME_NOT_ACTIVE"
        assert play.table.prompts == ()


@pytest.mark.clause("T-1", "T-2", "T-3", "T-4", "T-5", "T-8", "T-9", "T-31")
def test_a_table_goes_through_its_life():
    play = opened()
    assert play.table.phase is Phase.OPEN
    play.do(0, TakeSeat(0, "ada"))
    play.do(HOST, TakeSeat(1, "bob"))
    assert play.table.phase is Phase.SEATED
    play.do(1, LeaveSeat(1))
    assert play.table.phase is Phase.OPEN
    play.do(1, TakeSeat(1, "cyd"))
    play.do(HOST, BeginGame())
    assert play.table.phase is Phase.BEGUN
    play.do(ARBITER, PauseTable())
    play.do(HOST, ResumeTable())
    assert play.table.phase is Phase.BEGUN
    finished = in_phase(Phase.FINISHED)
    assert finished.table.finished.scores == tuple(finished.table.game.scores)
    finished.do(SERVER, CloseTable(SEED.hex()))
    assert finished.table.closed.seed == SEED.hex()
    assert finished.table.phase is Phase.CLOSED


@pytest.mark.clause("T-7")
@pytest.mark.parametrize("phase", [Phase.OPEN, Phase.SEATED, Phase.BEGUN, Phase.PAUSED], ids=lambda phase: phase.value)
def test_an_abandoned_table_has_no_result_and_can_only_be_closed(phase: Phase):
    play = PLAYED[phase].copy()
    play.do(HOST, AbandonTable())
    assert play.table.phase is Phase.ABANDONED
    assert play.table.finished is None
    play.do(HOST, CloseTable(SEED.hex()))
    assert play.table.phase is Phase.CLOSED


@pytest.mark.clause("T-1")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "UNKNOWN_GAME"),
        ({"edition": "3"}, "UNKNOWN_EDITION"),
        ({"seats": 5}, "WRONG_SEAT_COUNT"),
        ({"options": "{"}, "BAD_OPTIONS"),
        ({"options": ""}, "BAD_OPTIONS"),
        ({"options": "[]"}, "BAD_OPTIONS"),
        ({"options": '{"cards":3}'}, "BAD_OPTIONS"),
        ({"options": '{"cards":"many"}'}, "BAD_OPTIONS"),
        ({"options": '{"wings":1}'}, "BAD_OPTIONS"),
        ({"options": '{"cards":' + "9" * 400 + "}"}, "BAD_OPTIONS"),
        ({"options": '{"marks":' + "[" * 10_000}, "BAD_OPTIONS"),
        ({"options": '{"cards":4,"hand":3}'}, "TOO_FEW_CARDS"),
        ({"options": '{"marks":["\ud800"]}'}, "BAD_OPTIONS"),
        ({"options": "\udfff"}, "BAD_OPTIONS"),
    ],
)
def test_a_table_is_not_opened_for_what_its_rulebook_does_not_know(change: dict[str, object], code: str):
    play = in_phase(Phase.UNOPENED)
    asked = {"game": "trumps", "edition": "1", "seats": 2, "host": "hanna", "commitment": "0" * 64, **change}
    assert play.refused(HOST, OpenTable(**asked)) == code


@pytest.mark.clause("T-1")
def test_options_are_stored_whole_with_their_defaults_in_one_form():
    play = opened(options=' {"marks": ["z", "a", "m"], "cards": 20} ')
    assert play.table.opened.options == '{"cards":20,"hand":2,"rounds":4,"marks":["a","m","z"]}'


@pytest.mark.clause("T-2")
def test_a_person_holds_at_most_one_seat_and_a_seat_at_most_one_person():
    play = opened(3)
    play.do(0, TakeSeat(0, "ada"))
    assert play.refused(1, TakeSeat(1, "ada")) == "ALREADY_SEATED"
    assert play.refused(0, TakeSeat(0, "bob")) == "SEAT_TAKEN"
    assert play.refused(HOST, TakeSeat(3, "bob")) == "NO_SUCH_SEAT"


@pytest.mark.clause("T-2", "T-6")
def test_a_resigned_seat_is_played_by_host_or_server_until_somebody_takes_it():
    play = begun(3)
    hand = tuple(play.table.game.hands[0])
    result = play.do(0, Resign())
    assert [type(record.event).__name__ for record in result.records] == ["SeatResigned", "HandGone"]
    assert result.records[1].event.cards == hand
    assert play.table.seats[0].resigned
    assert play.refused(0, Nudge(1)) == "SEAT_VACANT"
    assert play.refused(0, Resign()) == "SEAT_VACANT"
    assert play.refused(1, Nudge(1), seat=0) == "NOT_YOUR_SEAT"
    assert play.refused(ARBITER, Nudge(1), seat=0) == "NOT_YOUR_SEAT"
    play.do(HOST, Nudge(1), seat=0)
    play.do(SERVER, RollDie(), seat=0)
    assert play.table.game.active == 1
    assert play.refused(HOST, RollDie(), seat=1) == "NOT_YOUR_SEAT"
    play.do(HOST, TakeSeat(0, "zoe"))
    assert not play.table.seats[0].resigned
    assert play.refused(HOST, RollDie(), seat=0) == "NOT_YOUR_SEAT"


@pytest.mark.clause("T-2")
@pytest.mark.parametrize("command", [Undo(0), Redo(), RequestUndo(0), GiveConsent(), WithdrawRequest(), Resign()])
def test_nobody_speaks_from_a_vacant_seat(command: Command):
    play = begun(3)
    play.do(2, Resign())
    assert play.refused(2, command) == "SEAT_VACANT"


@pytest.mark.clause("T-32")
def test_a_seat_adds_entropy_once_and_only_before_the_game():
    play = seated()
    play.do(1, AddEntropy("1" * 64))
    assert play.refused(1, AddEntropy("2" * 64)) == "ENTROPY_ADDED_ALREADY"
    play.do(0, AddEntropy("0" * 64))
    assert play.table.entropy == {0: "0" * 64, 1: "1" * 64}
    play.do(HOST, BeginGame())
    assert play.refused(1, AddEntropy("2" * 64)) == "WRONG_LIFE_PHASE"


@pytest.mark.clause("T-9", "T-31")
def test_a_table_is_closed_with_the_seed_that_was_committed_to_where_there_is_one():
    play = in_phase(Phase.FINISHED)
    assert play.refused(ARBITER, CloseTable("1" * 64)) == "WRONG_SEED"
    for by in (HOST, ARBITER, SERVER):
        assert play.refused(by, CloseTable()) == "SEED_REQUIRED"
    without = play.copy()
    without.source = Dictated({})
    assert without.refused(ARBITER, CloseTable("1" * 64)) == "WRONG_SEED"
    without.do(ARBITER, CloseTable())
    assert without.table.closed.seed is None
    play.do(ARBITER, CloseTable(SEED.hex()))
    for by, command in ((HOST, CloseTable()), (ARBITER, Undo(9)), (HOST, ResumeTable())):
        assert play.refused(by, command) == "WRONG_LIFE_PHASE"


@pytest.mark.clause("T-35", "T-31")
def test_a_new_epoch_has_its_own_commitment():
    play = begun()
    lasting, play.source = play.source, Dictated({})
    for epoch in (1, 2):
        play.do(SERVER, RenewChance(f"{epoch}" * 64))
        assert (play.table.epoch, play.table.commitment) == (epoch, f"{epoch}" * 64)
    play.source = lasting
    assert play.refused(SERVER, RenewChance("3" * 64)) == "CHANCE_NOT_LOST"
    play.do(HOST, AbandonTable())
    assert play.refused(HOST, CloseTable(SEED.hex())) == "WRONG_SEED"


@pytest.mark.clause("T-35")
def test_chance_that_is_still_there_is_not_begun_anew():
    play = begun()
    assert play.refused(SERVER, RenewChance("1" * 64)) == "CHANCE_NOT_LOST"
    play.do(HOST, PauseTable())
    assert play.refused(SERVER, RenewChance("1" * 64)) == "CHANCE_NOT_LOST"
    assert (play.table.epoch, play.table.commitment) == (0, commitment_to(SEED))


@pytest.mark.clause("T-17")
@pytest.mark.parametrize("phase", [Phase.OPEN, Phase.SEATED, Phase.BEGUN, Phase.PAUSED], ids=lambda phase: phase.value)
def test_that_the_log_was_taken_out_is_a_record_that_everybody_sees_and_nothing_else(phase: Phase):
    play = PLAYED[phase].copy()
    before = play.copy()
    (record,) = play.do(SERVER, DiscloseLog()).records
    assert (record.event, record.by, record.law) == (LogDisclosed(), SERVER, "T-17")
    for viewer in (None, 0, 1):
        assert seen_record(play.table, record, viewer) == record
        assert view_of(play.table, viewer) == view_of(before.table, viewer)
    assert play.table.phase is phase
    assert play.table.prompts == before.table.prompts
    for by in (HOST, ARBITER, 0):
        assert play.refused(by, DiscloseLog()) == "NOT_PERMITTED"


@pytest.mark.clause("T-17", "T-20")
def test_a_log_taken_out_in_between_makes_no_undo_dearer():
    play = begun()
    play.do(0, Nudge(1))
    play.do(SERVER, DiscloseLog())
    play.do(0, Undo(play.version - 2))
    assert play.table.game.markers == [0, 0]


@pytest.mark.clause("T-23")
@pytest.mark.parametrize(
    "command", [Undo(0), Redo(), PauseTable(), ResumeTable(), CloseTable(SEED.hex()), CloseTable()], ids=repr
)
def test_where_a_table_has_no_arbiter_nobody_speaks_as_one(command: Command):
    play = Play()
    play.do(HOST, OpenTable("trumps", "1", 2, "hanna", commitment_to(SEED), '{"rounds":1}'))
    codes = [play.refused(ARBITER, command)]
    for seat in (0, 1):
        play.do(seat, TakeSeat(seat, f"person{seat}"))
    codes.append(play.refused(ARBITER, command))
    play.do(HOST, BeginGame())
    play.do(0, Nudge(1))
    codes.append(play.refused(ARBITER, command))
    finish(play)
    codes.append(play.refused(ARBITER, command))
    assert codes == ["NO_ARBITER"] * 4


@pytest.mark.clause("T-2", "T-21")
@pytest.mark.parametrize("proposed", [False, True], ids=["an undo", "an edition"])
def test_an_open_request_ends_when_somebody_sits_down(proposed: bool):
    play = begun(3)
    play.do(2, Resign())
    play.do(0, RollDie())
    if proposed:
        play.do(HOST, ProposeEdition("2"))
    else:
        play.do(0, RequestUndo(play.version - 3))
    assert play.table.request
    play.do(HOST, TakeSeat(2, "zoe"))
    assert play.table.request is None
    assert play.refused(1, GiveConsent()) == "NOTHING_ASKED"


@pytest.mark.clause("T-3", "T-32")
@pytest.mark.parametrize("by", [1, HOST])
def test_what_a_seat_added_to_the_chance_goes_when_it_is_left(by: int):
    play = seated()
    play.do(0, AddEntropy("a" * 64))
    play.do(1, AddEntropy("1" * 64))
    play.do(by, LeaveSeat(1))
    assert play.table.entropy == {0: "a" * 64}
    play.do(1, TakeSeat(1, "cyd"))
    play.do(1, AddEntropy("2" * 64))
    assert play.table.entropy == {0: "a" * 64, 1: "2" * 64}
    assert play.refused(1, AddEntropy("3" * 64)) == "ENTROPY_ADDED_ALREADY"
    assert digest(fold(play.table.id, play.table.rulebook, play.table.records)) == digest(play.table)


@pytest.mark.clause("T-24")
def test_under_an_edition_that_the_rulebook_does_not_know_nothing_is_played():
    play = begun()
    play.do(0, Nudge(1))
    again = Play(Newer())
    again.table, again.asked = fold(play.table.id, again.table.rulebook, play.table.records), play.asked
    assert again.table.edition not in again.table.rulebook.editions
    refusal = again.ask(0, RollDie())
    assert isinstance(refusal, Refusal)
    assert refusal == Refusal("UNKNOWN_EDITION", "T-24", edition="1")
    again.do(HOST, ProposeEdition("3"))
    for seat in (0, 1):
        again.do(seat, GiveConsent())
    again.do(0, RollDie())


class Newer(Toy):
    """A rulebook that has forgotten the edition that the table was opened in."""

    editions = (Edition("3"),)


@pytest.mark.clause("T-24")
def test_all_that_is_said_about_a_proposed_edition_follows_from_its_clause():
    play = begun(2)
    play.do(HOST, ProposeEdition("2"))
    answers = [
        play.ask(HOST, ProposeEdition("2")), play.ask(1, WithdrawRequest()),
        play.copy().ask(1, RefuseConsent()), play.copy().ask(HOST, WithdrawRequest()), play.ask(1, GiveConsent()),
        play.ask(1, GiveConsent()),
    ]  # fmt: skip
    said = [each.clause if isinstance(each, Refusal) else each.records[0].law for each in answers]
    assert said == ["T-24"] * 6
    play.do(HOST, WithdrawRequest())
    play.do(0, RollDie())
    play.do(0, RequestUndo(play.version - 3))
    asked = play.do(1, GiveConsent())
    assert [record.law for record in asked.records] == ["T-21", "T-21"]


@pytest.mark.clause("T-24", "T-66")
@pytest.mark.parametrize(
    "proposal", [ProposeEdition("2"), ProposeTime(TimeControl(60))], ids=lambda one: type(one).__name__
)
def test_a_proposal_stands_while_the_game_goes_on_and_who_asks_for_an_undo_ends_it(proposal: Command):
    play = begun(2)
    play.do(HOST, proposal)
    play.do(1, GiveConsent())
    turn = play.version
    play.do(0, Nudge(1))
    play.do(0, Undo(turn))
    play.do(0, RollDie())
    assert (play.table.request.agreed, play.table.request.asked) == ({1}, {0, 1})
    other = play.copy()
    other.do(0, RequestUndo(turn))
    assert other.table.request.to_version == turn
    other.do(0, WithdrawRequest())
    assert other.refused(1, GiveConsent()) == "NOTHING_ASKED"
    done = play.do(0, GiveConsent())
    assert type(done.records[-1].event) in (EditionAdopted, TimeArranged)
    assert play.table.request is None


@pytest.mark.clause("T-24")
def test_an_edition_is_adopted_when_all_seats_agree_and_changes_decisions_only_from_then_on():
    play = in_phase(Phase.BEGUN, seats=3)
    assert play.refused(HOST, ProposeEdition("9")) == "UNKNOWN_EDITION"
    play.do(HOST, ProposeEdition("2"))
    assert play.table.request.asked == {0, 1, 2}
    for seat in (0, 1):
        play.do(seat, GiveConsent())
        assert play.table.edition.name == "1"
    result = play.do(2, GiveConsent())
    assert isinstance(result, Accepted)
    assert play.table.edition.has("double-sixes")
    assert play.table.game.edition is play.table.edition
    assert play.table.request is None


@pytest.mark.clause("T-24")
def test_an_edition_is_adopted_at_once_where_no_seat_is_held():
    play = begun(1)
    play.do(0, Resign())
    play.do(HOST, ProposeEdition("2"))
    assert play.table.edition.name == "2"
