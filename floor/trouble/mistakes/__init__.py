"""Mistakes that dealers, floorpersons and players make: one small function each, and one list of them.

To add one, write a function with `@mistake(TYPES, check=…, section=…)` in the module of its theme and put its
name into the module's `MISTAKES`. It is shown facts of those types just before they are recorded; where it
fits it plants itself (`spot.plant`, `spot.plant_when`) and gives back what is recorded instead, else None.
`spot.later` changes what follows from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from floor.trouble.mistake import Mistake
from floor.trouble.mistakes import (
    awards,
    dealing,
    decisions,
    decks,
    no_more_bets,
    opening,
    optional_facts,
    record,
    rulings,
    settlement,
    shuffling,
    streets,
    turns,
    wagering,
)

THEMES: Final = (
    opening,
    decks,
    shuffling,
    wagering,
    no_more_bets,
    dealing,
    streets,
    decisions,
    settlement,
    turns,
    awards,
    rulings,
    record,
)
MISTAKES: Final[tuple[Mistake, ...]] = tuple(each for theme in THEMES for each in theme.MISTAKES)
"""Every mistake that chance draws from, in the order of the list of checks. The examiner must find each."""

ON_REQUEST: Final[tuple[Mistake, ...]] = optional_facts.MISTAKES
"""Mistakes with facts that the floor does not tell by itself. They are made where a caller names them, so a
seed's night stays what it was."""

UNPLANTED: Final[Mapping[str, str]] = {
    "T22": "terms other than the chapter's are refused on the link's own stream, and a link is no table's",
    "T23": "a link has one unit, and the floor's links are opened with one that has an Envy Bonus",
    "T24": "all tables of the floor are of one facility, and join links of their own terms",
    "W22": "a wager without an Ante has no cards: whatever is done about it breaks a second rule",
    "A16": "a table waits for each claim, and the next seat claims when the one before is paid",
    "A19": "a second award for one wager is claimed before it is paid, and the link refuses the claim",
    "A20": "the link refuses a claim that does not name every seat once, and divides what it locks",
    "A23": "an award that was sent back is claimed again, and the floor pays the claim that stands",
    "A24": "the keeper moves its meters, and nobody of the floor can",
    "I06": "a card that is drawn in error and seen is the house's to rule on; the floor's are not seen",
    "I08": "a wrong number of cards on the board is said by the street that has it (C19, C21)",
    "I12": "a round that was decided is settled, and who stops it then breaks more than one rule",
    "I17": "a jam without another shuffle leaves the deck unshuffled (D21, D22)",
    "I19": "a shuffle of fewer than 52 cards leaves a short deck at the table (D26)",
    "I28": "647a is silent, and on the floor somebody always rules",
    "I29": "an Ante that a void round does not give back is I15, whoever folded",
    "I14": "663a has no rule about an exposed card: the floor never shows one there",
    "R03": "a fork or a gap is in the log, and the floor has no hand in it",
    "R04": "so are bytes that cannot be read",
    "R05": "a claim that the link refuses is not paid on the floor, nor is a void round's",
    "R08": "readings are taken by people at a desk, and the floor has none",
    "T29": "the recorder writes the rulebook into each round, and has no text but its own",
    "P23": "a hand that a player sets against the rule needs a house ruling before it can be settled",
    "S21": "no player of the floor wagers enough to reach a payout limit",
    "S27": "who pays the Progressive of a folded hand passes over its light and validation too (A02, A04)",
    "S35": "a round that nobody closed may be the table's last: only what comes next tells S35 from T31",
}
"""Checks that no mistake is planted for, and why."""
