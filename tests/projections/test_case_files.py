"""Case files: what they tell of a decision, the law, the chance, and the course of a contest."""

from random import Random

import msgspec
import pytest

from domain.table.clauses import Clause, Law
from domain.table.disputes.messages import (
    AnswerSettlement,
    Appeal,
    ContestRecord,
    ContestRefusal,
    GiveRuling,
    ProposeSettlement,
    PutToVote,
    Remedy,
    VoteOnRuling,
)
from domain.table.lifecycle import CloseTable, Resign, Undo
from domain.table.messages import ARBITER, HOST
from domain.table.records import Draw
from domain.table.refusals import Refusal
from domain.table.table import fold
from domain.table.wire import command_text
from projections.disputes import NEUTRAL, case_file, readers
from projections.disputes.case import case_scenes
from projections.disputes.case_text import case_text
from projections.disputes.difference import said
from projections.disputes.known import MOST_FACTS
from tests.projections.case_tables import (
    ARGUMENT,
    EARLIER,
    ROLLED,
    TEXTS,
    case_of,
    city_case,
    contested_city,
    contested_flick,
    contested_roll,
    submitted,
    version_of,
)
from tests.table.play import SEED, Play, begun, finish
from tests.table.toy import LAW, CallVote, DrawCard, Nudge, RollDie, Toy, Vote

# --- What was decided -------------------------------------------------------------------------------------------------


def test_a_case_tells_what_was_commanded_by_whom_when_and_what_happened() -> None:
    play = contested_roll()
    version = version_of(play.table, "DieRolled")
    decision = case_of(play).decision
    assert (decision.version, decision.before, decision.after) == (version, version - 1, version + 2)
    assert (decision.by, decision.seat, decision.edition, decision.phase) == (0, 0, "1", "begun")
    assert decision.at == play.table.records[version - 1].at
    assert decision.command is not None
    assert (decision.command.name, decision.command.clause) == ("RollDie", ROLLED)
    assert [(told.event, told.clause, told.contested) for told in decision.events] == [
        ("DieRolled", ROLLED, True),
        ("Scored", ROLLED, False),
        ("TurnPassed", "TOY-1", False),
    ]


def test_the_host_who_played_for_a_vacant_seat_is_told_apart_from_it() -> None:
    play = begun(3)
    play.do(0, Resign())
    play.do(HOST, RollDie(), seat=0)
    play.do(1, ContestRecord(version_of(play.table, "DieRolled"), ROLLED))
    case = case_of(play)
    assert (case.decision.by, case.decision.seat) == (HOST, 0)
    assert "By the host for north, " in case_text(case)


def test_what_changed_is_told_in_words() -> None:
    play = contested_roll()
    (public,) = case_of(play).changes
    scored = play.table.game.scores[0]
    assert [said(change) for change in public.changes] == [f"scores of north: 0 → {scored}", "awaited: north → east"]


def test_even_the_first_record_of_a_table_can_be_told_of() -> None:
    play = begun()
    play.do(0, ContestRecord(1, "T-1"))
    case = case_of(play, reader=NEUTRAL)
    assert case.decision.phase == "unopened"
    assert [sight.view for sight in case.sights] == [None] * 3
    assert (case.legal.seat, case.legal.awaited, case.legal.offers) == (-1, (), ())
    assert case.clauses[0].law == "table"
    text = case_text(case)
    assert "It was no seat's move." in text
    assert "there was nothing to see" in text
    assert case_scenes(play.table, 1, None) == (None, None)


def test_a_contest_that_there_is_not_is_refused() -> None:
    with pytest.raises(Refusal, match="NO_SUCH_CONTEST"):
        case_of(contested_roll(), 2)


def test_a_move_that_was_made_again_is_told_as_the_move_that_it_was() -> None:
    play = begun(3)
    play.do(0, Nudge(1))
    nudged = version_of(play.table, "Nudged")
    play.do(0, RollDie())
    play.do(1, Nudge(2))
    play.do(1, ContestRecord(nudged, "TOY-5"))
    play.do(ARBITER, GiveRuling(1, "overturned", Remedy(rewind=nudged - 1, reapply=True)))
    again = version_of(play.table, "Nudged")
    assert again > nudged + 5
    play.do(2, ContestRecord(again, "TOY-5"))
    case = case_of(play, 2)
    assert case.decision.seat == 1
    assert case.decision.command is not None
    assert case.decision.command.fields == {"steps": 2}
    assert [told.event for told in case.decision.events] == ["Reapplied", "Nudged"]
    assert [said(change) for change in case.changes[0].changes] == ["markers of east: 0 → 2"]


# --- Refusals ---------------------------------------------------------------------------------------------------------


def contested_refusal() -> Play:
    """Seat 0's second nudge was refused, and it contests that; then it has rolled."""
    play = begun(3)
    play.do(0, Nudge(1))
    at = play.version
    play.refused(0, Nudge(2))
    play.do(0, ContestRefusal(at, at, 0, command_text(Nudge(2)), "TOY-5", ARGUMENT))
    play.do(0, RollDie())
    return play


def test_a_contested_refusal_is_told_with_its_command_and_what_happened_instead() -> None:
    play = contested_refusal()
    case = case_of(play)
    decision = case.decision
    assert decision.refusal is not None
    assert (decision.refusal.code, decision.refusal.sentence) == (
        "NUDGED_ALREADY",
        "Your marker has moved in this turn.",
    )
    assert decision.command is not None
    assert decision.command.words == "Nudge: steps 2"
    assert (decision.events, decision.before, decision.after) == ((), decision.version, play.version)
    assert [told.event for told in decision.afterwards] == ["DieRolled", "Scored", "TurnPassed"]
    assert case.clauses[0].why == ("cited", "refusal", "command")
    assert "Refused: Your marker has moved in this turn. [TOY-5]" in case_text(case)


def test_after_a_ruling_the_refusal_is_followed_to_what_the_remedy_did() -> None:
    play = contested_refusal()
    play.do(ARBITER, GiveRuling(1, "overturned", Remedy(points=(0, 2, 0))))
    ruled = play.version
    play.do(1, RollDie())
    assert case_of(play).decision.after == ruled


# --- The law ----------------------------------------------------------------------------------------------------------


def test_the_cited_clause_comes_first_and_each_clause_once_with_all_reasons() -> None:
    clauses = city_case().clauses
    assert [clause.id for clause in clauses] == ["B-9", "B-6", "B-12", "B-1", "B-3"]
    assert clauses[0].why == ("cited", "record", "score")
    assert clauses[1].why == ("record", "command")
    assert all(clause.text and clause.law == "carcassonne" and not clause.changed for clause in clauses)
    assert [point.number for point in clauses[0].register] == [6, 9, 28]


class Reworded(Toy):
    """A game whose clause reads otherwise than when it was cited, and another one stands in it no more."""

    @property
    def law(self) -> Law:
        kept = [clause for clause in LAW if clause.id not in (ROLLED, "TOY-1")]
        return Law([Clause(ROLLED, "Roll", "A die is rolled.", "Of six sides.", "page 3"), *kept])


def test_a_clause_that_reads_otherwise_than_it_was_cited_is_flagged() -> None:
    play = contested_roll()
    table = fold(play.table.id, Reworded(), play.table.records)
    case = case_file(table, 1, None, {}, ())
    clause, gone = case.clauses
    assert (clause.id, clause.changed, clause.cited_hash) == (ROLLED, True, LAW[ROLLED].hash)
    assert (clause.text, clause.note, clause.source) == ("A die is rolled.", "Of six sides.", "page 3")
    assert (gone.id, gone.text, gone.changed) == ("TOY-1", None, False)
    text = " ".join(case_text(case).split())
    assert "! The text has changed since it was cited" in text
    assert "! This clause stands in the law no more." in text


# --- What could be seen, done and known -------------------------------------------------------------------------------


def test_where_nothing_is_hidden_everybody_is_told_the_offers() -> None:
    table = contested_city().table
    cases = [case_file(table, 1, reader, TEXTS, ()) for reader in readers(table)]
    assert len({msgspec.json.encode(case.legal) for case in cases}) == 1
    assert [len(case.sights) for case in cases] == [1] * 4
    assert cases[0].legal.offers is not None
    assert [offer.listed for offer in cases[0].legal.offers] == [
        ("putting nothing",),
        ("putting a follower: follower, segment city:0", "putting a follower: follower, segment farm:0"),
    ]


def test_many_offers_are_counted() -> None:
    match = contested_city()
    table = match.table
    match.turn("V 1,0 1")
    (placing,) = table.rulebook.legal(table.game, 0)
    submitted(match, 0, placing.sample(Random(1)))
    submitted(match, 1, ContestRecord(version_of(table, "TilePlaced"), "B-4"))
    (offer,) = case_file(table, 2, None, {}, ()).legal.offers or ()
    assert offer.listed == ()
    assert offer.count > 12
    assert f"laying the tile, in {offer.count} ways [B-4]" in case_text(case_file(table, 2, None, {}, ()))


def test_a_rule_that_no_list_can_hold_is_told_by_its_clause() -> None:
    table = contested_flick()
    case = case_file(table, 1, None, {}, ())
    ruled = [offer for offer in case_file(table, 1, NEUTRAL, {}, ()).legal.offers or () if offer.ruled]
    assert ruled
    assert all(offer.explanation and not offer.listed for offer in ruled)
    assert case.legal.offers is None


def test_could_they_have_known_names_the_record_and_who_was_shown_it() -> None:
    play = begun(3)
    play.do(0, DrawCard())
    play.do(1, RollDie())
    play.do(2, ContestRecord(version_of(play.table, "DieRolled"), ROLLED))
    known = case_of(play).known
    assert known.until == version_of(play.table, "DieRolled") - 1
    assert [fact.version for fact in known.facts] == sorted((fact.version for fact in known.facts), reverse=True)
    newest = known.facts[0]
    assert (newest.version, newest.what, newest.public, newest.shown_to) == (
        version_of(play.table, "CardsDrawn"),
        ("cards",),
        False,
        (0,),
    )


def test_what_was_shown_and_then_undone_was_seen_all_the_same() -> None:
    play = begun(3)
    play.do(0, RollDie())
    rolled = version_of(play.table, "DieRolled")
    play.do(ARBITER, Undo(rolled - 1))
    play.do(0, RollDie())
    play.do(1, ContestRecord(version_of(play.table, "DieRolled"), ROLLED))
    fact = case_of(play).known.facts[0]
    assert (fact.version, fact.what, fact.public, fact.counts) == (rolled, ("chance",), True, False)
    assert "shown to everybody (undone since, but seen)" in case_text(case_of(play))


def test_what_was_known_is_bounded_and_the_rest_is_counted() -> None:
    play = begun(3, options='{"rounds":30}')
    for turn in range(MOST_FACTS + 3):
        play.do(turn % 3, RollDie())
    play.do(0, ContestRecord(version_of(play.table, "DieRolled"), ROLLED))
    known = case_of(play).known
    # Six cards were dealt, and the last roll is the contested one.
    assert (len(known.facts), known.left_out) == (MOST_FACTS, 6 + MOST_FACTS + 2 - MOST_FACTS)


def test_a_secret_vote_is_known_to_its_seat_and_shown_votes_to_everybody() -> None:
    play = begun(2)
    play.do(0, CallVote())
    play.do(1, Vote(True))
    play.do(0, Vote(False))
    play.do(1, RollDie())
    play.do(0, ContestRecord(version_of(play.table, "DieRolled"), ROLLED))
    facts = {fact.version: fact for fact in case_of(play).known.facts}
    assert facts[version_of(play.table, "VotesShown")].public
    assert facts[version_of(play.table, "Voted", 0)].shown_to == (1,)


# --- Chance -----------------------------------------------------------------------------------------------------------


def finished_roll() -> Play:
    play = contested_roll(options='{"rounds":1}')
    play.do(ARBITER, GiveRuling(1, "upheld"))
    finish(play)
    return play


def test_chance_is_confirmed_by_the_published_seed() -> None:
    play = finished_roll()
    before = case_of(play, reader=NEUTRAL).chance
    assert (before.seed, [drawn.proof for drawn in before.draws]) == ("secret", ["unproved"])
    play.do(ARBITER, CloseTable(SEED.hex()))
    chance = case_of(play).chance
    assert (chance.seed, chance.withheld, [drawn.proof for drawn in chance.draws]) == (
        "published",
        False,
        ["confirmed"],
    )
    assert chance.commitment == play.table.opened.commitment  # type: ignore[union-attr]


def test_chance_is_confirmed_by_a_seed_that_is_given_and_by_no_other() -> None:
    play = contested_roll()
    given = case_of(play, reader=NEUTRAL, seed=SEED).chance
    assert (given.seed, [drawn.proof for drawn in given.draws]) == ("given", ["confirmed"])
    foreign = case_of(play, reader=NEUTRAL, seed=bytes(32)).chance
    assert (foreign.seed, [drawn.proof for drawn in foreign.draws]) == ("foreign", ["unproved"])


def test_a_value_that_does_not_follow_from_the_seed_is_told_loudly() -> None:
    play = finished_roll()
    at = version_of(play.table, "DieRolled", 0)
    record = play.table.records[at - 1]
    (draw,) = record.draws
    false = Draw(draw.label, draw.number, draw.bound, (draw.value + 1) % draw.bound)
    play.table.records[at - 1] = msgspec.structs.replace(record, draws=(false,))
    play.do(ARBITER, CloseTable(SEED.hex()))
    case = case_of(play)
    assert [drawn.proof for drawn in case.chance.draws] == ["wrong"]
    assert "WRONG: computed again from the seed" in " ".join(case_text(case).split())


def test_nothing_is_claimed_of_dictated_chance() -> None:
    case = city_case()
    assert (case.chance.seed, {drawn.proof for drawn in case.chance.draws}) == ("unclaimed", {"unclaimed"})


# --- The course of the contest ----------------------------------------------------------------------------------------


def test_texts_are_quoted_and_a_missing_one_says_why() -> None:
    case = city_case()
    assert case.argument is not None
    assert case.argument.text == TEXTS[ARGUMENT]
    evidence = next(step for step in case.course if step.record.event == "EvidenceAdded")
    assert evidence.text is not None
    assert (evidence.text.text, evidence.text.missing) == (None, "forgotten")
    assert [told.event for told in evidence.named] == ["TilePlaced"]
    unknown = case_file(contested_city().table, 1, None, {}, ())
    assert unknown.argument is not None
    assert unknown.argument.missing == "not here"


def test_rulings_are_told_with_remedy_reasons_and_effect() -> None:
    (ruling,) = city_case().rulings
    assert (ruling.judge, ruling.outcome, ruling.by, ruling.final) == ("arbiter", "overturned", ARBITER, False)
    assert ruling.remedy.words == "nothing goes back, points for red 0, blue 1"
    assert ruling.remedy.points == (0, 1)
    assert ruling.reasons is not None
    assert ruling.reasons.text == "Its edges all meet."
    assert [told.event for told in ruling.effects] == ["ScoreAdjusted"]
    assert [said(change) for change in ruling.changes[0].changes] == ["scores of blue: 0 → 1"]


def test_a_settlement_is_told_among_the_rulings() -> None:
    play = contested_roll()
    play.do(1, ProposeSettlement(1))
    waiting = case_of(play)
    assert (waiting.standing.status, waiting.standing.settling) == ("open", (0,))
    assert "A settlement is proposed to north." in case_text(waiting)
    play.do(0, AnswerSettlement(1, True))
    (ruling,) = case_of(play).rulings
    assert (ruling.judge, ruling.outcome, ruling.effects) == ("parties", "settled", ())
    assert "Settled by the parties, " in case_text(case_of(play))


def test_an_appeal_and_the_vote_on_it_are_told_in_their_order() -> None:
    play = contested_roll()
    play.do(ARBITER, GiveRuling(1, "upheld"))
    play.do(1, Appeal(1, ARGUMENT))
    case = case_of(play)
    assert (case.standing.status, case.standing.judge) == ("appealed", "vote")
    play.do(1, PutToVote(1, "overturned", Remedy(points=(-1, 0, 0))))
    play.do(0, VoteOnRuling(1, "no"))
    voting = case_of(play).standing
    assert (voting.voting, voting.voting_until) == ((1, 2), None)
    play.do(1, VoteOnRuling(1, "yes"))
    play.do(2, VoteOnRuling(1, "yes"))
    case = case_of(play)
    assert [step.record.event for step in case.course] == [
        "RecordContested", "Ruled", "Appealed", "VoteOpened", "VoteGiven", "VoteGiven", "VoteGiven", "VoteClosed", "Ruled",
    ]  # fmt: skip
    assert [(ruling.judge, ruling.final) for ruling in case.rulings] == [("arbiter", False), ("vote", True)]
    assert case.standing.judge is None


def test_earlier_rulings_are_those_on_the_same_clauses_and_not_the_case_itself() -> None:
    table = contested_city().table
    own = msgspec.structs.replace(EARLIER[0], table=table.id, contest=1)
    later = msgspec.structs.replace(EARLIER[0], table="othertable25", at=2 * 10**15)
    minor = msgspec.structs.replace(EARLIER[0], table="othertable26", clause="B-6", at=3 * 10**15)
    case = case_file(table, 1, None, {}, (minor, own, *EARLIER, later))
    assert [one.table for one in case.earlier] == ["othertable25", "othertable23", "othertable26"]
