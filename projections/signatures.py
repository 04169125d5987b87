"""Who must sign for a change of a link: two people of two departments, and they give a reason.

The recorder refuses what is signed otherwise, and so does the keeper, for whatever came by another way.
"""

from __future__ import annotations

from collections.abc import Sequence

from events.vocabulary.links import Signature


def signing_problem(signed_by: Sequence[Signature], reason: str) -> str:
    """What is wrong with the signatures under a change; empty where they will do."""
    badges = {signature.badge for signature in signed_by}
    departments = {signature.department.strip() for signature in signed_by}
    if len(signed_by) != 2 or len(badges) < 2:
        return "two people must sign: give two different badges"
    if "" in departments:
        return "a signature lacks its department: name the department that each of the two signs for"
    if len(departments) < 2:
        return "both sign for the same department: have somebody of another one sign"
    if not reason.strip():
        return "no reason is given: give one"
    return ""
