"""The verifier of bags broken in many small ways: honest bags must stay good, and every forgery be found.

`make mutants NAME=verify_bag` (or `NAME='verify_bag.locked*'`). The verifier is one file whose tests make
bags for seconds, so they are made once, and each mutant is tried on them in a forked process: the bags of
`tests/console/exports`, the same forgeries, the same histories. What only changes the words of a refusal is
left out: those are for people.
"""

from __future__ import annotations

import ast
import contextlib
import fnmatch
import io
import os
import random
import re
import resource
import shutil
import tempfile
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import libcst as cst
import msgpack
from mutmut.mutation.file_mutation import create_mutations, deep_replace

from console.exports import verify_bag
from console.exports.audit_bag import write_bag
from console.exports.bag_part import Asked, Part
from events.envelope import encode
from events.topics import METERS
from streams.notary.keys import load_signer
from streams.notary.proving import Prover
from streams.notary.tlog.checkpoints import Checkpoint
from tests.console.exports import test_verify_pieces, test_verify_policy
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
    ORDERS,
    Listed,
    Posted,
    changed_fields,
    checked,
    in_order,
    paths_in,
    with_a_wrong_field,
    with_another,
    without_each_field,
)
from tests.faults import bag_forgeries, insider_forgeries
from tests.faults.insiders.forger import make_evening
from tests.faults.machines import found_by
from tests.projections.keeping.lying_tables import LyingTables
from tests.projections.keeping.test_meter_machine import Floor
from tests.streams.notary.embedded_log import AuditedLog
from tests.streams.sealed_events import Chains

FILE = Path(verify_bag.__file__)
AIM = 95
SECONDS = 30
Case = Callable[[], object]


class Mutant(NamedTuple):
    """A function or method, broken: its name, its class, its source, and the line that differs."""

    name: str
    owner: str
    function: str
    source: str
    changed: str


# --- the mutants -------------------------------------------------------------------------------------------


class _Wordless(ast.NodeTransformer):
    """Takes the words of refusals away: what is left is what a mutant must not change."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """The why of a refusal, the name of what is compared."""
        self.generic_visit(node)
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        keeps = {"ValueError": 0, "Bad": 1, "bad": 0, "_bad": 0, "require": 2}.get(called)
        if keeps is not None:
            node.args = node.args[:keeps]
        if called in ("add_argument", "ArgumentParser"):
            node.keywords = [
                each for each in node.keywords if each.arg not in ("metavar", "help", "description")
            ]
        return node


def _without_words(source: str) -> str:
    return ast.dump(_Wordless().visit(ast.parse(source)))


def mutants() -> Iterator[Mutant]:
    """Every mutant of the verifier's functions, as mutmut makes them."""
    module, mutations, _, _ = create_mutations(str(FILE), FILE.read_text("utf-8"))
    owners = {
        id(statement): node.name.value
        for node in module.body
        if isinstance(node, cst.ClassDef)
        for statement in node.body.body
    }
    numbers: Counter[str] = Counter()
    for mutation in mutations:
        function = mutation.contained_by_top_level_function
        if not isinstance(function, cst.FunctionDef):
            continue
        broken = deep_replace(function, mutation.original_node, mutation.mutated_node)
        assert isinstance(broken, cst.FunctionDef)
        before, after = (
            textwrap.dedent(cst.Module([]).code_for_node(each)).strip() + "\n" for each in (function, broken)
        )
        owner = owners.get(id(function), "")
        name = f"verify_bag.{owner + '.' if owner else ''}{function.name.value}"
        numbers[name] += 1
        if _without_words(before) == _without_words(after):
            continue
        lines = [line for line in after.splitlines() if line not in before.splitlines()]
        yield Mutant(f"{name}#{numbers[name]}", owner, function.name.value, after, "; ".join(lines).strip())


def break_by(mutant: Mutant) -> None:
    """The broken function in the place of the sound one, wherever that is named."""
    space: dict[str, Any] = vars(verify_bag)
    target = space[mutant.owner] if mutant.owner else verify_bag
    sound = getattr(target, mutant.function)
    kept = space.get(mutant.function)
    exec(compile(mutant.source, str(FILE), "exec"), space)
    broken = space[mutant.function]
    if mutant.owner:
        space[mutant.function] = kept
    setattr(target, mutant.function, broken)
    for type_, check in list(verify_bag.MUST_CHANGE.items()):
        if check is sound:
            verify_bag.MUST_CHANGE[type_] = broken


# --- what they are tried on --------------------------------------------------------------------------------


def _verdict(bag: Path, key: verify_bag.Key, since: bytes | None = None) -> object:
    try:
        return verify_bag.verify(bag, key, since)
    except verify_bag.Bad as bad:
        return bad.place, re.findall(r"^line \d+", bad.why)


def _bags(folder: Path) -> Iterator[Case]:
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
            yield lambda index=index, path=path: _history(with_another(shown, index, path)[0])
    for entries in without_each_field(shown):
        yield lambda entries=entries: _history(entries)
    for index in range(len(shown)):
        yield lambda index=index: _history([*shown[:index], *shown[index + 1 :]])
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
    of_evening = folder / "part-of-the-evening"
    with Prover(evening.audit) as prover:
        part = Part(Asked(tables=("T1",)), prover)
        write_bag(of_evening, prover, [], None, lambda _: None, part=part)
    yield lambda: _verdict(of_evening, evening.key)
    empty = AuditedLog(folder / "empty")
    empty.checkpoint()
    with Prover(empty.folder) as prover:
        write_bag(folder / "empty-bag", prover, [], None, lambda _: None)
    yield lambda: _verdict(folder / "empty-bag", verify_bag.read_key(empty.vkey.text))
    yield lambda: [verify_bag.Entries(export.bag, 300).at(at) for at in (0, 255, 256, 299, 0)]
    for link in ("HCF", "WEST"):
        yield lambda link=link: _standing(records(evening.entries, link))


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


def _pieces() -> Iterator[Case]:
    """The tests of single functions: each passes."""
    for name, test in [*vars(test_verify_pieces).items(), *vars(test_verify_policy).items()]:
        if not name.startswith("test_"):
            continue
        marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
        if not marks and test.__code__.co_argcount:
            continue  # it asks for more than its own arguments
        for args in marks[0].args[1] if marks else [()]:
            yield lambda test=test, args=args: test(*(args if isinstance(args, tuple) else (args,)))


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


def _common() -> Iterator[Case]:
    """Events that only continue their stream, and such that do not quite."""
    for entries in changed_fields():
        yield lambda entries=entries: _streamed(entries)


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


def _histories() -> Iterator[Case]:
    """What the machines of the keeper come to: every order is the same."""
    kept: list[list[bytes]] = []

    class KeptFloor(Floor):
        def teardown(self) -> None:
            asked = [value for taken in self.court.taken.values() for value, _ in taken]
            decided = [encode(event) for of in self.court.records.values() for event in of]
            kept.extend(in_order(asked, decided, order) for order in ORDERS)

    class KeptLies(LyingTables):
        def teardown(self) -> None:
            outputs = [each for _, _, outputs in self.taken for each in outputs if each.topic == METERS]
            values = [value for _, value, _ in self.taken]
            kept.extend(in_order(values, [each.value for each in outputs], order) for order in ORDERS)

    for machine in (KeptFloor, KeptLies):
        error = found_by(machine, 16, 45, 15, shrink=False)
        if error is not None:
            raise error
    for number, entries in enumerate(kept):
        yield lambda entries=entries: _history(entries)
        if number % len(ORDERS) == 0:
            yield from _wrong_fields(entries, 8)


def _wrong_fields(entries: list[bytes], count: int) -> Iterator[Case]:
    """Some decision with one field that says something else."""
    dice = random.Random(count)
    for _ in range(count):
        forged, _, _ = with_a_wrong_field(entries, dice)
        yield lambda forged=forged: _history(forged)


def _history(entries: list[bytes]) -> object:
    posted = Posted()
    try:
        links = checked(entries, posted)
    except verify_bag.Bad as bad:
        return bad.place
    return links.said(), posted.lines


def _streams() -> Iterator[Case]:
    """Streams with gaps that were resumed, or not, or by an event that does not say from where."""
    for from_seq, name in ((3, "from_seq"), (4, "from_seq"), (3, "seq")):
        chains = Chains()
        first, _, third = chains.take(["table:T"] * 3)
        body = msgpack.packb({"stream": "table:T", name: from_seq, "from_hash": third.hash.hex()})
        resumption = chains.next("table:T", type_="stream_resumed", body=body)
        yield lambda entries=(first.value, third.value, resumption.value): _streamed(entries)


def _streamed(entries: Sequence[bytes]) -> object:
    streams = verify_bag.Streams(Listed(entries), None)  # type: ignore[arg-type]
    try:
        for index, entry in enumerate(entries):
            streams.take(index, entry)
        streams.finish()
    except verify_bag.Bad as bad:
        return bad.place
    return streams.said()


def _sums() -> Iterator[Case]:
    """Links whose money does not add up, and more that arrived than was sent."""
    for sums in (
        {},
        {"seeds": 1},
        {"cash": 1},
        {"beyond": 1},
        {"seeds": 1, "owed": 1},
        {"sent": 1},
        {"received": 1},
    ):
        yield lambda sums=sums: _summed(sums)


def _summed(sums: dict[str, int]) -> object:
    links = verify_bag.Links(Listed([]), {}, None)  # type: ignore[arg-type]
    link = links._links["L1"] = verify_bag.Link("L1")
    link.sums.update(sums)
    found = []
    for check in (links.finish, links.said):
        try:
            found.append(check())
        except verify_bag.Bad as bad:
            found.append(bad.place)
    return found


# --- trials ------------------------------------------------------------------------------------------------


def caught(mutant: Mutant, cases: list[Case], due: list[object]) -> bool:
    """Whether a case has another outcome with the mutant than without."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        silence = os.open(os.devnull, os.O_RDWR)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        try:
            break_by(mutant)
            same = all(case() == outcome for case, outcome in zip(cases, due, strict=True))
            os._exit(0 if same else 1)
        except BaseException:  # noqa: BLE001 - whatever it is, it is noticed
            os._exit(1)
    return os.waitpid(child, 0)[1] != 0


def run(pattern: str, sample: int | None, seed: int) -> int:
    """Make the mutants, try them or a sample, and say what survived."""
    wanted = [each for each in mutants() if fnmatch.fnmatchcase(each.name, pattern)]
    if not wanted:
        print(f"no mutant is called {pattern}")
        return 2
    chosen = random.Random(seed).sample(wanted, min(len(wanted), sample or len(wanted)))
    with tempfile.TemporaryDirectory() as name:
        cases = [*_bags(Path(name)), *_histories(), *_streams(), *_sums(), *_common()]
        cases = [*_pieces(), *cases]
        due = [case() for case in cases]
        survivors = []
        for number, mutant in enumerate(chosen, 1):
            if not caught(mutant, cases, due):
                survivors.append(mutant)
                print(f"{number}/{len(chosen)} {mutant.name}: SURVIVED: {mutant.changed}", flush=True)
            if number % 20 == 0:
                print(f"{number}/{len(chosen)} tried, {len(survivors)} survived", flush=True)
    share = 100 * (1 - len(survivors) / len(chosen))
    print(
        f"\n{len(chosen)} of {len(wanted)} mutants tried on {len(cases)} cases, {len(survivors)} survived: "
        f"{share:.1f} % caught"
    )
    return int(share < AIM)
