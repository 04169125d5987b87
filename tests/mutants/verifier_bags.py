"""What the verifier says of bags: honest and forged ones, parts, policies, and calls of the file itself."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import msgpack

from console.exports import verify_bag
from console.exports.audit_bag import write_bag
from console.exports.bag_part import Asked, Part
from events.references import Opening
from streams.notary.keys import load_signer
from streams.notary.proving import Prover
from streams.notary.tlog.checkpoints import Checkpoint
from streams.notary.tlog.tree import GrowingTree, leaf_hashes
from tests.console.exports import test_verify_beside, test_verify_policy
from tests.console.exports.changed_ledgers import FILES, changes, finished, judged, sums_of
from tests.console.exports.part_forgeries import (
    FORGED,
    entries_in,
    make_part,
    put_in,
    records,
    replayed,
    with_an_amount_more,
)
from tests.console.exports.verified_histories import (
    paths_in,
    with_another,
    without_each_field,
)
from tests.faults import bag_forgeries, insider_forgeries
from tests.faults.insiders.forger import make_evening
from tests.mutants.verifier_histories import Case, outcome
from tests.streams.notary.embedded_log import AuditedLog
from tests.streams.sealed_events import Chains, spread


def of_bags(folder: Path) -> Iterator[Case]:
    """The honest bags, and every forgery of them."""
    evening = make_evening(folder / "evening")
    export = bag_forgeries.make_export(folder / "export")
    yield lambda: _verdict(evening.bag, evening.key)
    yield lambda: _verdict(export.bag, export.key, export.kept)
    shown = [
        entry for entry in evening.entries if not verify_bag.unpack_event(entry)[1].startswith("finding:")
    ]
    for index, entry in enumerate(shown):
        for path in paths_in(entry):
            yield lambda index=index, path=path: outcome(with_another(shown, index, path)[0])
    for entries in without_each_field(shown):
        yield lambda entries=entries: outcome(entries)
    for index in range(len(shown)):
        yield lambda index=index: outcome([*shown[:index], *shown[index + 1 :]])
    signer = load_signer(evening.audit, None)
    other = Checkpoint(signer.name, 100, bytes(32)).signed([signer])
    yield lambda: _verdict(evening.bag, evening.key, other)
    for kind in insider_forgeries.FORGERIES:
        for seed in range(2):
            with insider_forgeries.forged_bag(evening, kind, random.Random(f"{kind} {seed}")) as (bag, _):
                kept = Path(shutil.copytree(bag, folder / f"{kind}-{seed}"))
            yield lambda kept=kept: _verdict(kept, evening.key)
    for kind, forge in bag_forgeries.FORGERIES.items():
        for at in (0, 17, 259, 299):
            with bag_forgeries.copied(export) as bag:
                forge(export, bag, at)
                bag_forgeries.list_again(bag)
                kept = Path(shutil.copytree(bag, folder / f"{kind}-{at}"))
            yield lambda kept=kept: _verdict(kept, export.key)
            yield lambda kept=kept: _verdict(kept, export.key, export.kept)
    yield from _changed_bags(folder, export)
    yield from _calls(export)
    yield from _parts(folder, export)
    yield from _policies(folder, export)
    yield from _kept(folder, export)
    yield from _vouched(folder)
    yield from _changed_keys(folder / "keys")
    yield from _named(folder, export)
    yield from _ledgers(evening.bag)
    of_evening = folder / "part-of-the-evening"
    with Prover(evening.audit) as prover:
        part = Part(Asked(tables=("T1",)), prover)
        write_bag(of_evening, prover, [], None, lambda _: None, part=part)
    yield lambda: _verdict(of_evening, evening.key)
    yield from _small(folder)
    yield lambda: [verify_bag.Entries(export.bag, 300).at(at) for at in (0, 255, 256, 299, 0)]
    for link in ("HCF", "WEST"):
        yield lambda link=link: _standing(records(evening.entries, link))


def _small(folder: Path) -> Iterator[Case]:
    """Logs of nothing and of one event."""
    for count in (0, 1):
        audited = AuditedLog(folder / f"of-{count}")
        audited.append(spread(count, 1))
        audited.checkpoint()
        bag, key = folder / f"bag-of-{count}", verify_bag.read_key(audited.vkey.text)
        with Prover(audited.folder) as prover:
            write_bag(bag, prover, [], None, lambda _: None)
        yield lambda bag=bag, key=key: _verdict(bag, key)


def _vouched(folder: Path) -> Iterator[Case]:
    """A bag with its envelope, one whose report is another, other envelopes, none, and other proofs."""
    (folder / "vouched").mkdir()
    made = test_verify_beside.make(folder / "vouched")
    yield lambda: _verdict(made.bag, made.key)
    said = json.loads(made.bag.with_name("bag.dsse.json").read_bytes())
    envelopes = [json.dumps(change(made, said)).encode() for change in test_verify_beside.WRONG.values()]
    envelopes += [*test_verify_beside.NO_ENVELOPES, json.dumps(said | {"more": 1}).encode()]
    last = test_verify_beside.LAST
    proofs = [forge((made.bag / last).read_bytes(), made) for forge in test_verify_beside.FORGED.values()]
    for number, (name, content, envelope) in enumerate(
        [("report.pdf", b"%PDF-1.7\n", each) for each in envelopes]
        + [("report.pdf", content, json.dumps(said).encode()) for content in (b"", b"%PDF-1.7\n")]
        + [
            ("report.pdf", b"", None),
            ("report/more.pdf", b"", None),
            ("proofs/table-T-02.tlog-proof", b"", None),
        ]
        + [(last.removeprefix("data/"), content, None) for content in proofs]
    ):
        bag = Path(shutil.copytree(made.bag, folder / f"vouched-{number}/bag"))
        (bag / "data" / name).parent.mkdir(exist_ok=True)
        (bag / "data" / name).write_bytes(content)
        if content != b"%PDF-1.7\n":
            bag_forgeries.list_again(bag)
        if envelope is not None:
            bag.with_name("bag.dsse.json").write_bytes(envelope)
        yield lambda bag=bag: _verdict(bag, made.key)


def _kept(folder: Path, export: bag_forgeries.Export) -> Iterator[Case]:
    """Checkpoints that were kept when a tile was full or nearly so; the same with another root."""
    signer = load_signer(folder / "export/audit", None)
    for size in (0, 1, 255, 256, 257, 300, 301):
        tree = GrowingTree()
        tree.add(leaf_hashes(export.entries[:size]))
        for root in (tree.root(), bytes(32)):
            kept = Checkpoint(signer.name, size, root).signed([signer])
            yield lambda kept=kept: _verdict(export.bag, export.key, kept)


def _changed_keys(folder: Path) -> Iterator[Case]:
    """A log whose key was changed twice, by each of its keys and a stranger's."""
    folder.mkdir()
    audited = AuditedLog(folder)
    keys, kept = [verify_bag.read_key(audited.vkey.text)], []
    for event in spread(3, 1):
        audited.append([event])
        kept.append(audited.checkpoint())
        with audited.notary() as notary:
            new = notary.change_key(load_signer(audited.folder, None), None)
        keys.append(verify_bag.read_key(new.text))
    with Prover(audited.folder) as prover:
        write_bag(folder / "bag", prover, [], None, lambda _: None)
    keys.append(verify_bag.Key(keys[0].name, b"s" * 32))
    for key in keys:
        for since in (None, *kept):
            yield lambda key=key, since=since: _verdict(folder / "bag", key, since)


def _named(folder: Path, export: bag_forgeries.Export) -> Iterator[Case]:
    """A bag that says who somebody is, and such as say something else."""
    known, other = Opening("player", "Ann", b"s" * 32), Opening("account", "Bob", b"t" * 32)
    body = msgpack.packb({"player": known.reference, "account": other.reference})
    audited = AuditedLog(folder / "named")
    audited.append([Chains().next("table:T", body=body)])
    audited.checkpoint()
    with Prover(audited.folder) as prover:
        write_bag(folder / "named/bag", prover, [], None, lambda _: None)
    key = verify_bag.read_key(audited.vkey.text)
    lines = [
        {"reference": each.reference, "kind": each.kind, "label": each.label, "salt": each.salt.hex()}
        for each in (known, other, Opening("player", "Bob", b"t" * 32))
    ]
    texts = ["".join(f"{json.dumps(line)}\n" for line in lines[:count]) for count in range(4)]
    texts += [texts[2][:-1], texts[1] * 2, "x\n", "[]\n", "[" * 50_000 + "\n"]
    wrong = (("kind", "badge"), ("salt", "00"), ("salt", "x"), ("label", ""), ("label", 1), ("more", ""))
    texts += [f"{json.dumps({**lines[0], field: value})}\n" for field, value in wrong]
    for number, text in enumerate(texts):
        bag = Path(shutil.copytree(folder / "named/bag", folder / f"named-{number}"))
        (bag / "data/openings.jsonl").write_text(text, "utf-8")
        bag_forgeries.list_again(bag)
        yield lambda bag=bag: _verdict(bag, key)


def _ledgers(bag: Path) -> Iterator[Case]:
    """The ledger's files as they are, and with some of their lines left out, twice, or changed."""
    sums = sums_of(bag)
    yield lambda: finished(bag, sums)
    for name in FILES:
        for _, content in changes(bag, name, step=9 if name.startswith("ledger") else 2):
            yield lambda name=name, content=content: judged(bag, sums, name, content)


def _changed_bags(folder: Path, export: bag_forgeries.Export) -> Iterator[Case]:
    """Bags that are not as their manifests say, and tiles too many or too few."""
    changes: list[tuple[Callable[[Path], object], bool]] = [
        (lambda bag: (bag / "data/more").write_text("x"), False),
        (lambda bag: (bag / "more").write_text("x"), False),
        (lambda bag: (bag / "data/README.txt").unlink(), False),
        (lambda bag: (bag / "data/link").symlink_to("README.txt"), False),
        (lambda bag: (bag / "bagit.txt").unlink(), False),
        (lambda bag: (bag / "manifest-sha256.txt").unlink(), False),
        (lambda bag: (bag / "bagit.txt").write_text("BagIt-Version: 0.97\n"), False),
        (lambda bag: (bag / "bag-info.txt").write_text("Payload-Oxum: 1.1\n"), False),
        (lambda bag: (bag / "data/checkpoint").write_bytes(b"no note"), True),
        (lambda bag: bag_forgeries.say_another_size(bag, "1.1"), False),
        (lambda bag: (bag / "data/tile/0/002").write_bytes(bytes(8192)), True),
        (lambda bag: (bag / "data/tile/1/000.p/1").unlink(), True),
        (lambda bag: (bag / "data/tile/1/000.p/1").write_bytes(bytes(32)), True),
        (lambda bag: (bag / "data/tile/0/000").write_bytes(bytes(31)), True),
        (lambda bag: (bag / "data/tile/entries/001.p/44").unlink(), True),
    ]
    for number, (change, listed) in enumerate(changes):
        bag = Path(shutil.copytree(export.bag, folder / f"changed-{number}"))
        change(bag)
        if listed:
            bag_forgeries.list_again(bag)
        yield lambda bag=bag: _verdict(bag, export.key)


def _parts(folder: Path, export: bag_forgeries.Export) -> Iterator[Case]:
    """A part, by whoever keeps an older checkpoint or none, and every forgery of it."""
    part = make_part(export)
    yield lambda: _verdict(part.bag, part.key)
    yield lambda: _verdict(part.bag, part.key, part.kept)
    yield lambda: _verdict(part.bag, part.key, part.kept.replace(b"260", b"261"))
    for number, (forge, _) in enumerate(FORGED):
        bag = Path(shutil.copytree(part.bag, folder / f"part-{number}"))
        put_in(bag, forge(entries_in(bag)))
        yield lambda bag=bag: _verdict(bag, part.key)
    for number, extra in enumerate((b"\0" * 9, b"\0" * 7 + b"\1\0\0\5abc")):
        bag = Path(shutil.copytree(part.bag, folder / f"cut-{number}"))
        with (bag / "data/entries").open("ab") as file:
            file.write(extra)
        bag_forgeries.list_again(bag)
        yield lambda bag=bag: _verdict(bag, part.key)


def _standing(found: list[verify_bag.Said]) -> object:
    """What decisions that say other amounts are refused for; and one after the other, from any on."""
    said: list[object] = []
    for at in with_an_amount_more(found):
        standing = replayed(found[:at])
        said.append(_refuses(lambda: standing.take(found[at])))  # noqa: B023 - called at once
    for start in range(0, len(found), 3):
        standing = verify_bag.Standing(known=False)
        said += [_refuses(lambda each=each: standing.take(each)) for each in found[start:]]  # noqa: B023
        said.append((standing.changes, standing._rates))
    return said


def _policies(folder: Path, export: bag_forgeries.Export) -> Iterator[Case]:
    """Bags with few cosignatures and with enough, by policies; one cosignature that is not good."""
    key = f"log {test_verify_policy.key_text(export.key)}"
    policies = [
        test_verify_policy.EXAMPLE.replace(f"log {test_verify_policy.VKEY.text}", line)
        for line in (key, f"log {test_verify_policy.VKEY.text}")
    ]
    policies += [f"{test_verify_policy.WITNESSES}quorum X1\n", "quorum none\n"]
    for number, names in enumerate(((), ("X1", "Y2"), ("X1", "X3", "Y2"))):
        (folder / f"cosigned-{number}").mkdir()
        bag = test_verify_policy.cosigned_bag(export, folder / f"cosigned-{number}", *names)
        for text in policies:
            yield lambda bag=bag, text=text: _demanded(bag, export.key, text)
    note = (bag / "data/checkpoint").read_bytes()
    (bag / "data/checkpoint").write_bytes(note[:-20] + (b"A" if note[-20:-19] != b"A" else b"B") + note[-19:])
    bag_forgeries.list_again(bag)
    (folder / "policy").write_text(policies[0])
    (folder / "no-policy").write_text("quorum nobody\n")
    for name in ("policy", "no-policy", "none"):
        call = [export.bag, "--key", test_verify_policy.key_text(export.key), "--policy", folder / name]
        yield lambda call=call: _called(call)


def _demanded(bag: Path, key: verify_bag.Key, text: str) -> object:
    try:
        return verify_bag.verify(bag, key, None, verify_bag.read_policy(text.encode()))
    except verify_bag.Bad as bad:
        return bad.place, bad.why


def _calls(export: bag_forgeries.Export) -> Iterator[Case]:
    """The command line, right and wrong; keys, numbers, msgpack."""
    public = verify_bag.base64.b64encode(b"\1" + export.key.public).decode()
    key = f"{export.key.name}+{export.key.id.hex()}+{public}"
    calls = ([export.bag, "--key", key], [export.bag, "--key", "x+y+z"], [export.bag / "none", "--key", key])
    calls += ([export.bag, "--key", key, "--since", export.bag / "none"],)
    for call in calls:
        yield lambda call=call: _called(call)
    for value in (
        None,
        True,
        -1,
        -33,
        127,
        200,
        2**16,
        2**40,
        -(2**40),
        "x" * 40,
        b"x" * 300,
        [1] * 20,
        {"a": [{}]},
    ):
        packed = msgpack.packb(value)
        yield lambda packed=packed: verify_bag.unpack(packed)
        yield lambda packed=packed: _refuses(lambda: verify_bag.unpack(packed[:-1]))
        yield lambda packed=packed: _refuses(lambda: verify_bag.unpack(packed + b"\0"))
    for units in (0, 1, -(10**9), 1_234_567_890_000):
        yield lambda units=units: verify_bag.dollars(units)


def _called(call: list[object]) -> object:
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(io.StringIO()):
        code = verify_bag.main([str(each) for each in call])
    return code, said.getvalue()


def _refuses(body: Callable[[], object]) -> str:
    try:
        return repr(body())
    except ValueError:
        return "refused"


def _verdict(bag: Path, key: verify_bag.Key, since: bytes | None = None) -> object:
    try:
        return verify_bag.verify(bag, key, since)
    except verify_bag.Bad as bad:
        return bad.place, re.findall(r"^line \d+", bad.why)
