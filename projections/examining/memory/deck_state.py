"""A deck at a table: what has been done to it, by the numbers of the events that say so (x.3–x.5)."""

from __future__ import annotations

from dataclasses import dataclass

from games.procedure.dealing import Shuffling

MOST_LIVE, MOST_REMOVED = 16, 64
"""What is remembered of a table's decks. From the third live one on a finding says so."""


@dataclass(slots=True)
class DeckState:
    """One deck. A number is that of the last event of its kind, 0 for none."""

    name: str
    back_colour: str
    preinspected: bool
    preshuffled: bool
    received_seq: int
    described_seq: int = 0
    designs: tuple[str, ...] = ()
    """The designs of its cards, where somebody noted them: one or two, which is enough to tell."""
    inspected_seq: int = 0
    inspected_by_dealer: bool = False
    wrong_when_inspected: str = ""
    verified_seq: int = 0
    verified_by_floorperson: bool = False
    spread_seq: int = 0
    spread_face_up: bool = False
    washed_seq: int = 0
    washed_unseen: bool = False
    first_shuffle_seq: int = 0
    shuffled_seq: int = 0
    shuffled_by: Shuffling | None = None
    cut_seq: int = 0
    cut_depth: int = 0
    cut_cover_cards: int = 0
    recut_seq: int = 0
    idle_seq: int = 0
    in_play_since_us: int | None = None
    rounds: int = 0
    last_round: str = ""
    ended_seq: int = 0
    """The end of its last round."""
    short_seq: int = 0
    """A count other than 52: it has to leave the table."""
    short_by_device: bool = False
    short_cards: int = 0

    @property
    def spared(self) -> bool:
        """Whether it comes preinspected and preshuffled, and so is spared x.4(a)–(d) (x.4(e))."""
        return self.preinspected and self.preshuffled

    @property
    def shuffled_for_round(self) -> bool:
        """Whether it was shuffled since its last round, or preshuffled for its first."""
        if not self.rounds and self.preshuffled:
            return True
        return self.shuffled_seq > self.ended_seq

    @property
    def stacked_by(self) -> Shuffling | None:
        """How the cards of the stack were mixed last; None where nobody did."""
        return self.shuffled_by or ("preshuffled" if self.preshuffled else None)
