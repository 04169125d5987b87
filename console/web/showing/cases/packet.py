"""The packet of a round, to be taken along: who takes it out for a case is on record there."""

from __future__ import annotations

from console.commands.audit.opening import audit_folder
from console.exports.packet.making import Packet, packet_of
from console.instances.instance import bulk_source
from console.web.asked import Asked
from console.web.frame.places import event_address
from console.web.showing.audit.checkpoints import has_audit_log
from console.web.showing.beside_round import looked_for_case
from console.web.showing.rounds import located
from console.web.view import File, NotFound, View
from streams.notary.proving import Prover


def packet(asked: Asked) -> View:
    """What is in the packet, and the packet itself."""
    of = located(asked)
    if not has_audit_log(asked.site):
        raise NotFound(
            "This instance has no audit log, so nothing of it can be proved: `pitledger audit init` begins "
            "one."
        )
    looked = looked_for_case(asked, of)
    where = asked.site.where
    prover = asked.open_.enter_context(Prover(audit_folder(where)))
    made = packet_of(asked.log, asked.store, bulk_source(where), prover, of)
    values = {"of": of, "made": made, "looked": looked, "parts": _parts(made), "place_of": event_address}
    file = {".zip": lambda: File(f"{made.folder}.zip", made.content(), "application/zip")}
    return View("packet.html", f"Packet of {of.round}", made.document, values, files=file)


def _parts(made: Packet) -> dict[str, list[tuple[str, int, int]]]:
    """The entries by why they are there: stream, number, place in the audit log."""
    found: dict[str, list[tuple[str, int, int]]] = {}
    for entry in made.entries:
        place = (entry.event.stream, entry.event.seq, entry.found.leaf_index)
        found.setdefault(entry.part, []).append(place)
    return found
