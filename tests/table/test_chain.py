"""The chain: no record can be changed, left out, put in between or moved unnoticed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.table.chain import genesis_of, leaf_of, link, salt_of
from tests.table.play import begun, finish, stored

SECRET = b"s" * 32
GENESIS = genesis_of("toytable2345")

Commands = list[list[bytes]]


def head_of(commands: Commands, secret: bytes = SECRET, first: int = 1, start: bytes = GENESIS) -> bytes:
    """The head after these commands, each the stored bytes of its records."""
    version, head = first, start
    for records in commands:
        leaves = [leaf_of(salt_of(secret, version + n), record) for n, record in enumerate(records)]
        version, head = version + len(records), link(head, leaves)
    return head


@pytest.mark.clause("T-40")
@given(st.lists(st.lists(st.binary(max_size=20), min_size=1, max_size=3), min_size=1, max_size=5), st.data())
def test_any_change_is_noticed(commands: Commands, data: st.DataObject):
    head = head_of(commands)
    assert head_of(commands) == head
    at = data.draw(st.integers(0, len(commands) - 1))
    within = data.draw(st.integers(0, len(commands[at]) - 1))
    record = commands[at][within]

    def changed(*records: bytes) -> Commands:
        new = [list(command) for command in commands]
        new[at][within : within + 1] = records
        return new

    variants = [
        changed(record + b"\0"),
        changed(bytes([record[0] ^ 1]) + record[1:] if record else b"\0"),
        changed(record, record),
        changed(),
        commands[:at] + commands[at + 1 :],
        [*commands, [record]],
        [[each for command in commands for each in command]] if len(commands) > 1 else [*commands, commands[0]],
    ]
    for variant in variants:
        assert head_of(variant) != head
    for swapped in (commands[::-1], [command[::-1] for command in commands]):
        assert (head_of(swapped) == head) == (swapped == commands)
    assert head_of(commands, b"t" * 32) != head
    assert head_of(commands, first=2) != head
    assert head_of(commands, start=bytes([1]) + bytes(31)) != head


@pytest.mark.clause("T-40")
def test_bytes_cannot_be_moved_from_one_record_to_the_next():
    assert head_of([[b"ab", b"c"]]) != head_of([[b"a", b"bc"]])
    assert head_of([[b"ab"], [b"c"]]) != head_of([[b"ab", b"c"]])


@pytest.mark.clause("T-40")
def test_equal_records_have_different_leaves_so_that_a_leaf_tells_nothing():
    play = begun()
    finish(play)
    leaves = {leaf_of(salt_of(SECRET, n), b"same") for n, _ in enumerate(stored(play.table))}
    assert len(leaves) == play.version


@pytest.mark.clause("T-40")
def test_every_table_begins_a_chain_of_its_own():
    assert genesis_of("toytable2345").hex() == "456a426acf9385f1ec417e5b035c9932542e2f97e1e1ba696b8105b6e421c24c"
    assert len({genesis_of(name) for name in ("a", "b", "toytable2345", "toytable2346", "")}) == 5


@pytest.mark.clause("T-40")
def test_the_chain_is_the_same_on_every_machine():
    assert salt_of(SECRET, 1).hex() == "f40986330c2029bd67932bfe7f8d744b8a7aee684f65b9b64a1e8a1c435cbbaf"
    assert (
        head_of([[b"one"], [b"two", b"three"]]).hex()
        == "71f6c4b0478b886bcbc1fda552bd7efa27af828c4d2cb5802d1a0bc69e907b10"
    )
