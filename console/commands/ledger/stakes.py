"""A stake that is due back, as `meters` and `ledger liability` show it."""

from __future__ import annotations

from typing import Any, Final

from events.money import text
from events.times import time_text
from streams.read_model.queries.stakes import StakeDueBack

HOW_TO_RETURN: Final = (
    "hand each back, and have the table record it: `wager_settled` of that round, seat and wager with the "
    "outcome `void` and what was returned"
)


def stake_json(stake: StakeDueBack) -> dict[str, Any]:
    """The stake as scripts read it."""
    return {
        "table": stake.table,
        "round": stake.round,
        "seat": stake.seat,
        "wager": stake.wager,
        "amount_mc": stake.amount_mc,
        "reason": stake.reason,
        "at": time_text(stake.recorded_at_us),
    }


def in_words(stake: StakeDueBack) -> str:
    """Whose stake it is, how much, and why it is due back."""
    of_round = f", round {stake.round}" if stake.round else ""
    return (
        f"seat {stake.seat} of {stake.table}{of_round}: {text(stake.amount_mc)} due back "
        f"({stake.wager}), because {stake.reason}"
    )
