"""How every refusal about disputes is reached, with its clause and its sentence."""

from collections.abc import Callable

from domain.table.disputes.messages import (
    NOTHING,
    AcceptArbiter,
    AddEvidence,
    AnswerSettlement,
    Appeal,
    CallTime,
    ContestRecord,
    ContestRefusal,
    GiveRuling,
    ProposeSettlement,
    PutToVote,
    Remedy,
    VoteOnRuling,
    WithdrawContest,
)  # fmt: skip
from domain.table.lifecycle import BeginGame, CloseTable, GiveConsent, OpenTable, RequestUndo, Resign, TakeSeat, Undo
from domain.table.messages import ARBITER, HOST, SERVER
from domain.table.refusals import Refusal
from domain.table.writings import check_text
from tests.table.disputing import arranged, before, contested, correction, later, rolled
from tests.table.play import SEED, Play, commitment_to, finish
from tests.table.toy import CardsDrawn, CardsPlayed, Nudge, Plan, RollDie, Scored

UPHELD = GiveRuling(1, "upheld")
KEEP = ProposeSettlement(1)


def said(play: Play, by: int, command: object) -> Refusal:
    result = play.ask(by, command)
    assert isinstance(result, Refusal), result
    return result


def after(play: Play, *steps: tuple[int, object]) -> Play:
    for by, command in steps:
        play.do(by, command)
    return play


def ruled(outcome: str = "upheld") -> Play:
    play = contested()
    remedy = Remedy() if outcome == "upheld" else Remedy(rewind=before(play))
    return after(play, (ARBITER, GiveRuling(1, outcome, remedy)))


def voting(**how: object) -> Play:
    return after(contested(judge="vote", **how), (0, PutToVote(1, "upheld")))


def with_a_playing_arbiter() -> Play:
    play = Play()
    play.do(HOST, OpenTable("trumps", "1", 2, "hanna", commitment_to(SEED), "{}", "provable", "person0"))
    for seat in (0, 1):
        play.do(seat, TakeSeat(seat, f"person{seat}"))
    play.do(HOST, BeginGame())
    play.do(0, RollDie())
    play.do(1, ContestRecord(play.version - 1, "TOY-4"))
    return play


def newcomer_votes() -> Refusal:
    play = after(voting(), (1, Resign()), (1, TakeSeat(1, "zoe")))
    return said(play, 1, VoteOnRuling(1, "yes"))


def nobody_sits() -> Refusal:
    play = contested(by=HOST, seats=1, judge="vote")
    play.do(0, Resign())
    return said(play, HOST, PutToVote(1, "upheld"))


def overdue_request() -> Refusal:
    play, _ = rolled(hours=2)
    play.do(0, RequestUndo(play.table.command_span(play.version)[0] - 1))
    later(play, 2)
    return said(play, 1, GiveConsent())


def hidden_record() -> Refusal:
    play = arranged()
    planned = play.do(0, Plan(play.table.game.hands[0][0]))
    return said(play, 1, ContestRecord(planned.first, "TOY-6"))


def asked_too_much() -> Refusal:
    play, _ = rolled()
    for version in range(1, 21):
        play.do(1, ContestRecord(1 + version % 3, f"TOY-{1 + version // 3}"))
    return said(play, 1, ContestRecord(5, "TOY-1"))


def behind_the_ruling() -> Refusal:
    play = ruled()
    return said(play, 0, Undo(before(play)))


def text_refused(text: str) -> Refusal:
    try:
        check_text(text)
    except Refusal as refusal:
        return refusal
    raise AssertionError("the text was accepted")


def finished_with_a_contest() -> Refusal:
    play = arranged(2, options='{"rounds":1}')
    finish(play)
    play.do(0, ContestRecord(play.version, "TOY-1"))
    return said(play, SERVER, CloseTable())


def party_gone() -> Refusal:
    play = contested()
    play.do(0, Resign())
    return said(play, 1, KEEP)


def contested_ruling() -> Refusal:
    play = contested()
    play.do(ARBITER, GiveRuling(1, "overturned", Remedy(points=(1, 0, 0))))
    return said(play, 1, ContestRecord(play.version, "T-57"))


def corrected_by_a_player() -> Refusal:
    play = with_a_playing_arbiter()
    play.do(1, AcceptArbiter(1))
    return said(play, ARBITER, GiveRuling(1, "overturned", correction(Scored((0,), ()))))


def appealed(*since: tuple[int, object], remedy: Remedy = NOTHING) -> Refusal:
    """What the second judge is told where the first ruling gave points, and something has happened since."""
    play = contested(judge="vote")
    after(
        play,
        (0, PutToVote(1, "overturned", Remedy(points=(1, 0, 0)))),
        *((n, VoteOnRuling(1, "yes")) for n in range(3)),
    )
    after(play, *since, (0, Appeal(1)))
    return said(play, ARBITER, GiveRuling(1, "overturned" if remedy.rewind else "upheld", remedy))


DISPUTED: dict[str, tuple[Callable[[], Refusal], str, str]] = {
    "UNKNOWN_CLAUSE": (lambda: said(rolled()[0], 1, ContestRecord(9, "TOY-77")), "T-51",
                       "There is no clause 'TOY-77' in the law of this game."),
    "NO_SUCH_RECORD": (lambda: said(rolled()[0], 1, ContestRecord(999, "TOY-4")), "T-51",
                       "This table has the records 1 to 16, not 999."),
    "HIDDEN_RECORD": (hidden_record, "T-51", "Record 13 is hidden from you, so you cannot contest it."),
    "CONTESTED_ALREADY": (lambda: said(contested(), 0, ContestRecord(15, "TOY-4")), "T-51",
                          "This record is contested under this clause already, in contest 1."),
    "TOO_MANY_CONTESTS": (asked_too_much, "T-51",
                          "There are 20 open contests; some of them are to be settled or ruled on first."),
    "NO_SUCH_CONTEST": (lambda: said(contested(), ARBITER, GiveRuling(2, "upheld")), "T-51", "This table has no contest 2."),
    "CONTEST_OVER": (lambda: said(ruled(), ARBITER, UPHELD), "T-51", "Contest 1 is over: upheld."),
    "NOT_REFUSED": (lambda: said(rolled()[0], 0, ContestRefusal(13, 13, 0, '{"command":"RollDie"}', "TOY-4")), "T-52",
                    "This command was not turned down at version 13, by the rules as they are here."),
    "BAD_COMMAND": (lambda: said(rolled()[0], 0, ContestRefusal(13, 13, 0, '{"command":"Roll"}', "TOY-4")), "T-52",
                    "This is no command of the game: command: 'Roll' is not possible here."),
    "NOTHING_ADDED": (lambda: said(contested(), 2, AddEvidence(1)), "T-53", "Evidence is a text, or records, or both."),
    "NOT_YOUR_CONTEST": (lambda: said(contested(), 2, WithdrawContest(1)), "T-63", "Only east can withdraw this contest."),
    "RULED_ALREADY": (lambda: said(after(ruled(), (0, Appeal(1))), 1, WithdrawContest(1)), "T-63",
                      "Contest 1 has been ruled on; it can be appealed against, not withdrawn."),
    "ACCEPTED_ALREADY": (lambda: said(after(contested(), (2, AcceptArbiter(1))), 2, AcceptArbiter(1)), "T-62",
                         "The seat south has already accepted the arbiter."),
    "NOT_RULED": (lambda: said(contested(), 1, Appeal(1)), "T-59",
                  "Contest 1 has not been ruled on, so there is nothing to appeal against."),
    "APPEALED_ALREADY": (lambda: said(after(ruled(), (1, Appeal(1))), 0, Appeal(1)), "T-59",
                         "Contest 1 has been appealed against already, and that is done once."),
    "NOT_A_PARTY": (lambda: said(contested(), 2, KEEP), "T-54",
                    "A settlement is proposed by a party of the contest, not by south."),
    "SETTLEMENT_OPEN": (lambda: said(after(contested(), (1, KEEP)), 0, KEEP), "T-54",
                        "There is an open proposal by east; it is answered first."),
    "NO_CORRECTION_HERE": (lambda: said(contested(), 1, ProposeSettlement(1, correction(Scored((0,), ())))), "T-54",
                           "A settlement goes back or gives points; a correction needs a ruling."),
    "NOTHING_PROPOSED": (lambda: said(contested(), 0, AnswerSettlement(1, True)), "T-54",
                         "No settlement of contest 1 is proposed."),
    "VOTE_RULES": (lambda: said(contested(judge="vote"), ARBITER, UPHELD), "T-58",
                   "Contest 1 is ruled on by vote of the seats."),
    "ARBITER_RULES": (lambda: said(contested(), 1, PutToVote(1, "upheld")), "T-55", "Contest 1 is ruled on by the arbiter."),
    "ARBITER_IS_PARTY": (lambda: said(with_a_playing_arbiter(), ARBITER, UPHELD), "T-62",
                         "The arbiter is a party of this contest; east would have to accept that."),
    "VOTE_OPEN": (lambda: said(voting(), 1, PutToVote(1, "upheld")), "T-58",
                  "There is an open vote, put by north; it is finished first."),
    "NO_VOTERS": (nobody_sits, "T-58", "Nobody holds a seat, so there is nobody to vote."),
    "NO_VOTE_OPEN": (lambda: said(contested(), 1, VoteOnRuling(1, "yes")), "T-58", "There is no open vote on contest 1."),
    "NO_VOTE_HERE": (newcomer_votes, "T-58",
                     "The seat east has no vote here: whoever held it when the vote was opened has left."),
    "VOTED_ALREADY": (lambda: said(after(voting(), (1, VoteOnRuling(1, "no"))), 1, VoteOnRuling(1, "yes")), "T-58",
                      "The seat east has voted already."),
    "NO_REMEDY_HERE": (lambda: said(contested(), ARBITER, GiveRuling(1, "upheld", Remedy(rewind=13))), "T-55",
                       "What is upheld has no remedy."),
    "REMEDY_NEEDED": (lambda: said(contested(), ARBITER, GiveRuling(1, "overturned")), "T-55",
                      "What is overturned needs a remedy: going back, a correction, or points."),
    "PARTY_GONE": (party_gone, "T-54", "The seat of a party is vacant (north): such a contest is ruled on, not settled."),
    "RULING_CONTESTED": (contested_ruling, "T-59",
                         "Record 19 is part of a ruling; a ruling is appealed against, not contested."),
    "SECRETS_CORRECTED": (corrected_by_a_player, "T-56", "As long as the game hides something, an arbiter who plays gives no"
                          " correction: the answer would tell what is hidden."),
    "STILL_RULED": (lambda: appealed((1, Nudge(1)), (1, RollDie()), remedy=Remedy(rewind=25)), "T-59",
                    "What the first ruling did at version 24 would still stand there; go back further, or do without going"
                    " back."),
    "CHANGED_SINCE": (lambda: appealed((1, Nudge(1)), (1, Undo(25))), "T-59",
                      "The history was changed at version 27, after the first ruling: say what is to be done now, by going"
                      " back, a correction or points."),
    "WRONG_POINTS": (lambda: said(contested(), ARBITER, GiveRuling(1, "overturned", Remedy(points=(1, 2)))), "T-57",
                     "A remedy gives points to each of 3 seats, or to none, not to 2."),
    "BAD_CORRECTION": (lambda: said(contested(), ARBITER, GiveRuling(1, "overturned", Remedy(events="[7]"))), "T-56",
                       "This is no correction of the game: [0]: there must be a list, not a whole number."),
    "IMPOSSIBLE_CORRECTION": (lambda: said(contested(), ARBITER, GiveRuling(
        1, "overturned", correction(CardsPlayed(7, (1,))))), "T-56",
        "These events do not fit the state of the game (IndexError)."),
    "RULED_SINCE": (behind_the_ruling, "T-61",
                    "Contest 1 was ruled on at version 18; only the arbiter can go back behind that."),
    "TIME_IS_OVER": (overdue_request, "T-29", "The time to answer is over."),
    "NOTHING_IS_DUE": (lambda: said(contested(), SERVER, CallTime()), "T-29",
                       "Nothing that was asked has waited longer than this table lets it, and nobody's time is over."),
    "CONTESTS_OPEN": (finished_with_a_contest, "T-9",
                      "There are open contests (1); they are settled or ruled on before the table is closed."),
}  # fmt: skip

# What the game itself forbids of a correction.
BROKEN = {
    "CARD_TWICE": correction(CardsDrawn(0, (1,)), CardsDrawn(1, (1,))),
    "SCORE_BELOW_ZERO": Remedy(points=(-6, 0, 0)),
}
