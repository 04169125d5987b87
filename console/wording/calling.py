"""The call that is being answered: what was typed, so that times and hints fit where the user stands.

`console.calls.answering` says which call it is; nothing else changes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from console.calls.command_table import Call

_CALL: Final[ContextVar[Call | None]] = ContextVar("call", default=None)


@contextmanager
def answering(call: Call) -> Iterator[None]:
    """Meanwhile this is the call that is being answered."""
    token = _CALL.set(call)
    try:
        yield
    finally:
        _CALL.reset(token)


def typed_options() -> dict[str, str]:
    """The options of every command that were typed, the last of each; a flag has an empty value."""
    call = _CALL.get()
    return {} if call is None else call.global_options
