"""Bundles that somebody changed: records and parts, with everything but the one key."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
import pytest

from domain.table.writings import Writing
from infra import exports
from infra.bundles import (
    Bundle,
    ClauseText,
    EditionText,
    MissingText,
    Picture,
    Text,
    seal_bundle,
    unseal_bundle,
)
from infra.signing import Signer
from infra.verification import Report
from tests.infra.disputed import checked, sound
from tests.infra.test_tampering import Change, find, forged

FORGER = Signer(bytes(range(32)))


# --- Changed records, signed again ------------------------------------------------------------------------------------


def resigned(data: bytes, change: Change) -> Report:
    """Records are changed, and leaves, chain, digest and signature made to fit, by somebody who has the salts."""
    bundle = unseal_bundle(data).value
    export = exports.unseal(forged(exports.seal(bundle.export, FORGER), change)).export
    return checked(seal_bundle(msgspec.structs.replace(bundle, export=export), FORGER))


def told(report: Report) -> list[str]:
    return [*map(str, report.faults), *map(str, report.differences)]


def behind(records: list[list[Any]], record: list[Any]) -> list[list[Any]]:
    return records[records.index(record) + 1 :]


def ruled(records: list[list[Any]], nth: int = 1) -> list[Any]:
    """The ruling with a correction; the last one is by vote, on appeal."""
    return find(records, "T.ruled", nth)


def points_of_the_ruling(records: list[list[Any]]) -> None:
    ruled(records)[2][3]["points"][1] = 9


def points_of_command_and_ruling(records: list[list[Any]]) -> None:
    ruled(records)[2][3]["points"][1] = 9
    ruled(records)[5][2]["remedy"]["points"][1] = 9


def points_that_followed(records: list[list[Any]]) -> None:
    find(behind(records, ruled(records)), "T.adjust")[2][2][0][1] = 9


def who_gets_the_points(records: list[list[Any]]) -> None:
    find(behind(records, ruled(records)), "T.adjust")[2][1][0] = 0


def the_undo_that_followed(records: list[list[Any]]) -> None:
    find(behind(records, ruled(records)), "T.undo")[2][1] -= 1


def the_card_of_the_correction(records: list[list[Any]]) -> None:
    find(behind(records, ruled(records)), "drawn")[2][2][0] += 1


def a_point_more_behind(records: list[list[Any]]) -> None:
    adjusted = find(behind(records, ruled(records)), "T.adjust")
    records.insert(records.index(adjusted) + 1, [*adjusted])


def nothing_follows(records: list[list[Any]]) -> None:
    del records[records.index(find(behind(records, ruled(records)), "T.adjust"))]


def the_clause_of_what_followed(records: list[list[Any]]) -> None:
    find(behind(records, ruled(records)), "T.undo")[4] = "T-23"


def another_move_made_again(records: list[list[Any]]) -> None:
    find(records, "T.again")[2][2] = 1


def a_move_made_again_by_another(records: list[list[Any]]) -> None:
    find(records, "T.again")[2][1] = 2


def a_move_made_again_otherwise(records: list[list[Any]]) -> None:
    again = find(records, "T.again")
    find(behind(records, again), "rolled")[2][2] = 1 + find(behind(records, again), "rolled")[2][2] % 6


def a_request_that_wanted_no_moves_again(records: list[list[Any]]) -> None:
    asked = find(records, "T.ask")
    asked[2][3] = asked[5][2]["reapply"] = False


def the_outcome(records: list[list[Any]]) -> None:
    ruled(records, 0)[2][2] = "overturned"


def the_reasons(records: list[list[Any]]) -> None:
    ruled(records)[2][4] = None


def the_judge(records: list[list[Any]]) -> None:
    ruled(records, 0)[2][5] = "vote"


def the_judge_of_the_vote(records: list[list[Any]]) -> None:
    ruled(records, 2)[2][5] = "arbiter"


def the_speaker(records: list[list[Any]]) -> None:
    ruled(records, 0)[1] = -1


def that_it_is_final(records: list[list[Any]]) -> None:
    ruled(records, 0)[2][6] = True


def a_count(records: list[list[Any]]) -> None:
    find(records, "T.count")[2][2] += 1


def the_result_of_the_vote(records: list[list[Any]]) -> None:
    find(records, "T.count")[2][5] = False


def a_vote(records: list[list[Any]]) -> None:
    voted = find(records, "T.vote", 1)
    voted[2][3] = voted[5][2]["choice"] = "no"


def who_votes(records: list[list[Any]]) -> None:
    find(records, "T.vote", 1)[2][2] = 0


def who_may_vote(records: list[list[Any]]) -> None:
    find(records, "T.poll")[2][5] = [1, 2]


def the_quorum(records: list[list[Any]]) -> None:
    arranged = find(records, "T.rules")
    arranged[2][4] = arranged[5][2]["quorum"] = 3
    voted = find(records, "T.vote", 0)
    voted[2][3] = voted[5][2]["choice"] = "abstain"
    find(records, "T.count")[2][3:5] = [0, 1]


def the_vote_on_another_remedy(records: list[list[Any]]) -> None:
    polled = find(records, "T.poll")
    polled[2][3]["points"][1] = polled[5][2]["remedy"]["points"][1] = 7


def an_answer_to_the_settlement(records: list[list[Any]]) -> None:
    answered = find(records, "T.answer")
    answered[2][3] = answered[5][2]["agrees"] = False


def the_settlement(records: list[list[Any]]) -> None:
    find(records, "T.settled")[2][2]["points"][0] = 5


def who_was_asked_to_settle(records: list[list[Any]]) -> None:
    find(records, "T.offer")[2][3] = [1]


def the_code_of_a_refusal(records: list[list[Any]]) -> None:
    find(records, "T.refused")[2][6] = "DECK_EMPTY"


def the_refused_command(records: list[list[Any]]) -> None:
    refused = find(records, "T.refused")
    refused[2][5] = refused[5][2]["refused"] = '{"command":"RollDie"}'


def the_seat_that_was_contested(records: list[list[Any]]) -> None:
    find(records, "T.contest")[2][3] = 0


RECORDS: list[tuple[Change, str]] = [
    (points_of_the_ruling, "the ruling is another than the one that was proposed"),
    (points_of_command_and_ruling, "and the remedy says ScoreAdjusted((1,), (Term(label='ruling', count=9"),
    (points_that_followed, "it is ScoreAdjusted((1,), (Term(label='ruling', count=9"),
    (who_gets_the_points, "it is ScoreAdjusted((0,)"),
    (the_undo_that_followed, "and the remedy says Undone("),
    (the_card_of_the_correction, "and the remedy says CardsDrawn(1, "),
    (a_point_more_behind, "which does not follow from the remedy"),
    (nothing_follows, "and the remedy says ScoreAdjusted((1,)"),
    (the_clause_of_what_followed, "by T-23, and the remedy says Undone("),
    (another_move_made_again, "was not taken back, or comes out of turn"),
    (a_move_made_again_by_another, "was not of the seat that it is made again for"),
    (a_move_made_again_otherwise, "does not happen as it had happened"),
    (a_request_that_wanted_no_moves_again, "a move is made again, which nobody asked for"),
    (the_outcome, "the ruling is another than the one that was proposed"),
    (the_reasons, "the ruling is another than the one that was proposed"),
    (the_judge, "the seats rule, and no vote on it has passed"),
    (the_judge_of_the_vote, "the arbiter rules, and a vote has passed"),
    (the_speaker, "the arbiter does not rule"),
    (that_it_is_final, "whether the ruling is final does not fit the rulings before it"),
    (a_count, "the votes are 2 yes, 1 no and 0 abstaining, and it counts others"),
    (the_result_of_the_vote, "with 2 yes and 1 no, of which 2 are needed, the vote passes"),
    (a_vote, "the votes are 1 yes, 2 no and 0 abstaining, and it counts others"),
    (who_votes, "who votes had no vote"),
    (who_may_vote, "those who may vote are not those who hold a seat"),
    (the_quorum, "with 2 yes and 0 no, of which 3 are needed, the vote fails"),
    (the_vote_on_another_remedy, "the ruling is another than the one that was proposed"),
    (an_answer_to_the_settlement, "The records cannot be replayed: AssertionError."),
    (the_settlement, "a settlement is another than the one that was proposed"),
    (who_was_asked_to_settle, "not all whom the settlement concerns have agreed to it"),
    (the_code_of_a_refusal, "ContestRefusal: record "),
    (the_refused_command, "NOT_REFUSED (T-52)"),
    (the_seat_that_was_contested, "ContestRecord: record "),
]


@pytest.mark.parametrize(("change", "said"), RECORDS, ids=[change.__name__ for change, _ in RECORDS])
def test_what_somebody_changes_in_the_records_of_a_dispute_is_found(
    bundles: dict[str, bytes], change: Change, said: str
) -> None:
    found = told(resigned(bundles["rich"], change))
    assert any(said in one for one in found), found


def test_signing_again_changes_nothing_but_who_signed(bundles: dict[str, bytes]) -> None:
    for data in bundles.values():
        before, after = sound(data), sound(seal_bundle(unseal_bundle(data).value, FORGER))
        assert (after.proved[1:], after.unproved) == (before.proved[1:], before.unproved)
        assert after.proved[0] != before.proved[0]


# --- Changed parts, signed again --------------------------------------------------------------------------------------


class Part(NamedTuple):
    """What is changed of a bundle, and what is said of it; `fault`: it is wrong, else it is told as not proved."""

    name: str
    change: Callable[[Bundle], dict[str, Any]]
    said: str
    fault: bool


def other(parts: Sequence[Any], at: int, **fields: Any) -> tuple[Any, ...]:
    return tuple(msgspec.structs.replace(part, **fields) if n == at else part for n, part in enumerate(parts))


def cited(bundle: Bundle) -> int:
    return next(n for n, clause in enumerate(bundle.clauses) if clause.id == "TOY-3")


PARTS = [
    Part("a text", lambda b: {"texts": other(b.texts, 1, text="I don't.")}, "not one that the log means", True),
    Part("a salt", lambda b: {"texts": other(b.texts, 1, salt=bytes(16))}, "not one that the log means", True),
    Part("a blank text", lambda b: {"texts": other(b.texts, 0, text=" ")}, "could have been kept (NO_TEXT)", True),
    Part("a text less", lambda b: {"texts": b.texts[1:]}, "neither its words nor why they are missing", True),
    Part("a text twice", lambda b: {"texts": (b.texts[0], *b.texts)}, "not each there once", True),
    Part("texts' order", lambda b: {"texts": b.texts[::-1]}, "not each there once, in the order", True),
    Part(
        "a text more",
        lambda b: {"texts": (*b.texts, Text("person0", bytes(16), "Nobody said it."))},
        "not one that the log means",
        True,
    ),
    Part(
        "a text both there and missing",
        lambda b: {"missing": (MissingText(_hash(b.texts[0]), "not here"),)},
        "neither its words nor why they are missing, or both",
        True,
    ),
    Part(
        "a missing text more",
        lambda b: {"missing": (MissingText("ab" * 32, "forgotten"),)},
        "not each there once",
        True,
    ),
    Part(
        "a text said to be forgotten",
        lambda b: {"texts": b.texts[1:], "missing": (MissingText(_hash(b.texts[0]), "forgotten"),)},
        "1 text not in the file: forgotten with who wrote it.",
        False,
    ),
    Part(
        "who wrote a text",
        lambda b: {"texts": other(b.texts, 1, person="person2")},
        "1 text said to be by somebody else than who named them in the log.",
        False,
    ),
    Part(
        "a cited clause",
        lambda b: {"clauses": other(b.clauses, cited(b), text="Any card is played.")},
        "cites TOY-3 in other words than the file has.",
        False,
    ),
    Part(
        "a clause",
        lambda b: {"clauses": other(b.clauses, 0, note="Not on Sundays.")},
        "Today's law does not have in these words, or not at all: ",
        False,
    ),
    Part("a clause less", lambda b: {"clauses": b.clauses[1:]}, "The file does not have, though its records", False),
    Part(
        "a clause more",
        lambda b: {"clauses": (*b.clauses, ClauseText("Z-1", "", "x", "", ""))},
        "The file has, though no record names them: Z-1.",
        False,
    ),
    Part("a clause twice", lambda b: {"clauses": (b.clauses[0], *b.clauses)}, "not each there once", True),
    Part("the clauses' order", lambda b: {"clauses": b.clauses[::-1]}, "not each there once, in their order", True),
    Part(
        "an edition",
        lambda b: {"editions": (EditionText(b.editions[0].name, ()),)},
        "Editions that the file does not have as today's rulebook has them: 2.",
        False,
    ),
    Part("no edition", lambda b: {"editions": ()}, "Editions that the file does not have as today's", False),
    Part("an edition twice", lambda b: {"editions": b.editions * 2}, "not each there once", True),
    Part("a seed", lambda b: {"seed": "ab" * 32}, "not the one that was published", True),
    Part(
        "a picture",
        lambda b: {"pictures": other(b.pictures, 2, svg=b.pictures[0].svg)},
        "Drawn otherwise today, so that the picture proves nothing, at version: ",
        False,
    ),
    Part(
        "a picture's version",
        lambda b: {"pictures": other(b.pictures, -1 % len(b.pictures), version=10**6)},
        "not of versions of the table",
        True,
    ),
    Part("the pictures' order", lambda b: {"pictures": b.pictures[::-1]}, "not of versions of the table", True),
    Part(
        "a picture of nothing",
        lambda b: {"pictures": (Picture(1, "<svg/>"),)},
        "there is no board to be drawn here: the game had not begun",
        True,
    ),
]


def _hash(text: Text) -> str:
    return Writing(text.salt, text.text).hash


@pytest.mark.parametrize("part", PARTS, ids=[part.name for part in PARTS])
def test_what_somebody_changes_in_the_parts_of_a_bundle_is_found_or_told(bundles: dict[str, bytes], part: Part) -> None:
    bundle = unseal_bundle(bundles["rich"]).value
    changed = msgspec.structs.replace(bundle, **part.change(bundle))
    assert changed != bundle
    report = checked(seal_bundle(changed, FORGER))
    said = [str(fault) for fault in report.faults] if part.fault else report.unproved
    assert any(part.said in one for one in said), (report.faults, report.unproved)
    assert report.good != part.fault


def test_pictures_that_are_left_out_leave_a_sound_bundle(bundles: dict[str, bytes]) -> None:
    """A new signer may leave out what need not be there."""
    bundle = unseal_bundle(bundles["rich"]).value
    assert sound(seal_bundle(msgspec.structs.replace(bundle, pictures=()), FORGER))
