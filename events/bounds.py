"""What is more than any casino meets, so that it can only be a slip: such an event is malformed.

The bounds keep every sum and every state within 64 bits, in whatever unit they are kept.
"""

from __future__ import annotations

from typing import Final

from events.money import MC_PER_DOLLAR

MAX_AMOUNT_MC: Final = 1_000_000_000 * MC_PER_DOLLAR
"""The most that an amount may be: a wager, a payment, a seed, a limit, what is on a meter."""
METERS_A_LINK: Final = 16
AWARDS_A_LINK: Final = 64
WAGERS_A_LINK: Final = 16
TABLES_A_LINK: Final = 512
UNOPENED_LINKS_A_PARTITION: Final = 64
"""How many links a keeper follows that tables name and nobody has opened."""
UNPAID_AWARDS_A_LINK: Final = 256
LOCKS_A_METER: Final = 64
TRANSFERS_IN_TRANSIT: Final = 64
OPEN_DAYS_A_TABLE: Final = 64
"""Gaming days of a table without an end-of-day marker that are told apart: the first, and the last ones."""
PAYMENTS_A_LINK: Final = 256
"""How many payments a link remembers, by slip and by number: the last ones, and those that stand beyond
entitlement before the others."""
