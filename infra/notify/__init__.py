"""Telling people what happens at their tables, and taking in what they answer.

| module | holds |
| --- | --- |
| `awaiting`, `news`, `changes`, `recap` | what is to be told of a table to whom: pure functions of a table |
| `following`, `outbox`, `rows` | from the log into the outbox, in one step with the position in the log |
| `policy` | when somebody may be told: quiet hours, digests |
| `composing`, `message`, `page` | a message, as words, as a page, with its picture |
| `delivery`, `channels`, `mail`, `guard`, `parameters` | sending it; to which addresses nothing is ever sent |
| `confirming` | whose mailboxes they are |
| `replies`, `sayings`, `letters`, `quoting`, `inbound`, `mailbox` | what people answer |
| `notifier` | all of it together |
"""

from infra.notify.delivery import Trouble
from infra.notify.notifier import DeadLetter, Notifier

__all__ = ["DeadLetter", "Notifier", "Trouble"]
