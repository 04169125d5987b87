"""Forgeries by somebody who holds the key: every hash, number, manifest and signature is right, and the
decisions are not, or the ledger beside them is not theirs.

Each kind changes a record, a cell or a line at a random place, makes everything again that depends on it
(later balances, numbers, chains, tiles, root, signature, manifests), and says where that must be named.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from console.exports.verify_bag import Bad, verify
from streams.notary.keys import load_signer
from streams.notary.tlog.checkpoints import Checkpoint
from tests.faults.bag_forgeries import build_again, list_again
from tests.faults.insiders.decisions import (
    adjusted_by_more,
    another_day,
    award_more_than_the_meter,
    award_to_another_seat,
    award_too_small,
    balances_shifted,
    change_left_out,
    claim_left_out,
    contribution_left_out,
    contribution_off,
    corrected_to_too_much,
    decision_invented,
    decision_of_another_kind,
    decision_twice,
    mended_by_more,
    meter_put_in,
    opened_while_open,
    other_rates,
    payment_left_out,
    payment_of_another_amount,
    payment_settles_less,
    reserve_to_primary,
    residual_lost,
    returned_at_the_houses_cost,
    returned_short,
    reversal_left_out,
    reversal_off,
    seeded_with_more,
    signed_by_one,
    terms_changed_while_open,
    transfer_from_nowhere,
    transfer_grows,
    transfer_received_twice,
    transfer_unanswered,
    wagers_miscounted,
)
from tests.faults.insiders.forger import BEANCOUNT, HLEDGER, Evening, Forger, make_evening
from tests.faults.insiders.ledger import (
    _last_digit,
    accounts_swapped,
    entry_left_out,
    entry_of_another_day,
    entry_of_another_round,
    entry_without_its_decision,
    envy_left_out,
    envy_of_more,
    fixed_award_of_more,
    journal,
    posting_left_out,
    posting_off,
    posting_to_another_account,
    trial_balance_off,
    trial_balance_short,
)

COUNT = 20
TRANSACTION = '2026-03-02 * "meter_adjusted" "link:HCF#9"'

FORGERIES: dict[str, Callable[[Forger], str]] = {
    kind.__name__: kind
    for kind in (
        contribution_left_out, payment_left_out, claim_left_out, change_left_out, reversal_left_out,
        decision_twice,
        decision_invented, decision_of_another_kind, another_day, contribution_off,
        wagers_miscounted, reserve_to_primary, balances_shifted, residual_lost,
        award_more_than_the_meter, award_too_small, award_to_another_seat, payment_settles_less,
        payment_of_another_amount, returned_short, returned_at_the_houses_cost,
        corrected_to_too_much, reversal_off, adjusted_by_more, signed_by_one, seeded_with_more,
        opened_while_open, terms_changed_while_open, meter_put_in,
        other_rates, mended_by_more, transfer_from_nowhere, transfer_received_twice, transfer_grows,
        transfer_unanswered, entry_of_another_day, entry_of_another_round, posting_off,
        posting_to_another_account, entry_without_its_decision, entry_left_out, posting_left_out,
        envy_of_more, fixed_award_of_more, envy_left_out, trial_balance_off, trial_balance_short,
        accounts_swapped,
    )
} | {
    "beancount_posting_off": journal(BEANCOUNT, "0 MILLICENT", _last_digit),
    "beancount_line_gone": journal(BEANCOUNT, " MILLICENT", lambda _: None),
    "beancount_transaction_more": journal(BEANCOUNT, "; Closing", lambda line: f"{TRANSACTION}\n{line}"),
    "beancount_another_cause": journal(BEANCOUNT, "cause:", lambda _: '    cause: "gift"'),
    "hledger_posting_off": journal(HLEDGER, "0 MILLICENT", _last_digit),
    "hledger_heading_off": journal(HLEDGER, "source:", lambda line: line.replace("source:", "source:x")),
    "hledger_account_off": journal(HLEDGER, "account:", lambda line: line.replace("account:", "account:x")),
    "hledger_include": journal(HLEDGER, "decimal-mark", lambda line: f"{line}\ninclude more.journal"),
}  # fmt: skip


@contextmanager
def forged_bag(evening: Evening, kind: str, dice: random.Random) -> Iterator[tuple[Path, str]]:
    """A forged copy of the bag, and where that must be named."""
    with tempfile.TemporaryDirectory() as name:
        bag = Path(shutil.copytree(evening.bag, Path(name) / "bag"))
        forger = Forger(evening, bag, dice)
        due = FORGERIES[kind](forger)
        if due.startswith("index "):
            for told in ("ledger", "proofs"):  # or these would show the difference, wherever it is
                shutil.rmtree(bag / "data" / told)
            tree = build_again(bag, forger.entries())
            signer = load_signer(evening.audit, None)
            note = Checkpoint(signer.name, tree.size, tree.root()).signed([signer])
            (bag / "data/checkpoint").write_bytes(note)
        list_again(bag)
        yield bag, due


def forged(evening: Evening, kind: str, seed: int) -> str:
    """What is wrong with the answer to a forgery; nothing where it is refused, at its place."""
    with forged_bag(evening, kind, random.Random(f"{kind} {seed}")) as (bag, due):
        try:
            verify(bag, evening.key, None)
        except Bad as bad:
            return "" if bad.place == due else f"{kind} {seed}: {bad}, due is {due}"
    return f"{kind} {seed} was accepted"


def run(count: int | None = None) -> dict[str, object]:
    """One row of `make faults`: every kind, at so many random places."""
    count = count or COUNT
    with tempfile.TemporaryDirectory() as name:
        evening = make_evening(Path(name))
        assert verify(evening.bag, evening.key, None)
        problems = [
            found for kind in FORGERIES for seed in range(count) if (found := forged(evening, kind, seed))
        ]
    print("\n".join(problems), file=sys.stderr)
    runs = count * len(FORGERIES)
    return {
        "name": "insider-forgeries", "runs": runs, "faults": runs, "lost": 0, "doubled": 0,
        "wrong": len(problems), "seed": 0,
    }  # fmt: skip


RUNS = {"insider-forgeries": run}
