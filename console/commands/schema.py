"""`pitledger schema`: JSON Schema of an event as JSON lines hold it, and of every event body."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall, did_you_mean
from console.printing.output import print_json
from events.errors import UnknownEventType


def schema(
    *,
    type_: Annotated[
        str | None, Parameter(name="--type", metavar="NAME", help="only the body of this event type")
    ] = None,
    options: GlobalOptions = NO_OPTIONS,  # noqa: ARG001 - what it prints is JSON in any case
) -> int:
    """JSON Schema (2020-12) of an event as JSON lines hold it, with every event body.

    Examples:
        pitledger schema
        pitledger schema --type wager_settled
    """
    from console.commands.event_schema import body_schema, document  # noqa: PLC0415 - slow to import
    from events.body import TYPES, body_class  # noqa: PLC0415

    try:
        found = document() if type_ is None else body_schema(body_class(type_))
    except UnknownEventType:
        near = did_you_mean(type_ or "", sorted(TYPES))
        raise WrongCall(
            f"--type: {type_!r} is not an event type{near}; `pitledger schema` has them all"
        ) from None
    print_json(found)
    return 0
