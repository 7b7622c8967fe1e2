"""What is wrong in JSON that people wrote, in plain words."""

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta

from domain.table.reading import told, why_unreadable
from domain.table.wire import UNREADABLE
from tests.table.toy import Ballot, CardsPlayed, DieRolled, Hunch, Planned, Routine


class Sheet(msgspec.Struct, forbid_unknown_fields=True):
    count: Annotated[int, Meta(ge=1, le=9)] = 1
    kind: Literal["near", "far"] = "near"
    name: Annotated[str, Meta(max_length=1)] = ""
    word: Annotated[str, Meta(pattern="^a")] = "a"
    pair: tuple[int, int] = (0, 0)
    few: Annotated[tuple[int, ...], Meta(max_length=1)] = ()
    many: Annotated[tuple[int, ...], Meta(min_length=2)] = (1, 2)
    ready: bool = True
    deep: dict[str, Any] = {}


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ("", "", "it is empty, or its end is missing"),
        ('{"count":1', "", "it is empty, or its end is missing"),
        ("{count:1}", "", "object keys must be strings (byte 1)"),
        ('{"count":1} 2', "", "trailing characters (byte 13)"),
        ("[]", "", "there must be an object in braces, not a list"),
        ('{"wings":2}', "", "there is no field wings"),
        ('{"count":0}', "count", "the number must be at least 1"),
        ('{"count":10}', "count", "the number must be at most 9"),
        ('{"count":' + "9" * 400 + "}", "count", "the number must be at most 9"),
        ('{"count":1.5}', "count", "there must be a whole number, not one with a point"),
        ('{"count":null}', "count", "there must be a whole number, not null"),
        ('{"kind":"by"}', "kind", "'by' is not possible here"),
        ('{"name":"ab"}', "name", "the text must have at most 1 character"),
        ('{"word":"b"}', "word", "the text has not the form that it must have"),
        ('{"pair":[1]}', "pair", "the list must have 2 entries"),
        ('{"few":[1,2]}', "few", "the list must have at most 1 entry"),
        ('{"many":[1]}', "many", "the list must have at least 2 entries"),
        ('{"ready":1}', "ready", "there must be true or false, not a whole number"),
        ('{"deep":' + '{"a":' * 5_000, "", "it is nested too deeply"),
        ('{"name":"\ud800"}', "", "it is no text in UTF-8"),
    ],
)
def test_what_is_wrong_is_told_at_its_place(text: str, where: str, what: str) -> None:
    with pytest.raises(UNREADABLE) as caught:
        msgspec.json.decode(text, type=Sheet)
    assert told(caught.value) == (where, what)
    assert why_unreadable(caught.value) == (f"{where}: {what}" if where else what)


@pytest.mark.parametrize(
    ("text", "of", "said"),
    [
        ("{}", Ballot | Hunch, "the field order is missing"),
        ('{"order":"Routine"}', Ballot | Hunch, "order: 'Routine' is not possible here"),
        ('{"order":3}', Ballot | Hunch, "order: there must be a text"),
        ('{"order":"Ballot"}', Ballot | Hunch, "the field yes is missing"),
        ('{"order":"Ballot","nudge":1}', Ballot | Routine, "there is no field nudge"),
        ('[["rolled",1]]', tuple[DieRolled | Planned, ...], "[0]: the list must have at least 3 entries"),
        ('[["rolled",1,7]]', tuple[DieRolled | Planned, ...], "[0][2]: the number must be at most 6"),
        ('[["dealt",1,7]]', tuple[DieRolled | Planned, ...], "[0][0]: 'dealt' is not possible here"),
        ('[["played",1,[0]]]', tuple[DieRolled | CardsPlayed, ...], "[0][2][0]: the number must be at least 1"),
    ],
)
def test_orders_and_events_are_told_of_in_the_same_words(text: str, of: Any, said: str) -> None:
    with pytest.raises(UNREADABLE) as caught:
        msgspec.json.decode(text, type=of)
    assert why_unreadable(caught.value) == said
