"""How a change of the register is recorded and answered, whichever it is.

Each is an event on the stream of the register. While the register is not in force nobody need sign; from
then on two people of the register do. What the system refuses is on record too, and printed with its reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final

from cyclopts import Parameter

from console.calls.arguments import one
from console.calls.names import person
from console.calls.options import GlobalOptions
from console.instances.instance import require_instance
from console.printing.output import print_json, print_message
from console.recording.clerk import open_clerk, refused_because
from console.recording.signing import REASON, SIGN, Identified, Signature
from events.vocabulary.badges import REGISTER, BadgeIssued
from events.vocabulary.terms import Rank
from projections.recording.badges import Register

NOBODY: Final = "console"
"""The actor of a change that nobody had to sign."""

Badge = Annotated[str, one(person, "BADGE", "the badge, e.g. F-12")]
Department = Annotated[str, one(person, "NAME", "the holder's department, e.g. accounting")]
OfRank = Annotated[Rank, Parameter(metavar="RANK", help="the holder's rank, from the lowest to the highest")]


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Signing:
    """Who signs, where two must, and why."""

    sign: Annotated[tuple[Signature, ...], SIGN] = ()
    reason: Annotated[str, REASON] = ""


UNSIGNED: Final = Signing()


def record(
    type_: str, fields: dict[str, Any], signing: Signing, identified: Identified, options: GlobalOptions
) -> int:
    """Record a change of the register and show what came of it; 1 where it was refused."""
    if type_ != BadgeIssued.TYPE:
        require_instance(options.location())
    fields = {**fields, "signed_by": list(signing.sign), "reason": signing.reason}
    actor = signing.sign[0]["badge"] if signing.sign else NOBODY
    with open_clerk(options, identified.facility) as clerk:
        recorded = clerk.record(REGISTER, type_, fields, actor, source_id=identified.id)
        register = clerk.recorder.register()
        clerk.process()
    refused = refused_because(recorded.event) if recorded.refused else None
    if options.json:
        print_json(
            {
                "stream": REGISTER,
                "seq": recorded.seq,
                "recorded": recorded.event.type,
                "existed": recorded.existed,
                "refused": refused,
                "in_force": register.in_force,
            }
        )
    else:
        before = " (recorded before)" if recorded.existed else ""
        print(f"{REGISTER} seq {recorded.seq}: {recorded.event.type}{before}")
        if refused is None:
            print(state_of(register))
    if refused is not None:
        print_message(f"pitledger badge: refused: {refused}")
        return 1
    return 0


def state_of(register: Register) -> str:
    """Whether the register is in force, and why not, in a line."""
    if register.in_force:
        return "The register is in force: two people of two departments sign each change."
    return f"The register is not in force: {register.why_not_in_force}."
