"""The ledger for one event loop: tables in memory behind a lock each, and concurrent appends sent together.

The same `handle` decides and the same script appends as in `infra.ledger`; what others write to a table meanwhile, in this
process or in another, is met as a conflict there: the table is read again, and the command decided again.
"""

from infra.live.herald import Herald, News
from infra.live.ledger import LiveLedger

__all__ = ["Herald", "LiveLedger", "News"]
