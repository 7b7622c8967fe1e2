"""Chance: values that nobody could choose and everybody can check."""

import hashlib
import hmac
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.table.chance import (
    LARGEST_BOUND,
    Chance,
    ChanceExhausted,
    Derived,
    Dictated,
    Recorded,
    Source,
    chance_key,
    commitment_to,
)
from domain.table.lifecycle import AddEntropy, BeginGame
from domain.table.messages import HOST
from domain.table.records import Draw
from tests.table.play import SEED, begun, dealt, digest, finish, seated, stored
from tests.table.toy import DrawCard, RollDie

KEY = chance_key(SEED, (b"a" * 32, b"b" * 32))

GOLDEN_DICE = [4, 2, 5, 2, 5, 4, 2, 1, 0, 3, 5, 4]
GOLDEN_DECK = [5, 20, 53, 28, 12, 22, 4, 39, 5, 29, 33, 23]
GOLDEN_LARGE = 564330350
GOLDEN_KEY = "5826ce64b94343657edfb1cb8d194087b45b678d97ef341858ea7a48d7fbf0cd"


@pytest.mark.clause("T-33")
@pytest.mark.parametrize("bound", [1, 2, 3, 6, 7, 10, 72])
def test_every_value_is_as_likely_as_any_other(bound: int):
    per_value = 200
    source = Derived(KEY, "toytable2345", 0)
    drawn = Counter(source.value(f"die{n % 5}", n, bound) for n in range(per_value * bound))
    assert sorted(drawn) == list(range(bound))
    # Five standard deviations; the values are fixed, so this does not depend on luck.
    assert all(abs(count - per_value) < 5 * per_value**0.5 for count in drawn.values())


@pytest.mark.clause("T-33")
@given(st.integers(1, LARGEST_BOUND), st.text(max_size=20), st.integers(0, 10**6))
def test_a_value_is_below_its_bound(bound: int, label: str, number: int):
    assert 0 <= Derived(KEY, "t", 0).value(label, number, bound) < bound


@pytest.mark.clause("T-33")
def test_values_are_the_same_on_every_machine():
    source = Derived(KEY, "toytable2345", 0)
    assert [source.value("die", n, 6) for n in range(12)] == GOLDEN_DICE
    assert [source.value("deck", n, 72 - n) for n in range(12)] == GOLDEN_DECK
    assert source.value("größe", 2**31, 2**32) == GOLDEN_LARGE
    assert KEY.hex() == GOLDEN_KEY


@pytest.mark.clause("T-33")
def test_a_value_can_be_derived_by_the_published_recipe_alone():
    entropy = b"".join(hashlib.sha256(part).digest() for part in (b"a" * 32, b"b" * 32))
    key = hmac.new(SEED, b"souls chance" + entropy, "sha256").digest()
    message = msgspec.msgpack.encode(["toytable2345", 3, "die", 4, 0])
    value = int.from_bytes(hmac.new(key, message, "sha256").digest(), "big")
    assert Derived(KEY, "toytable2345", 3).value("die", 4, 6) == value % 6


@pytest.mark.clause("T-31", "T-32")
@pytest.mark.parametrize("entropy", [(), (b"a" * 32,), (b"a" * 32, b"b" * 32)], ids=len)
def test_all_that_is_public_before_the_end_gives_no_value(entropy: tuple[bytes, ...]):
    """Whoever has the commitment, the entropy and all records has none of the things that the key could be made of."""
    public = bytes.fromhex(commitment_to(SEED))
    hashed = [hashlib.sha256(part).digest() for part in entropy]
    guesses = [
        hashlib.sha256(public + b"".join(hashed)).digest(),  # hashes of seed and entropy, run together
        hashlib.sha256(public + b"".join(entropy)).digest(),
        hmac.digest(public, b"souls chance" + b"".join(hashed), "sha256"),
        hmac.digest(public.hex().encode(), b"souls chance" + b"".join(hashed), "sha256"),
        hmac.digest(b"", b"souls chance" + b"".join(hashed), "sha256"),
        chance_key(public, entropy),
        chance_key(b"", (public, *entropy)),
        public,
    ]
    key = chance_key(SEED, entropy)
    assert key not in guesses
    mine = Derived(key, "toytable2345", 0)
    for guess in guesses:
        theirs = Derived(guess, "toytable2345", 0)
        right = sum(mine.value("die", n, 6) == theirs.value("die", n, 6) for n in range(600))
        # No better than one in six, within four standard deviations; the values are fixed.
        assert 63 < right < 137


@pytest.mark.clause("T-31", "T-32")
def test_a_seat_that_adds_entropy_last_cannot_try_out_what_it_leads_to():
    """At a table: from the open log a seat that still may add something computes the same as from nothing."""
    play = seated(2)
    play.do(0, AddEntropy("a5" * 32))
    public = bytes.fromhex(play.table.commitment)
    earlier = bytes.fromhex(play.table.entropy[0])
    mine = [f"{n:064x}" for n in range(40)]
    foreseen, happened = [], []
    for added in mine:
        parts = b"".join(hashlib.sha256(part).digest() for part in (earlier, bytes.fromhex(added)))
        guess = Derived(hashlib.sha256(public + parts).digest(), play.table.id, 0)
        foreseen.append([guess.value("deck", n, 12 - n) for n in range(4)])
        twin = play.copy()
        twin.do(1, AddEntropy(added))
        entropy = [bytes.fromhex(twin.table.entropy[seat]) for seat in (0, 1)]
        twin.source = Derived(chance_key(SEED, entropy), twin.table.id, 0)
        twin.do(HOST, BeginGame())
        happened.append([draw.value for record in twin.table.records for draw in record.draws])
    assert all(len(values) == 4 for values in happened)
    assert not any(guessed == values for guessed, values in zip(foreseen, happened, strict=True))
    assert sum(guessed[0] == values[0] for guessed, values in zip(foreseen, happened, strict=True)) < 12


def test_only_a_seed_lasts():
    assert Chance(Derived(KEY, "t", 0), {}).lasting
    assert not any(Chance(source, {}).lasting for source in (Dictated({"die": (1,)}), Recorded([Draw("die", 0, 6, 1)])))


@pytest.mark.clause("T-32", "T-33", "T-35")
@pytest.mark.parametrize(
    "other",
    [
        Derived(chance_key(bytes(32), (b"a" * 32, b"b" * 32)), "toytable2345", 0),
        Derived(chance_key(SEED, (b"b" * 32, b"a" * 32)), "toytable2345", 0),
        Derived(chance_key(SEED, (b"a" * 32,)), "toytable2345", 0),
        Derived(chance_key(SEED, (b"a" * 32 + b"b" * 32,)), "toytable2345", 0),
        Derived(chance_key(SEED, ()), "toytable2345", 0),
        Derived(KEY, "toytable2346", 0),
        Derived(KEY, "toytable2345", 1),
    ],
    ids=["seed", "order of entropy", "one less", "run together", "none", "table", "epoch"],
)
def test_all_values_depend_on(other: Derived):
    mine = Derived(KEY, "toytable2345", 0)
    assert [mine.value("die", n, 1000) for n in range(8)] != [other.value("die", n, 1000) for n in range(8)]


@pytest.mark.clause("T-30")
def test_a_label_and_its_count_give_the_value_whatever_is_drawn_in_between():
    alone = Chance(Derived(KEY, "t", 0), {})
    mixed = Chance(Derived(KEY, "t", 0), {})
    values = [alone.below("die", 6) for _ in range(5)]
    between = []
    for _ in range(5):
        mixed.below("coin", 2)
        between.append(mixed.below("die", 6))
        mixed.pick("deck", "abc")
    assert between == values
    assert [draw.number for draw in alone.take()] == [0, 1, 2, 3, 4]
    assert alone.take() == ()


@pytest.mark.clause("T-30")
def test_counting_goes_on_from_what_the_history_holds():
    counts = {"die": 3}
    chance = Chance(Derived(KEY, "t", 0), counts)
    chance.below("die", 6)
    chance.below("die", 6)
    assert [draw.number for draw in chance.take()] == [3, 4]
    counts["die"] = 5
    chance.below("die", 6)
    assert chance.take()[0].number == 5


@pytest.mark.parametrize("bound", [0, -1, LARGEST_BOUND + 1])
def test_there_is_no_value_out_of(bound: int):
    with pytest.raises(ValueError, match="a draw of 'die' out of"):
        Chance(Derived(KEY, "t", 0), {}).below("die", bound)
    with pytest.raises(ValueError, match="out of 0"):
        Chance(Derived(KEY, "t", 0), {}).pick("deck", [])


@pytest.mark.clause("T-31")
def test_a_commitment_is_the_hash_of_the_seed():
    assert commitment_to(SEED) == hashlib.sha256(SEED).hexdigest()


# --- T-34 Dictated and recorded chance --------------------------------------------------------------------------------


@pytest.mark.clause("T-34")
def test_dictated_chance_gives_what_it_was_told_by_label():
    chance = Chance(Dictated({"deck": ("b", "b", "a"), "die": (5,)}), {})
    assert [chance.pick("deck", ["a", "b", "b"]), chance.below("die", 6), chance.pick("deck", ["a", "b"])] == [
        "b",
        5,
        "b",
    ]
    assert [(draw.label, draw.number, draw.value) for draw in chance.take()] == [
        ("deck", 0, 1),
        ("die", 0, 5),
        ("deck", 1, 1),
    ]


@pytest.mark.clause("T-34")
@pytest.mark.parametrize(
    ("source", "label", "items", "message"),
    [
        (Dictated({}), "die", None, "no value number 0 of 'die' was given"),
        (Dictated({"die": ()}), "die", None, "no value number 0 of 'die' was given"),
        (Dictated({"die": (6,)}), "die", None, "6 is not a value of 'die' below 6"),
        (Dictated({"die": (-1,)}), "die", None, "-1 is not a value of 'die' below 6"),
        (Dictated({"die": ("5",)}), "die", None, "'5' is not a value of 'die' below 6"),
        (Dictated({"deck": ("z",)}), "deck", "abcdef", "'z' is not there to be picked for 'deck'"),
        (Recorded([]), "die", None, "no value of 'die' below 6 was recorded here"),
        (Recorded([Draw("coin", 0, 6, 1)]), "die", None, "no value of 'die' below 6 was recorded here"),
        (Recorded([Draw("die", 0, 7, 1)]), "die", None, "no value of 'die' below 6 was recorded here"),
        (Recorded([Draw("die", 0, 6, 6)]), "die", None, "no value of 'die' below 6 was recorded here"),
        (Recorded([Draw("die", 0, 6, -1)]), "die", None, "no value of 'die' below 6 was recorded here"),
    ],
)
def test_a_source_says_what_it_does_not_have(source: Source, label: str, items: str | None, message: str):
    chance = Chance(source, {})
    with pytest.raises(ChanceExhausted, match=message):
        chance.below(label, 6) if items is None else chance.pick(label, items)
    assert chance.take() == ()


@pytest.mark.clause("T-34")
def test_a_dictated_table_deals_what_it_was_told():
    play = dealt(7, 3, 12, 1, 5, die=(5,))
    assert play.table.game.hands == [[3, 7], [1, 12]]
    assert play.do(0, RollDie()).records[0].event.pips == 6
    assert play.do(1, DrawCard()).records[0].event.cards == (5,)


@pytest.mark.clause("T-34")
def test_what_was_decided_once_is_decided_again_with_its_recorded_chance():
    play = begun(3)
    finish(play)
    draws = [draw for record in play.table.records for draw in record.draws]
    again = begun(3, source=Recorded(draws))
    finish(again)
    assert digest(again.table) == digest(play.table)
    assert stored(again.table) == stored(play.table)
