"""The pages of the audit log, as they are declared."""

from __future__ import annotations

from typing import Final

from console.calls.names import stream_named
from console.web.declared import Param
from console.web.entry.roles import COMPLIANCE, INVESTIGATORS
from console.web.page import Page
from console.web.showing.asked_of_pages import event_number
from console.web.showing.audit import checkpoints, exports, proof

AUDIT: Final = (
    Page(
        name="audit",
        address="/audit",
        about="The audit log: the last checkpoint, and what no checkpoint covers yet.",
        show=checkpoints.audit,
        roles=frozenset({COMPLIANCE}),
    ),
    Page(
        name="proof",
        address="/audit/prove",
        about="An event proved to be in the audit log, and how an outsider checks it.",
        show=proof.prove,
        roles=INVESTIGATORS,
        params=(
            Param("stream", "the stream of the event, such as table:TCP-01", stream_named),
            Param("seq", "its number", event_number),
        ),
        files=(".tlog-proof", ".event"),
        command="audit prove",
    ),
    Page(
        name="exports",
        address="/audit/exports",
        about="The exports of the audit log that were made here.",
        show=exports.exports,
        roles=frozenset({COMPLIANCE}),
        is_list=True,
    ),
    Page(
        name="export",
        address="/audit/exports/{export}",
        about="One export: how far it has come, and what the verifier said.",
        show=exports.export,
        roles=frozenset({COMPLIANCE}),
        files=(".tar",),
    ),
)
