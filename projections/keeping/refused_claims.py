"""The claims of a table that were refused while its stream was halted, so that no replay grants one of them.

They are forgotten when a leg from behind them is decided: what comes later is a repeat. However many
there are in one halt, only so many numbers are kept.
"""

from __future__ import annotations

from typing import Final

import msgspec

MOST_KEPT: Final = 1_024
"""Numbers kept one by one; with more, everything from the first to the last of them counts as refused."""


class RefusedClaims(msgspec.Struct, array_like=True):
    """Numbers in the table's stream: single ones, and all from `all_from` to `all_to`.

    Legs up to `passed_seq` are decided, and no claim before that is new.
    """

    single: list[int] = []
    all_from: int = 0
    all_to: int = 0
    passed_seq: int = 0

    def __contains__(self, seq: int) -> bool:
        """Whether the claim of a number was refused."""
        return seq in self.single or self.all_from <= seq <= self.all_to

    def add(self, seq: int) -> bool:
        """Take a claim as refused; False where it was before."""
        if seq <= self.passed_seq or seq in self:
            return False
        if len(self.single) >= MOST_KEPT:
            kept = [*self.single, *filter(None, (self.all_from, self.all_to))]
            self.all_from, self.all_to = min(kept), max(kept)
            self.single = []
        self.single.append(seq)
        return True

    def passed(self, seq: int) -> None:
        """Forget the claims up to the number of a leg that is decided: none of them comes again."""
        if not self.single and not self.all_to:
            return
        self.passed_seq = max(self.passed_seq, seq)
        self.single = [each for each in self.single if each > self.passed_seq]
        if self.all_to <= self.passed_seq:
            self.all_from = self.all_to = 0
