"""Precedents: found by game, clause, edition, words and outcome; flagged where the clause is not what it was."""

from collections.abc import Callable
from pathlib import Path

import pytest
from eventsourcing.persistence import DatabaseError

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.table.clauses import Clause, Law
from domain.table.disputes.messages import AnswerSettlement, ContestRefusal, GiveRuling, ProposeSettlement
from domain.table.messages import ARBITER
from domain.table.wire import command_text
from infra.precedents import Known, Said
from projections.precedents import Precedents, read_precedent
from tests.infra.house import House
from tests.infra.rulings import Rulings
from tests.table.toy import Nudge, Toy, toy

Houses = Callable[..., House]


@pytest.fixture
def rulings(new_house: Houses, tmp_path: Path) -> Rulings:
    return Rulings(new_house(partitions=4), tmp_path)


def texts(known: Known) -> list[str | None]:
    return [said.text if said else None for said in (known.argument, known.reasons, known.appeal)]


# --- Views ------------------------------------------------------------------------------------------------------------


def test_precedents_of_all_partitions_are_found_and_made_anew_they_are_the_same_bytes(rulings: Rulings) -> None:
    tables = [rulings.ruled(("upheld", "overturned")[n % 2]) for n in range(12)]
    rulings.appealed(tables[0])
    rulings.reversed(tables[0])
    rulings.ruled(cited="TOY-1", table_id=tables[1])
    views = [projector.views for projector in rulings.house.projectors]
    assert sum(bool(view.read_all("precedents")) for view in views) > 1
    live = rulings.house.rows()["precedents"]
    assert sorted(live) == sorted([*(f"{table}/1" for table in tables), f"{tables[1]}/2"])
    rulings.house.rebuild()
    assert rulings.house.rows()["precedents"] == live
    found = rulings.precedents.find()
    assert [known.precedent.ruling.at for known in found] == sorted(
        (read_precedent(row).ruling.at for row in live.values()), reverse=True
    )
    assert {(known.origin, known.now) for known in found} == {(None, "same")}


def test_there_are_none_where_nothing_was_ruled(rulings: Rulings) -> None:
    rulings.house.wild(3)
    rulings.house.catch_up()
    assert rulings.precedents.find() == rulings.precedents.on("trumps", ["TOY-5"]) == []


def test_a_row_that_is_none_is_told(rulings: Rulings) -> None:
    table_id = rulings.ruled()
    keys = rulings.house.ledger.partition(table_id).recorder.keys
    rulings.house.client.hset(keys.view(Precedents.name), f"{table_id}/1", b"\x80")
    with pytest.raises(DatabaseError, match="The view of precedents is not readable and has to be made anew"):
        rulings.precedents.find()
    rulings.house.rebuild()
    assert rulings.tables() == [table_id]


# --- Finding ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def four(rulings: Rulings) -> tuple[Rulings, list[str]]:
    """Four tables in the order in which was ruled at them."""
    return rulings, [
        rulings.ruled("upheld", "It stays.", "Too far!", edition="1"),
        rulings.ruled("overturned", "The straße was closed.", None, edition="2"),
        rulings.ruled("upheld", None, "Not in turn.", cited="TOY-1", edition="2"),
        rulings.ruled("overturned", None, None, cited="T-5", edition="1"),
    ]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, [3, 2, 1, 0]),
        ({"game": "trumps"}, [3, 2, 1, 0]),
        ({"game": "carcassonne"}, []),
        ({"edition": "2"}, [2, 1]),
        ({"outcome": "upheld"}, [2, 0]),
        ({"clause": "TOY-1"}, [2]),
        ({"clause": "toy-5"}, [3, 2, 1, 0]),  # what was contested followed from it
        ({"clause": "TOY"}, [3, 2, 1, 0]),
        ({"clause": "T"}, [3]),
        ({"clause": "T-5"}, [3]),
        ({"clause": "TOY-"}, []),
        ({"clause": "TO"}, []),
        ({"clause": ""}, []),
        ({"words": "STRASSE closed"}, [1]),
        ({"words": "closed stays"}, []),
        ({"words": "too far"}, [0]),
        ({"words": "marker goes"}, [1, 0]),  # the text of TOY-5
        ({"words": "  "}, [3, 2, 1, 0]),
        ({"limit": 2}, [3, 2]),
        ({"limit": 2, "offset": 1}, [2, 1]),
        ({"limit": 9, "offset": 3}, [0]),
        ({"offset": 4}, []),
        ({"words": "marker", "limit": 1, "offset": 1}, [0]),
        ({"edition": "1", "outcome": "overturned", "clause": "T-5", "game": "trumps"}, [3]),
    ],
    ids=str,
)
def test_precedents_are_found_by(four: tuple[Rulings, list[str]], asked: dict[str, object], found: list[int]) -> None:
    rulings, tables = four
    known = rulings.precedents.find(**asked)  # type: ignore[arg-type]
    assert [tables.index(one.precedent.table) for one in known] == found


def test_on_a_clause_what_is_final_comes_first_then_what_was_cited_in_this_edition(rulings: Rulings) -> None:
    old, own, final, other = (rulings.ruled(edition=edition) for edition in ("1", "2", "1", "2"))
    rulings.appealed(final)
    rulings.reversed(final)
    rulings.ruled(cited="TOY-2", table_id=other)  # about the same nudge, which follows from TOY-5
    on = rulings.precedents.on

    def tables(*clauses: str, **more: str) -> list[str]:
        return [known.precedent.table for known in on("trumps", clauses, **more)]

    assert tables("TOY-5") == [final, other, other, own, old]
    assert tables("TOY-5", edition="1") == [final, old, other, other, own]
    assert tables("TOY-2", "TOY-3") == [other]
    assert tables("TOY", "T-5") == tables() == []
    assert on("carcassonne", ["TOY-5"]) == []
    assert on("trumps", ["TOY-5"], limit=2) == on("trumps", ["TOY-5"])[:2]


def test_a_refusal_on_a_clause_finds_what_was_ruled_on_another_refusal_by_it_whatever_was_cited(
    rulings: Rulings,
) -> None:
    house = rulings.house
    table_id = house.begun()
    version = house.ledger.current(table_id).version
    assert house.refused(table_id, 0, Nudge(3) if False else Nudge(9)) == "TOO_FAR"
    house.do(table_id, 0, ContestRefusal(version, version, 0, command_text(Nudge(9)), "TOY-1"))
    house.do(table_id, ARBITER, GiveRuling(1, "upheld"))
    house.catch_up()
    [known] = rulings.precedents.on("trumps", ["TOY-5"])
    assert (known.precedent.contested.what, known.precedent.clause, known.title) == ("TOO_FAR", "TOY-1", "Turns")


def test_what_was_settled_on_appeal_is_found_no_more(rulings: Rulings) -> None:
    table_id = rulings.ruled()
    rulings.appealed(table_id)
    assert [known.precedent.standing for known in rulings.precedents.find()] == ["appealed"]
    rulings.house.do(table_id, 0, ProposeSettlement(1))
    rulings.house.do(table_id, 1, AnswerSettlement(1, True))
    rulings.house.catch_up()
    assert rulings.precedents.find() == rulings.precedents.on("trumps", ["TOY-5"]) == []


# --- Texts ------------------------------------------------------------------------------------------------------------


def test_what_people_wrote_is_there_or_why_it_is_not(rulings: Rulings) -> None:
    table_id = rulings.ruled(reasons="Clear.", argument="Unclear.")
    rulings.appealed(table_id)
    [known] = rulings.precedents.find()
    assert texts(known) == ["Unclear.", "Clear.", "The arbiter was asleep."]
    rulings.reversed(table_id)
    [known] = rulings.precedents.find()
    assert known.reasons == Said("He was.")
    rulings.keyring.forget("person1")
    [known] = rulings.precedents.find()
    assert known.argument == Said(None, "forgotten")
    assert rulings.precedents.find(words="unclear") == []
    keys = rulings.house.ledger.partition(table_id).recorder.keys
    rulings.house.client.delete(keys.texts(table_id))
    assert texts(rulings.precedents.find()[0]) == [None, None, None]
    assert rulings.precedents.find()[0].reasons == Said(None, "not here")
    assert rulings.precedents.find(words="turns") == []


def test_where_nothing_was_written_there_is_no_text(rulings: Rulings) -> None:
    rulings.ruled(reasons=None, argument=None)
    assert texts(rulings.precedents.find()[0]) == [None, None, None]


# --- Another law ------------------------------------------------------------------------------------------------------


class Reprinted(Toy):
    """The same game in another printing, where a clause reads otherwise and another one is gone."""

    law = Law(
        [
            Clause(one.id, one.title, "Once a turn a marker goes one step." if one.id == "TOY-5" else one.text)
            for one in toy.law
            if one.id != "TOY-2"
        ]
    )


def test_a_precedent_is_flagged_where_its_clause_reads_otherwise_now_or_is_gone(
    new_house: Houses, tmp_path: Path
) -> None:
    rulings = Rulings(new_house(rulebooks=[toy]), tmp_path)
    table_id = rulings.ruled(cited="TOY-5")
    for cited in ("TOY-2", "TOY-1", "T-5"):
        rulings.ruled(cited=cited, table_id=table_id)
    rows = rulings.house.rows()["precedents"]
    later = Rulings(new_house(rulebooks=[Reprinted()]), tmp_path)
    assert [(one.precedent.clause, one.now, one.changed) for one in later.precedents.find()] == [
        ("T-5", "same", False), ("TOY-1", "same", False), ("TOY-2", "gone", True), ("TOY-5", "changed", True),
    ]  # fmt: skip
    [changed] = later.precedents.find(words="goes one")
    assert (changed.title, changed.text) == ("Nudge", "Once a turn a marker goes one step.")
    [gone] = later.precedents.find(clause="TOY-2")
    assert (gone.title, gone.text) == ("", "")
    later.house.rebuild()
    assert later.house.rows()["precedents"] == rows
    assert later.precedents.collected().precedents[0].text == ""  # nobody knows any more how it read


def test_a_precedent_of_a_game_without_a_rulebook_stays_and_is_flagged(new_house: Houses, tmp_path: Path) -> None:
    rulings = Rulings(new_house(), tmp_path)
    table_id = rulings.ruled(cited="TOY-5")
    rulings.ruled(cited="T-5", table_id=table_id)
    without = Rulings(new_house(rulebooks=[carcassonne]), tmp_path)
    without.house.rebuild()
    assert [(one.precedent.clause, one.now, one.title) for one in without.precedents.find("trumps")] == [
        ("T-5", "same", "Pause"), ("TOY-5", "no rulebook", ""),
    ]  # fmt: skip
    assert len(without.precedents.on("trumps", ["TOY-5"])) == 2
