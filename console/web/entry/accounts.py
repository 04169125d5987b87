"""Accounts of the console: a badge of the register, a role, and a password that only its hash is kept of.

They lie in a file of the instance's directory that only its owner reads. An account is for a badge of one
department: where the register says otherwise since, or the badge was withdrawn, it opens nothing.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from console.instances.own_files import ACCOUNTS_FILE
from console.web.entry.roles import Role, role_named
from events.naming import comparable
from projections.recording.badges import Register
from streams.errors import LogError

SHORTEST: Final = 10
_OWNERS: Final = 0o600
LONGEST: Final = 256
"""Characters of a password: to hash a book would keep others waiting."""


@dataclass(frozen=True, slots=True)
class Account:
    """Who may sign in: a badge and its department, as the register had it; role, hash of the password."""

    badge: str
    department: str
    role: Role
    hashed: str


def load_accounts(data: Path) -> dict[str, Account]:
    """The accounts of an instance, by the badge as it is compared; none where nobody has made one."""
    file = data / ACCOUNTS_FILE
    try:
        found = [
            Account(each["badge"], each["department"], role_named(each["role"]), each["hashed"])
            for each in json.loads(file.read_bytes())
        ]
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise LogError(f"{file}: the accounts cannot be read ({error.strerror}): see who owns it") from error
    except (ValueError, KeyError, TypeError) as error:
        raise LogError(
            f"{file}: this is not a file of accounts ({error}): move it away, and make them again with "
            "`pitledger account set BADGE --role ROLE`"
        ) from error
    return {comparable(account.badge): account for account in found}


def store_accounts(data: Path, accounts: dict[str, Account]) -> None:
    """Put the accounts in the place of those before; nobody but the owner reads them."""
    file = data / ACCOUNTS_FILE
    partial = file.with_name(f"{file.name}.partial")
    text = json.dumps([asdict(account) for account in accounts.values()], indent=2) + "\n"
    try:
        partial.unlink(missing_ok=True)
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNERS), "wb") as written:
            written.write(text.encode())
            written.flush()
            os.fsync(written.fileno())
        partial.replace(file)
    except OSError as error:
        raise LogError(
            f"{file}: the accounts cannot be written ({error.strerror}): those of before stay"
        ) from error


def why_shut(account: Account, register: Register) -> str:
    """Why an account opens nothing by the register; empty where it does."""
    if register.unreadable:
        return f"the register of badges cannot be read: {register.unreadable}"
    held = register.holder(account.badge)
    if held is None:
        return f"badge {account.badge} is not in the register, or was withdrawn"
    if comparable(held.department) != comparable(account.department):
        return (
            f"badge {account.badge} is of {held.department} by the register, and the account was made for "
            f"{account.department}: make it again with `pitledger account set`"
        )
    return ""


# --- passwords --------------------------------------------------------------------------------------------


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher()


def hash_of(password: str) -> str:
    """What is kept of a password."""
    return _hasher().hash(password)


def is_password(account: Account | None, password: str) -> bool:
    """Whether it is the account's. Where there is none it takes as long: nobody learns who has one."""
    hashed = _nobodys() if account is None else account.hashed
    if len(password) > LONGEST:
        password = ""
    try:
        _hasher().verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False
    return account is not None


@cache
def _nobodys() -> str:
    return hash_of(os.urandom(16).hex())


def password_of(text: str) -> str:
    """A password as it was typed, where it is long enough."""
    if len(text) < SHORTEST:
        raise ValueError(f"a password has at least {SHORTEST} characters: a few words will do")
    if len(text) > LONGEST:
        raise ValueError(f"a password has at most {LONGEST} characters")
    return text
