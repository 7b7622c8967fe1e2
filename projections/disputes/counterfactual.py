"""The counterfactual: the rest of a game under the other reading (T-55): how far it stays legal, and what it would have scored.

Of a decision that stands, or waits for a ruling, the other reading is that it was not made; or a remedy, given at that time: a
correction or points on top of it, or in its place where the remedy goes back before it. Then all later moves are given again,
but for those that fall away (`falling`).
Of a decision that was overturned the other reading is that the ruling had not been given.

What chance decided it decides again, from the draws that the table has made; where the other reading needs others, it goes on
only with a seed, which nobody has as long as the game goes on. Until then only a neutral arbiter looks at one
(`readers.may_read_whole`).
"""

from collections.abc import Sequence
from itertools import chain

import msgspec

from domain.table.again import Refused, Same, Undecidable, decide_under
from domain.table.chance import Chance, ChanceExhausted, Derived, Recorded, chance_key, commitment_to
from domain.table.disputes.contesting import known_contest
from domain.table.disputes.messages import NOTHING, Remedy
from domain.table.disputes.remedies import changes, check_points, follows, later_moves
from domain.table.disputes.state import Contest
from domain.table.kernel import Moment
from domain.table.lifecycle import Phase
from domain.table.messages import ARBITER, HOST
from domain.table.reapplying import Move, back_at, meant
from domain.table.records import Record, Submission
from domain.table.refusals import UNFOLDABLE, Refusal
from domain.table.rulebook import Under
from domain.table.table import Table
from projections.disputes.falling import course_of, fallen_until


class Step(msgspec.Struct, frozen=True):
    """A later move: the version where it began, its seat, its command in words; `outcome` is "same", "other" (other events),
    "fallen" (nobody asks for it any more), "refused" or "unknown" (it needs chance that nobody has drawn); and the scores
    after it, as they were and as they would be. Of a move that is not possible they are those before it."""

    version: int
    seat: int
    what: str
    outcome: str
    scores: tuple[int, ...]
    others: tuple[int, ...]


class Counterfactual(msgspec.Struct, frozen=True):
    """The rest of the game under the other reading.

    `base`: the version whose history both readings share; `remedy`: what takes place there instead. `parted`: the version of
    the first move that is not possible any more, with `why` in words, 0 where all are; `left`: how many moves there are from
    there on. `ranking` and `other_ranking` are those of finished games, else how the seats would be ranked now.
    """

    table: str
    contest: int
    base: int
    remedy: Remedy
    steps: tuple[Step, ...]
    scores: tuple[int, ...]
    others: tuple[int, ...]
    ranking: tuple[int, ...]
    other_ranking: tuple[int, ...]
    finished: bool
    other_finished: bool
    parted: int = 0
    why: str = ""
    left: int = 0

    @property
    def differences(self) -> tuple[int, ...]:
        """By how much each seat would have more: in the end, or where the readings part."""
        scores = self.steps[-1].scores if self.parted else self.scores
        return tuple(other - score for score, other in zip(scores, self.others, strict=True))

    @property
    def changes_winner(self) -> bool | None:
        """Whether other seats would be ranked first; None where the readings part, since nobody knows how it went on."""
        if self.parted:
            return None
        first = [[rank == 1 for rank in ranks] for ranks in (self.ranking, self.other_ranking)]
        return first[0] != first[1]


def counterfactual(table: Table, number: int, remedy: Remedy = NOTHING, seed: bytes | None = None) -> Counterfactual:
    """The rest of the game under the other reading of a contest.

    `remedy` is what would take the place of a decision that stands; `seed` goes on with chance where the game is finished.
    Refusals as for rulings: NO_SUCH_CONTEST, BAD_CORRECTION, IMPOSSIBLE_CORRECTION, WRONG_POINTS; NO_OTHER_READING (T-55) for
    a contest that is about no move of the game.
    """
    contest = known_contest(table, number)
    base, instead, moves = _other_reading(table, contest, remedy)
    source = _Known(table, seed)
    other = _other_beginning(table, base, instead, source, number)
    course = course_of(table, moves)
    steps: list[Step] = []
    parted, why, left, fallen = 0, "", 0, 0
    for at, move in enumerate(moves):
        fallen = max(fallen, fallen_until(other, moves, course, at))
        outcome, reason = ("fallen", "") if at < fallen else _given_again(other, move, source, at)
        possible = outcome not in ("refused", "unknown")
        scores = course[at].after if possible else course[at].before
        said = table.catalogue.command(move.command) or table.catalogue.word(type(move.command).__name__)
        steps.append(Step(move.version, move.seat, said, outcome, scores, tuple(table.rulebook.scores(other.game))))
        if not possible:
            parted, why, left = move.version, reason, len(moves) - at
            break
    standings = table.rulebook.standings
    return Counterfactual(
        table.id, number, base, instead, tuple(steps),
        tuple(table.rulebook.scores(table.game)), tuple(table.rulebook.scores(other.game)),
        table.finished.ranking if table.finished else standings(table.game),
        other.finished.ranking if other.finished else standings(other.game),
        table.finished is not None, other.finished is not None, parted, why, left,
    )  # fmt: skip


def _other_reading(table: Table, contest: Contest, remedy: Remedy) -> tuple[int, Remedy, list[Move]]:
    """From which version on, what takes place there, and the moves that are given again."""
    overturning = next((ruling for ruling in contest.rulings if not ruling.event.remedy.is_nothing), None)
    if overturning is not None and contest.status == "overturned":
        base = overturning.start - 1
        return base, NOTHING, later_moves(table, base, 0)
    first, last = table.move_span(contest.disputed) if contest.refused is None else (0, 0)
    if remedy.rewind is not None:
        base = remedy.rewind
    elif contest.refused is not None:
        base = contest.disputed
    else:
        # Without going back a remedy comes on top of what was decided; without a remedy that is not decided at all.
        base = first - 1 if remedy.only_rewinds else last
    if base < table.setup_end or not table.is_boundary(base):
        raise Refusal("NO_OTHER_READING", "T-55", contest=contest.number)
    return base, msgspec.structs.replace(remedy, rewind=None), later_moves(table, base, contest.contested)


def _other_beginning(table: Table, base: int, instead: Remedy, source: "_Known", number: int) -> Table:
    check_points(table, instead)
    other = back_at(table, base)
    try:
        chance = Chance(source, other.draws)
        for happening in chain(changes(other, instead), follows(other, instead, chance)):
            event = happening.event if isinstance(happening, Under) else happening
            other.apply(Record(other.records[-1].at, ARBITER, event, chance.take()))
    except ChanceExhausted:
        raise Refusal("NO_OTHER_READING", "T-55", contest=number) from None
    except UNFOLDABLE as error:
        raise Refusal("IMPOSSIBLE_CORRECTION", "T-56", reason=type(error).__name__) from error
    return other


def _given_again(other: Table, move: Move, source: "_Known", number: int) -> tuple[str, str]:
    """What a move comes to at the other table, which it changes; and why it is not possible."""
    vacant = other.seats[move.seat].vacant
    by, seat = (HOST, move.seat) if vacant else (move.seat, None)
    submission = Submission(f"if.{number}.{move.version}", by, other.version, move.command, seat)
    outcome = decide_under(other, submission, Moment(other.records[-1].at, source, b""))
    match outcome:
        case Same(records):
            happened = [(record.law, record.event) for record in records]
            return ("same" if meant(other, happened) == meant(other, move.happened) else "other"), ""
        case Refused(refusal):
            return "refused", other.catalogue.refusal(refusal)
        case Undecidable(why):
            return "unknown", why
    raise AssertionError(f"{submission.id} was given before")


class _Known:
    """The values that a table has drawn since its chance was last begun anew; others from its seed, if that is known and the
    game is over."""

    lasting = False

    def __init__(self, table: Table, seed: bytes | None) -> None:
        self._drawn = Recorded(draw for record in table.records for draw in record.draws)
        over = table.phase in (Phase.FINISHED, Phase.CLOSED)
        known = seed is not None and over and commitment_to(seed) == table.commitment
        entropy = [bytes.fromhex(table.entropy[seat]) for seat in sorted(table.entropy)]
        seeded = table.opened is not None and table.opened.chance == "seeded" and not table.epoch
        name = "" if seeded else table.id
        self._seed = Derived(chance_key(seed, entropy), name, table.epoch) if known and seed is not None else None

    def value(self, label: str, number: int, bound: int, items: Sequence[object] | None = None) -> int:
        try:
            return self._drawn.value(label, number, bound, items)
        except ChanceExhausted:
            if self._seed is None:
                raise
            return self._seed.value(label, number, bound, items)
