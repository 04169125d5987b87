"""The audit log as it is signed: origin, size, root, how old, by whom cosigned, and what has come since."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from typing import Any

from console.commands.audit.opening import policy_of
from console.web.asked import Asked
from console.web.site import Site
from console.web.view import View
from streams.log import Log
from streams.notary.folder import AUDIT_FOLDER, CHECKPOINT_FILE, VKEY_FILE
from streams.notary.keys import needs_passphrase
from streams.notary.leaves import SOURCES
from streams.notary.proving import Prover
from streams.notary.record import load_record


@dataclass(frozen=True, slots=True)
class Signed:
    """The last checkpoint."""

    origin: str
    vkey: str
    size: int
    root: bytes
    signed: bytes
    at_us: int
    cosigned_by: tuple[str, ...]
    demand: str


def has_audit_log(site: Site) -> bool:
    """Whether one was begun."""
    return (site.where.data / AUDIT_FOLDER / VKEY_FILE).is_file()


def last_checkpoint(site: Site) -> Signed | None:
    """The last checkpoint; None where nothing is signed yet."""
    folder = site.where.data / AUDIT_FOLDER
    file = folder / CHECKPOINT_FILE
    if not file.is_file():
        return None
    at_us = file.stat().st_mtime_ns // 1_000
    policy = policy_of(folder)
    with Prover(folder) as prover:
        own = prover.checkpoint
        cosigned = tuple(policy.cosigners_of(prover.signed))
        return Signed(
            own.origin, prover.vkey.text, own.size, own.root, prover.signed, at_us, cosigned, policy.demand
        )


def records_since(site: Site, log: Log) -> int:
    """How many records no checkpoint covers yet."""
    record = load_record(site.where.data / AUDIT_FOLDER)
    positions = {} if record is None else record.positions
    due = 0
    for topic in SOURCES:
        known = positions.get(topic, [])
        for partition in range(log.partitions(topic)):
            due += log.end(topic, partition) - (known[partition] if partition < len(known) else 0)
    return due


def audit(asked: Asked) -> View:
    """The audit log: what is signed, and what is not yet."""
    site = asked.site
    begun = has_audit_log(site)
    last = last_checkpoint(site) if begun else None
    behind = records_since(site, asked.log) if begun else 0
    folder = site.where.data / AUDIT_FOLDER
    values = {
        "begun": begun,
        "last": last,
        "root": b64encode(last.root).decode() if last else "",
        "behind": behind,
        "locked": begun and needs_passphrase(folder),
        "running": site.jobs.running(),
        "problem": site.jobs.sign_problem() if begun else "",
    }

    def document() -> Any:
        if last is None:
            return {"begun": begun, "checkpoint": None}
        return {
            "begun": True,
            "origin": last.origin,
            "vkey": last.vkey,
            "size": last.size,
            "root": b64encode(last.root).decode(),
            "checkpoint": last.signed.decode(),
            "cosigned_by": list(last.cosigned_by),
            "records_since": behind,
        }

    return View("audit.html", "Audit", document, values)
