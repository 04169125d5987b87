"""Policies: read as C2SP tlog-policy says, met by as many as they say, refused where they are unclear."""

import itertools

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from streams.notary.tlog.cosignatures import cosigned, cosigner_of
from streams.notary.tlog.notes import NotSigned, Signer
from streams.notary.tlog.policies import BadPolicy, read_policy
from tests.streams.notary.test_cosignatures import NOTE, TEXT
from tests.streams.notary.written_log import VKEY

SIGNERS = {
    name: Signer(f"{name}.example", Ed25519PrivateKey.from_private_bytes(name.encode() * 16))
    for name in ("X1", "X2", "X3", "Y1", "Y2", "Y3")
}
KEYS = {name: cosigner_of(signer).text for name, signer in SIGNERS.items()}
WITNESSES = "".join(f"witness {name} {key}\n" for name, key in KEYS.items())
EXAMPLE = f"""\
# The example of C2SP, with keys.
log {VKEY.text}

{WITNESSES}
group X-witnesses 2 X1 X2 X3
  group\tY-witnesses any Y1 Y2  Y3\t
group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
"""


def policy(text):
    return read_policy(text.encode())


def test_the_example_of_c2sp_is_met_by_two_of_x_and_one_of_y():
    read = policy(EXAMPLE)

    assert [log.key for log in read.logs] == [VKEY]
    assert read.demand == "2 of X-witnesses, Y-witnesses"
    for chosen in itertools.chain.from_iterable(itertools.combinations(SIGNERS, n) for n in range(7)):
        of_x, of_y = (sum(name[0] == letter for name in chosen) for letter in "XY")
        assert read.is_met_by(chosen) == (of_x >= 2 and of_y >= 1)
    assert not read.is_met_by(["X-and-Y", "X-witnesses", "Y-witnesses", "none"]), "a group signs nothing"


def test_one_witness_and_none():
    assert policy(WITNESSES + "quorum X1\n").is_met_by(["X1"])
    assert not policy(WITNESSES + "quorum X1\n").is_met_by(["X2", "Y1"])
    assert policy("quorum none\n").is_met_by([])
    assert policy("quorum none\n").witnesses == ()
    urls = policy(
        f"log {VKEY.text} https://127.0.0.1/log\nwitness a {KEYS['X1']} http://127.0.0.1:1\nquorum a\n"
    )
    assert (urls.logs[0].url, urls.witnesses[0].url) == ("https://127.0.0.1/log", "http://127.0.0.1:1")


def test_who_has_cosigned_is_told_by_the_names_of_the_policy():
    lines = [cosigned(TEXT, SIGNERS[name], 7).line.encode() for name in ("X2", "Y1")]
    read = policy(EXAMPLE)

    assert {name: each.seconds for name, each in read.cosigners_of(NOTE + b"".join(lines)).items()} == {
        "X2": 7, "Y1": 7,
    }  # fmt: skip
    with pytest.raises(NotSigned):
        read.cosigners_of(NOTE.replace(b"\n3\n", b"\n4\n") + lines[0])


def test_names_are_octets():
    read = read_policy(b"witness \xff\xfe %b\nwitness K %b\nquorum \xff\xfe\n" % (
        KEYS["X1"].encode(), KEYS["X2"].encode(),
    ))  # fmt: skip
    assert not read.is_met_by(["K"])
    assert read.is_met_by([read.witnesses[0].name])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "has no quorum"),
        (WITNESSES, "has no quorum"),
        ("quorum none", "line 1 has no end"),
        (f"{WITNESSES}quorum X1\nquorum X1\n", "line 8: .* no second one"),
        ("quorum X1\n", "line 1: 'X1' is no witness"),
        (f"quorum X1\n{WITNESSES}", "line 1: 'X1' is no witness"),
        (f"{WITNESSES}group g 0 X1\nquorum g\n", "line 7: '0' is not any"),
        (f"{WITNESSES}group g 01 X1\nquorum g\n", "'01' is not any"),
        (f"{WITNESSES}group g 3 X1 X2\nquorum g\n", "from 1 to 2"),
        (f"{WITNESSES}group g all\nquorum g\n", "line 7: write `group"),
        (f"{WITNESSES}group g all X1 X1\nquorum g\n", "'X1' is a member already"),
        (f"{WITNESSES}group g any X1\ngroup h any X1\nquorum g\n", "line 8: 'X1' is a member already"),
        (f"{WITNESSES}group g any g\nquorum g\n", "'g' is no witness"),
        (f"{WITNESSES}group g any none\nquorum g\n", "'none' is no witness"),
        (f"{WITNESSES}group X1 any X2\nquorum X1\n", "the name 'X1' is taken"),
        (f"witness none {KEYS['X1']}\nquorum none\n", "the name 'none' is taken"),
        (f"witness a {KEYS['X1']}\nwitness b {KEYS['X1']}\nquorum a\n", "line 2: this key of a witness"),
        (f"log {VKEY.text}\nlog {VKEY.text}\nquorum none\n", "line 2: this key of a log"),
        (f"log {KEYS['X1']}\nquorum none\n", "line 1: .*of a log"),
        (f"witness a {VKEY.text}\nquorum a\n", "line 1: .*of a witness"),
        ("witness a\nquorum none\n", "write `witness NAME VKEY`"),
        ("log\nquorum none\n", "write `log VKEY`"),
        ("quorum none\r\n", "line 1: there is a control character"),
        ("quorum none\x0b\n", "control character"),
        ("quorums none\n", "'quorums' is not one of"),
        ("quorum none  # but\n", "no second one"),
        ("#" * 300_000, "at most 262,144 bytes"),
    ],
)
def test_what_says_nothing_clear_is_refused_by_its_line(text, why):
    with pytest.raises(BadPolicy, match=why):
        policy(text)


def test_the_same_key_by_another_name_is_the_same_witness():
    """Two vkeys are duplicates by their public half, or one witness would count twice."""
    again = cosigner_of(Signer("another.name", SIGNERS["X1"].secret)).text
    with pytest.raises(BadPolicy, match="a second time"):
        policy(f"witness a {KEYS['X1']}\nwitness b {again}\nquorum a\n")
