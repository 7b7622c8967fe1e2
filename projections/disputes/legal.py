"""What was legal instead: what the seat could have done where it decided (T-14, T-15)."""

from collections.abc import Iterator, Sequence

from domain.table.catalogue import Catalogue
from domain.table.messages import Command
from domain.table.offers import Offer, RuledOffer
from domain.table.seeing import hides_nothing
from domain.table.table import Table
from projections.disputes.clauses import text_of
from projections.disputes.parts import Awaited, Legal, Offered
from projections.disputes.plain import plain
from projections.disputes.readers import Reading
from projections.disputes.saying import Saying

# Of a kind of command so many are told one by one; more are counted.
MOST_LISTED = 12


def legal_instead(reading: Reading, before: Table, seat: int) -> Legal:
    """What the seat (-1: none) was asked, and what it was offered, at a table as it was before the decision.

    What was awaited everybody knows. Offers may depend on a hand: only who may know it is told them.
    """
    catalogue = before.catalogue
    awaited = tuple(
        Awaited(
            prompt.kind, catalogue.prompt(prompt), prompt.clause, tuple(map(catalogue.word, prompt.commands)),
            prompt.optional,
        )
        for prompt in before.prompts
        if prompt.seat == seat
    )  # fmt: skip
    if not reading.is_for(seat) and not hides_nothing(before.rulebook):
        return Legal(seat, awaited, None)
    offers = before.rulebook.legal(before.game, seat) if awaited else []
    kinds: dict[type[Command], list[Offer]] = {}
    for offer in offers:
        if offer.rows and offer.size:
            kinds.setdefault(offer.command, []).append(offer)
    return Legal(seat, awaited, tuple(_offered(before, kind, offered) for kind, offered in kinds.items()))


def command_words(catalogue: Catalogue, saying: Saying, command: Command) -> str:
    """A command in words: the game's phrase for it, else what it is called and what it says."""
    phrase = catalogue.command(command)
    if phrase is not None:
        return phrase
    name, fields = catalogue.word(type(command).__name__), plain(command)
    said = saying.value({name: value for name, value in fields.items() if name != "command"})
    return name if len(fields) == 1 else f"{name}: {said}"


def _offered(table: Table, kind: type[Command], offers: Sequence[Offer]) -> Offered:
    name, count = kind.__name__, sum(offer.size for offer in offers)
    ruled = any(isinstance(offer, RuledOffer) for offer in offers)
    explanation = text_of(table, kind.clause) if ruled else ""
    listed = () if ruled or count > MOST_LISTED else tuple(dict.fromkeys(_listed(table, offers)))
    return Offered(name, table.catalogue.word(name), kind.clause, count, ruled, explanation, listed)


def _listed(table: Table, offers: Sequence[Offer]) -> Iterator[str]:
    saying = Saying(table.catalogue, len(table.seats))
    return (command_words(table.catalogue, saying, command) for offer in offers for command in offer.all())
