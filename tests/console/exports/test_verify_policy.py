"""The verifier in the bag demands cosignatures, by a policy that it reads as the witnessed log does."""

import itertools
import shutil
from datetime import UTC, datetime

import pytest

from console.exports import verify_bag
from console.exports.verify_bag import Bad, verify
from streams.notary.tlog.cosignatures import cosigned
from streams.notary.tlog.notes import unverified_text
from streams.notary.tlog.policies import BadPolicy, read_policy
from tests.faults.bag_forgeries import list_again, make_export
from tests.streams.notary.test_policies import EXAMPLE, KEYS, SIGNERS, WITNESSES
from tests.streams.notary.written_log import VKEY

AT = 1_780_000_000


@pytest.fixture(scope="module")
def export(tmp_path_factory):
    return make_export(tmp_path_factory.mktemp("export") / "log")


def cosigned_bag(export, folder, *names):
    """The bag with these cosignatures below its checkpoint."""
    bag = shutil.copytree(export.bag, folder / "bag")
    text = unverified_text(export.checkpoint)
    lines = [cosigned(text, SIGNERS[name], AT).line.encode() for name in names]
    (bag / "data/checkpoint").write_bytes(export.checkpoint + b"".join(lines))
    list_again(bag)
    return bag


def demanded(text):
    return verify_bag.read_policy(text.encode())


def test_the_quorum_of_a_policy_must_have_cosigned(export, tmp_path):
    policy = demanded(EXAMPLE.replace(VKEY.text, key_text(export.key)))
    at = datetime.fromtimestamp(AT, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    bag = cosigned_bag(export, tmp_path, "X1", "X3", "Y2")

    assert verify(bag, export.key, None, policy)[-1] == (
        f"policy: 2 of X-witnesses, Y-witnesses is demanded, cosigned by X1 at {at}, X3 at {at}, Y2 at {at}"
    )
    assert verify(bag, export.key, None, demanded("quorum none\n"))[-1] == (
        "policy: none is demanded, cosigned by nobody"
    )
    shutil.rmtree(bag)
    few = cosigned_bag(export, tmp_path, "X1", "Y2")
    with pytest.raises(Bad) as bad:
        verify(few, export.key, None, policy)
    assert str(bad.value) == (
        "file data/checkpoint: the policy demands 2 of X-witnesses, Y-witnesses, "
        f"and it is cosigned by X1 at {at}, Y2 at {at}"
    )
    with pytest.raises(Bad, match="none of the policy's logs has signed it"):
        verify(few, export.key, None, demanded(f"log {VKEY.text}\nquorum none\n"))


def key_text(key):
    return f"{key.name}+{key.id.hex()}+" + verify_bag.base64.b64encode(b"\1" + key.public).decode()


def test_a_cosignature_that_is_not_good_is_refused_though_others_would_do(export, tmp_path):
    bag = cosigned_bag(export, tmp_path, "X1", "X2")
    note = (bag / "data/checkpoint").read_bytes()
    for at in (8, 14, 40, 90):  # number of the key, time, signature
        line = bytearray(verify_bag.b64(note.decode().split(" ")[-1].strip()))
        line[min(at, len(line) - 1)] ^= 1
        changed = note.rpartition(b" ")[0] + b" " + verify_bag.base64.b64encode(line) + b"\n"
        (bag / "data/checkpoint").write_bytes(changed)
        list_again(bag)
        with pytest.raises(Bad, match=r"the signature of X2.example is not good"):
            verify(bag, export.key, None, demanded(WITNESSES + "quorum X1\n"))


def test_a_time_that_no_clock_has_is_no_cosignature():
    text = b"casino.example\n3\nx\n"
    key = verify_bag.read_key(KEYS["X1"], verify_bag.WITNESS)
    for seconds, good in ((2**63 - 1, True), (2**63, False)):
        signed = SIGNERS["X1"].secret.sign(b"cosignature/v1\ntime %d\n" % seconds + text)
        if good:
            key.check(seconds.to_bytes(8) + signed, text)
        else:
            with pytest.raises(verify_bag.InvalidSignature):
                key.check(seconds.to_bytes(8) + signed, text)


def test_every_set_of_witnesses_meets_both_readings_or_neither():
    texts = (EXAMPLE, WITNESSES + "quorum X1\n", WITNESSES + "group g 1 X1\ngroup h 2 g X2 X3\nquorum h\n")
    for text in texts:
        ours, theirs = read_policy(text.encode()), demanded(text)
        assert ours.demand == theirs.demand
        for chosen in itertools.chain.from_iterable(itertools.combinations(SIGNERS, n) for n in range(7)):
            assert ours.is_met_by(chosen) == theirs.is_met_by(chosen)


@pytest.mark.parametrize(
    "text",
    [
        "", WITNESSES, "quorum none", "quorum X1\n", f"quorum X1\n{WITNESSES}",
        f"{WITNESSES}quorum X1\nquorum X1\n", f"{WITNESSES}group g 0 X1\nquorum g\n",
        f"{WITNESSES}group g 01 X1\nquorum g\n", f"{WITNESSES}group g 3 X1 X2\nquorum g\n",
        f"{WITNESSES}group g all\nquorum g\n", f"{WITNESSES}group g all X1 X1\nquorum g\n",
        f"{WITNESSES}group g any X1\ngroup h any X1\nquorum g\n", f"{WITNESSES}group g any g\nquorum g\n",
        f"{WITNESSES}group g any none\nquorum g\n", f"{WITNESSES}group X1 any X2\nquorum X1\n",
        f"{WITNESSES}group g any X1\ngroup g any X2\nquorum g\n",
        f"{WITNESSES}group none any X1\nquorum X1\n",
        f"witness none {KEYS['X1']}\nquorum none\n",
        f"witness a {KEYS['X1']}\nwitness a {KEYS['X2']}\nquorum a\n",
        f"witness a {KEYS['X1']}\nwitness b {KEYS['X1']}\nquorum a\n",
        f"log {VKEY.text}\nlog {VKEY.text}\nquorum none\n", f"log {KEYS['X1']}\nquorum none\n",
        f"witness a {VKEY.text}\nquorum a\n", "witness a\nquorum none\n", "log\nquorum none\n",
        f"log {VKEY.text} u v\nquorum none\n", f"witness a {KEYS['X1']} u v\nquorum a\n",
        "quorum none\r\n", "quorum none\x0b\n", "quorum none \x7f\n", "quorums none\n",
        "quorum none  # but\n", "quorum\n", "# one\n\n \t\n",
    ],
)  # fmt: skip
def test_what_the_witnessed_log_refuses_the_verifier_refuses(text):
    with pytest.raises(BadPolicy) as ours:
        read_policy(text.encode())
    with pytest.raises(ValueError, match=r".") as theirs:
        demanded(text)
    line = str(ours.value).partition(":")[0]
    assert not line.startswith("line") or str(theirs.value).startswith(line)


def test_what_the_witnessed_log_reads_the_verifier_reads():
    key = KEYS["X1"]
    for text in (
        f"log {VKEY.text} https://127.0.0.1/log\nwitness a {key} http://127.0.0.1:1\nquorum a\n",
        f"# one\n\n \twitness\ta  {key} \nquorum none\n",
    ):
        ours, theirs = read_policy(text.encode()), demanded(text)
        assert [log.key.public for log in ours.logs] == [each.public for each in theirs.logs]
        assert {each.name: each.key.public for each in ours.witnesses} == {
            name: each.public for name, each in theirs.witnesses.items()
        }
        assert ours.quorum == theirs.quorum


def test_names_are_octets():
    content = b"witness \xff\xfe %b\nwitness K %b\nquorum \xff\xfe\n" % (
        KEYS["X1"].encode(), KEYS["X2"].encode(),
    )  # fmt: skip
    policy = verify_bag.read_policy(content)
    assert not policy.is_met_by(["K"])
    assert policy.is_met_by([*policy.witnesses][:1])


def test_the_command_line_of_the_file(export, tmp_path, capsys):
    bag = cosigned_bag(export, tmp_path, "X1")
    (tmp_path / "policy").write_text(WITNESSES + "quorum X1\n")
    call = [str(bag), "--key", key_text(export.key), "--policy", str(tmp_path / "policy")]
    assert verify_bag.main(call) == 0
    assert "policy: X1 is demanded, cosigned by X1 at 2026" in capsys.readouterr().out
    (tmp_path / "policy").write_text(WITNESSES + "quorum X2\n")
    assert verify_bag.main(call) == 1
    (tmp_path / "policy").write_text(WITNESSES)
    assert verify_bag.main(call) == 2
    assert "it has no quorum" in capsys.readouterr().err


def test_a_line_of_a_kind_that_there_is_not_is_no_group():
    with pytest.raises(ValueError, match="'grouped' is not one of log, witness, group"):
        verify_bag.read_policy(f"{WITNESSES}grouped any X1\nquorum none\n".encode())
