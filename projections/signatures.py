"""Who may sign and validate: two people of two departments for a change, a floorperson or above for an award
who did not claim it.

The recorder refuses what is signed otherwise, and so does the keeper, for whatever came by another way.
Badges and departments are compared as people mean them (`events.naming`), everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from events.naming import comparable
from events.vocabulary.links import Signature
from events.vocabulary.terms import RANKS, Rank, Stamp

LEAST_TO_VALIDATE: Final[Rank] = "floorperson"
"""Who validates or rejects an award has at least this rank (x.11)."""


def two_people_problem(badges: Sequence[str]) -> str:
    """What is wrong where two people must sign; empty where two did."""
    people = {comparable(badge) for badge in badges}
    if len(badges) != 2 or len(people) < 2 or "" in people:
        return "two people must sign: give two different badges"
    return ""


def two_departments_problem(departments: Sequence[str]) -> str:
    """What is wrong with the departments of the two who signed; empty where there are two."""
    compared = {comparable(department) for department in departments}
    if "" in compared:
        return "a signature lacks its department: name the department that each of the two signs for"
    if len(compared) < 2:
        return "both sign for the same department: have somebody of another one sign"
    return ""


def signing_problem(signed_by: Sequence[Signature], reason: str) -> str:
    """What is wrong with the signatures under a change; empty where they will do."""
    unsigned = two_people_problem([signature.badge for signature in signed_by])
    unsigned = unsigned or two_departments_problem([signature.department for signature in signed_by])
    if unsigned:
        return unsigned
    return "" if reason.strip() else "no reason is given: give one"


def one_signature_problem(signature: Signature, reason: str) -> str:
    """What is wrong where one person signs for a department; empty where that will do."""
    if not comparable(signature.badge):
        return "a signature lacks its badge: name who signs"
    if not comparable(signature.department):
        return "a signature lacks its department: name the department that is signed for"
    return "" if reason.strip() else "no reason is given: give one"


def validating_problem(stamps: Sequence[Stamp], badge: str) -> str:
    """Why somebody may not validate or reject an award, by what the recorder stamped; empty where they may.

    Without stamps no register was in force, and nobody is refused.
    """
    for stamp in stamps:
        if comparable(stamp.badge) != comparable(badge):
            continue
        if stamp.rank is None:
            return f"badge {badge} is not in the register: a {LEAST_TO_VALIDATE} or above must do it"
        if RANKS.index(stamp.rank) < RANKS.index(LEAST_TO_VALIDATE):
            return f"{badge} is {_words(stamp.rank)}: a {LEAST_TO_VALIDATE} or above must do it"
    return ""


def rank_below(stamps: Sequence[Stamp], badge: str) -> str:
    """The rank, in words, of somebody who does what is for a floorperson or above and is not one; empty where
    they are, where no register was in force, and for a badge that it does not know."""
    for stamp in stamps:
        if comparable(stamp.badge) == comparable(badge) and stamp.rank is not None:
            return _words(stamp.rank) if RANKS.index(stamp.rank) < RANKS.index(LEAST_TO_VALIDATE) else ""
    return ""


def own_claim_problem(claimed_by: Sequence[str], claim_seq: int, badge: str) -> str:
    """Why somebody may not validate an award: they claimed it; empty where others did."""
    if comparable(badge) not in map(comparable, claimed_by):
        return ""
    return f"{badge} claimed it (claim {claim_seq}): have another {LEAST_TO_VALIDATE} or above validate it"


def _words(rank: Rank) -> str:
    return rank.replace("_", " ")
