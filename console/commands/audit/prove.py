"""`pitledger audit prove`: shows an outsider that an event, a round, a stream or a history is in the log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from console.calls.arguments import input_file, new_file_name, number, one
from console.calls.names import something, stream_named
from console.calls.options import NO_OPTIONS, GlobalOptions, Location
from console.calls.wrong_call import WrongCall
from console.commands.audit.opening import audit_folder
from console.instances.instance import open_log
from console.instances.own_files import require_not_of_an_instance
from console.instances.read_model import open_read_model
from console.printing.lines import print_row
from console.printing.output import print_json
from events.envelope import read_header
from streams.notary.index import Found
from streams.notary.proving import NotProved, Prover
from streams.notary.tlog.tiles import bundle
from streams.read_model.queries.rounds import rounds_named


def prove(
    *,
    stream: Annotated[str | None, one(stream_named, "STREAM", "the stream, all of it unless --seq")] = None,
    seq: Annotated[int | None, number("one event of the stream", least=1)] = None,
    round_: Annotated[str | None, one(something, "ROUND", "all events of a round", name="--round")] = None,
    since: Annotated[
        Path | None, one(input_file, "FILE", "an older checkpoint, whose log this one continues")
    ] = None,
    out: Annotated[Path | None, one(new_file_name, "DIR", "a folder that is not there yet")] = None,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Prove by the last checkpoint that events are in the audit log, or that it continues an older one.

    Examples:
        pitledger audit prove --stream table:HCF-01 --seq 17 > event-17.tlog-proof
        pitledger audit prove --round HCF-01-1 --out var/proofs
        pitledger audit prove --stream table:HCF-01 --out var/whole-table
        pitledger audit prove --since monday.checkpoint > consistency
    """
    asked = [name for name, given in (("--stream", stream), ("--round", round_), ("--since", since)) if given]
    if len(asked) != 1 or (seq is not None and stream is None):
        raise WrongCall("say what to prove: --stream (one event with --seq), --round, or --since")
    where = options.location()
    if out is not None:
        require_not_of_an_instance("--out", out, where.data)
    with Prover(audit_folder(where)) as prover:
        if since is not None:
            return _one(options, prover, prover.consistency(since.read_bytes()), out)
        if stream is not None and seq is not None:
            found = prover.event(stream, seq)
            return _one(options, prover, prover.inclusion(found.leaf_index), out, found)
        if round_ is not None:
            events = list(_events_of_round(where, prover, round_))
            return _round(options, prover, events, _named(out))
        assert stream is not None
        next(prover.stream(stream))  # one that is not known is said before a folder is asked for
        return _stream(options, prover, stream, _named(out))


def _named(out: Path | None) -> Path:
    if out is None:
        raise WrongCall("several files come of this: name a folder for them with --out")
    return out


def _new_folder(out: Path) -> None:
    if out.exists():
        raise WrongCall(f"{out}: there is something already. Name a folder that is not there yet")
    out.mkdir(parents=True)


def _one(
    options: GlobalOptions, prover: Prover, proof: bytes, out: Path | None, found: Found | None = None
) -> int:
    """One proof: printed, or as files in a folder."""
    if out is not None:
        files = {"proof": proof} if found is None else _files(found, proof)
        _write(out, files)
    if options.json:
        event = {} if found is None else {"index": found.leaf_index, "entry": found.entry.hex()}
        print_json({"size": prover.checkpoint.size, **event, "proof": proof.decode()})
    elif out is not None:
        print_row(f"{out}: the proof, by the checkpoint over {prover.checkpoint.size:,} entries")
    else:
        print(proof.decode(), end="")
    return 0


def _round(options: GlobalOptions, prover: Prover, events: list[Found], out: Path) -> int:
    files: dict[str, bytes] = {}
    for found in events:
        files |= _files(found, prover.inclusion(found.leaf_index))
    _write(out, files)
    document = {
        "size": prover.checkpoint.size,
        "events": [{"seq": found.seq, "index": found.leaf_index} for found in events],
    }
    said = f"{len(events)} events of the round are in the log of {prover.checkpoint.size:,} entries: {out}"
    return _said(options, document, said)


def _stream(options: GlobalOptions, prover: Prover, stream: str, out: Path) -> int:
    """A whole stream: its events in order, each with the hash of the one before, and a proof of the last."""
    _new_folder(out)
    count, last = 0, None
    with (out / "events").open("wb") as file:
        for found in prover.stream(stream):
            file.write(bundle([found.entry]))
            count, last = count + 1, found
    assert last is not None
    (out / "last.tlog-proof").write_bytes(prover.inclusion(last.leaf_index))
    document = {
        "size": prover.checkpoint.size,
        "stream": stream,
        "first": 1,
        "last": last.seq,
        "index": last.leaf_index,
    }
    said = (
        f"{stream} is whole: events 1 to {count:,}, each naming the one before; the last is proved in {out}"
    )
    return _said(options, document, said)


def _said(options: GlobalOptions, document: dict[str, Any], said: str) -> int:
    if options.json:
        print_json(document)
    else:
        print_row(said)
    return 0


def _events_of_round(where: Location, prover: Prover, name: str) -> Iterator[Found]:
    with open_read_model(where) as store:
        named = rounds_named(store, name)
    if not named:
        raise NotProved(f"there is no round {name}. Find it with `pitledger rounds`.")
    place = named[0]
    with open_log(where) as log:
        for record in log.read_between(
            place.stream, place.partition, place.first_offset, place.last_offset + 1
        ):
            event = read_header(record.value)
            if event.round == name and event.mode == place.mode:
                yield prover.event(place.stream, event.seq)


def _files(found: Found, proof: bytes) -> dict[str, bytes]:
    """The event's own bytes, which are the leaf, and the proof beside them."""
    name = f"{found.series.partition(' ')[0].replace(':', '-')}-{found.seq:06}"
    return {f"{name}.event": found.entry, f"{name}.tlog-proof": proof}


def _write(out: Path, files: dict[str, bytes]) -> None:
    _new_folder(out)
    for name, content in files.items():
        (out / name).write_bytes(content)
