"""The roles of the console, which open pages. What a person may do there is the register's to say."""

from __future__ import annotations

from typing import Final, Literal, get_args

Role = Literal["surveillance", "accounting", "compliance", "pit", "admin"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)

SURVEILLANCE: Final[Role] = "surveillance"
ACCOUNTING: Final[Role] = "accounting"
COMPLIANCE: Final[Role] = "compliance"
PIT: Final[Role] = "pit"
ADMIN: Final[Role] = "admin"

EVERYBODY: Final = frozenset(ROLES)
INVESTIGATORS: Final = frozenset({SURVEILLANCE, ACCOUNTING, COMPLIANCE})
WHO_SEE_ROUNDS: Final = INVESTIGATORS | {PIT}
WHO_SEE_MONEY: Final = frozenset({ACCOUNTING, COMPLIANCE})
WHO_SEE_HITS: Final = INVESTIGATORS
WHO_SEE_CASES: Final = INVESTIGATORS
"""Accounting those of which money is owed."""
WHO_WORK_ON_CASES: Final = frozenset({SURVEILLANCE, COMPLIANCE})
WHO_DECIDE: Final = frozenset({SURVEILLANCE})
WHO_PAY_CASES: Final = frozenset({SURVEILLANCE, ACCOUNTING})
WHO_TAKE_PACKETS: Final = frozenset({SURVEILLANCE, COMPLIANCE})
WHO_SEE_BADGES: Final = frozenset({COMPLIANCE, ADMIN})
ONLY_ADMIN: Final = frozenset({ADMIN})


def role_named(text: str) -> Role:
    """A role as it was typed."""
    for role in ROLES:
        if text == role:
            return role
    raise ValueError(f"{text!r} is not one of {', '.join(ROLES)}")


def in_words(roles: frozenset[Role]) -> str:
    """Roles in a sentence, in their order."""
    named = [role for role in ROLES if role in roles]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} or {named[-1]}"
