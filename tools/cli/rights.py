"""Rights that nobody waits for, of all who sit at one keyboard: who has them, and who takes the keyboard to use one."""

from domain.table.table import Table
from tools.cli.common import CommandError, printable, say, seat_names, seat_number
from tools.cli.keyboard import sits_here


def tell_rights(table: Table, seat: int) -> None:
    """Tell what others who sit here may do meanwhile."""
    for prompt in table.prompts:
        if prompt.optional and prompt.seat != seat and sits_here(table, prompt.seat):
            name = seat_names(table)[prompt.seat].lower().replace(" ", "-")
            say(f"       {table.catalogue.prompt(prompt)}: 'as {name}'", "dim")


def seat_to_sit(table: Table, text: str, seat: int) -> int | None:
    """The seat that is to take the keyboard; None where it cannot, and it has been said why."""
    here = [prompt.seat for prompt in table.prompts if sits_here(table, prompt.seat)]
    others = ", ".join(seat_names(table)[other] for other in dict.fromkeys(here) if other != seat) or "nobody else"
    try:
        other = seat_number(table, printable(text)) if text else seat
    except CommandError as error:
        say(str(error), "yellow")
        return None
    if other in here and other != seat:
        return other
    what = (
        "Who is to take the keyboard?"
        if not text or other == seat
        else f"{seat_names(table)[other]} may do nothing now."
    )
    say(f"{what} There is {others}.", "yellow")
    return None
