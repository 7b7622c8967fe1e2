"""What any faction can ask. Clearings are named by their numbers, cards by their ids, seats by theirs."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.table.messages import Command, SeatNumber

# Wide enough that a wrong number is a refusal that explains itself, not a malformed command.
ClearingNumber = Annotated[int, Meta(ge=0, le=99)]
CardId = Annotated[str, Meta(min_length=1, max_length=40)]
Warriors = Annotated[int, Meta(ge=0, le=99)]
Word = Annotated[str, Meta(min_length=1, max_length=24)]
SuitName = Literal["fox", "rabbit", "mouse"]
Column = Literal["recruit", "move", "battle", "build"]
LeaderName = Literal["builder", "charismatic", "commander", "despot"]
Clearings = Annotated[tuple[ClearingNumber, ...], Meta(max_length=25)]


# --- Setting up -------------------------------------------------------------------------------------------------------


class ChooseStart(Command, frozen=True):
    """The Eyrie (7.3) or the Cult (10.3.2) chooses the corner where it begins."""

    clause = "core-13"
    corner: ClearingNumber


# --- Any faction's turn -----------------------------------------------------------------------------------------------


class EndStep(Command, frozen=True):
    """Go on: the present step of one's turn is done."""

    clause = "core-6"


class Craft(Command, frozen=True):
    """Craft a card by activating the crafting pieces in these clearings, sorted, one entry a piece."""

    clause = "core-10"
    card: CardId
    clearings: Clearings


class DiscardToLimit(Command, frozen=True):
    """Discard down to five cards, which are named in sorted order."""

    clause = "core-5.7"
    cards: Annotated[tuple[CardId, ...], Meta(max_length=54)]


class ActivateDominance(Command, frozen=True):
    """Play for dominance instead of points."""

    clause = "core-11"
    card: CardId


class TakeDominance(Command, frozen=True):
    """Take an available dominance card, paying with a card of its suit."""

    clause = "core-11"
    card: CardId
    payment: CardId


class UseRoyalClaim(Command, frozen=True):
    """Discard Royal Claim for a point a ruled clearing."""

    clause = "card-royal-claim"


class UseStandAndDeliver(Command, frozen=True):
    """Take a random card of another seat."""

    clause = "card-stand-and-deliver"
    target: SeatNumber


class UseBetterBurrowBank(Command, frozen=True):
    """Choose who draws a card along with oneself."""

    clause = "card-better-burrow-bank"
    target: SeatNumber


class UseCommandWarren(Command, frozen=True):
    """Battle at the start of Daylight."""

    clause = "card-command-warren"
    clearing: ClearingNumber
    defender: SeatNumber


class UseTaxCollector(Command, frozen=True):
    """Remove one's own warrior to draw a card."""

    clause = "card-tax-collector"
    clearing: ClearingNumber


class UseCodebreakers(Command, frozen=True):
    """Look at another seat's hand."""

    clause = "card-codebreakers"
    target: SeatNumber


class UseCobbler(Command, frozen=True):
    """Move at the start of Evening."""

    clause = "card-cobbler"
    origin: ClearingNumber
    destination: ClearingNumber
    warriors: Warriors


# --- In battle --------------------------------------------------------------------------------------------------------


class PlayAmbush(Command, frozen=True):
    """The defender ambushes the attacker."""

    clause = "core-8.1"
    card: CardId


class DeclineAmbush(Command, frozen=True):
    """The defender does not ambush."""

    clause = "core-8.1"


class FoilAmbush(Command, frozen=True):
    """The attacker foils the ambush with another."""

    clause = "core-8.1"
    card: CardId


class DeclineFoil(Command, frozen=True):
    """The attacker lets the ambush happen."""

    clause = "core-8.1"


class OrderEffects(Command, frozen=True):
    """The attacker says who decides first about effects after the roll."""

    clause = "core-8.4"
    first: SeatNumber


class UseBattleEffects(Command, frozen=True):
    """Use some of one's cards after the roll, named in sorted order, or none."""

    clause = "core-8.4"
    cards: Annotated[tuple[CardId, ...], Meta(max_length=6)]


class ChooseHits(Command, frozen=True):
    """Choose which of one's buildings and tokens the hits remove, named in sorted order."""

    clause = "core-8.6"
    pieces: Annotated[tuple[Word, ...], Meta(max_length=30)]


COMMANDS: tuple[type[Command], ...] = (
    ChooseStart,
    EndStep,
    Craft,
    DiscardToLimit,
    ActivateDominance,
    TakeDominance,
    UseRoyalClaim,
    UseStandAndDeliver,
    UseBetterBurrowBank,
    UseCommandWarren,
    UseTaxCollector,
    UseCodebreakers,
    UseCobbler,
    PlayAmbush,
    DeclineAmbush,
    FoilAmbush,
    DeclineFoil,
    OrderEffects,
    UseBattleEffects,
    ChooseHits,
)
