"""The witness over HTTP: every status of C2SP tlog-witness, what it remembers, and what cannot stop it."""

import itertools
import os
import socket
import stat
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from streams.errors import BeingWritten, LogError, Trouble
from streams.notary.keys import KeyRefused, begin_audit_log
from streams.notary.tlog.cosignatures import cosignature_of
from streams.notary.tlog.notes import Signer
from streams.notary.tlog.tree import EMPTY_ROOT
from streams.notary.witness import memory, service
from streams.notary.witness.judging import Answer, admit, refusal
from streams.notary.witness.memory import NotThisWitness, WitnessFolder
from streams.notary.witness.service import OnceAMinute
from tests.go_judge import GOOD, answers
from tests.streams.notary.test_cosignatures import asked
from tests.streams.notary.witnessing import (
    MONDAY,
    NAME,
    address,
    consistency,
    post,
    raw,
    request,
    request_of,
    root,
    serving,
    signed,
)
from tests.streams.notary.written_log import ORIGIN, SIGNER, VKEY

ENTRIES = [b"entry %d" % number for number in range(60)]
FORKED = [*ENTRIES[:6], *(b"other %d" % number for number in range(54))]
STRANGER = Signer("stranger.example/log", Ed25519PrivateKey.from_private_bytes(b"s" * 32))
IMPOSTOR = Signer(ORIGIN, Ed25519PrivateKey.from_private_bytes(b"i" * 32))
SIZE = "text/x.tlog.size"


@pytest.fixture
def witness(tmp_path):
    with serving(tmp_path / "w") as served:
        yield served


@pytest.fixture
def at_ten(witness):
    """A witness that has cosigned ten entries."""
    assert post(witness.url, request(0, ENTRIES[:10])).status == 200
    return witness


def known(witness):
    """The size that it says to have cosigned."""
    answered = post(witness.url, request_of(60, [], signed(ENTRIES)))
    assert (answered.status, answered.content_type) == (409, SIZE)
    return int(answered.body)


def test_a_log_that_grows_is_cosigned_and_go_accepts_every_line(witness):
    questions, old = [], 0
    for size in (0, 1, 2, 3, 4, 7, 8, 9, 31, 32, 33, 60, 60):
        answered = post(witness.url, request(old, ENTRIES[:size]))
        assert answered.status == 200, answered
        note = signed(ENTRIES[:size]) + answered.body.encode()
        assert cosignature_of(note, witness.key) == (MONDAY, answered.body)
        questions.append(asked(note, witness.key.text))
        old = size

    assert set(answers(questions)) == {GOOD}


def test_every_step_between_two_sizes_is_judged_by_its_proof(tmp_path):
    """Each proof is good for its own step, and with any hash changed, left out or put in for none."""
    steps = [(old, size) for size in range(1, 14) for old in range(1, size)]
    for old, size in steps[::4]:
        with serving(tmp_path / f"{old}-{size}") as witness:
            assert post(witness.url, request(0, ENTRIES[:old])).status == 200
            proof = consistency(old, ENTRIES[:size])
            wrong = [proof[:at] + proof[at + 1 :] for at in range(len(proof))]
            wrong += [[*proof, bytes(32)], [bytes(32), *proof], [*proof[:-1], bytes(32)], []]
            for each in wrong:
                bad = request_of(old, each, signed(ENTRIES[:size]))
                assert each == proof or post(witness.url, bad).status == 422, (old, size, each)
            assert post(witness.url, request(old, ENTRIES[:size])).status == 200


# --- what is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        (request(0, ENTRIES[:12], STRANGER), 404, "not known here"),
        (request(10, ENTRIES[:12], IMPOSTOR), 403, "none of the keys"),
        (request(10, ENTRIES[:12]).replace(b"\n12\n", b"\n13\n"), 403, "is not good"),
        (request_of(13, [], signed(ENTRIES[:12])), 400, "is larger than"),
        (request(0, ENTRIES[:12]), 409, "10\n"),
        (request(9, ENTRIES[:12]), 409, "10\n"),
        (request(11, ENTRIES[:12]), 409, "10\n"),
        (request(9, ENTRIES[:9]), 409, "10\n"),
        (request(10, FORKED[:10]), 409, "10\n"),
        (request(10, FORKED[:12]), 422, "not proved"),
        (request_of(10, [bytes(32)], signed(ENTRIES[:10])), 422, "not proved"),
        (b"", 400, ""),
        (b"old 10\n", 400, ""),
        (b"old 10\n\n", 400, "not a signed note"),
        (request_of(10, [bytes(32)] * 64, signed(ENTRIES[:12])), 400, "at most 63"),
        (request_of("010", [], signed(ENTRIES[:12])), 400, "a number"),
        (request_of("-1", [], signed(ENTRIES[:12])), 400, "a number"),
        (request_of("", [], signed(ENTRIES[:12])), 400, "a number"),
        (request_of(10, [b"short"], signed(ENTRIES[:12])), 400, "not a hash"),
        (request(10, ENTRIES[:12]).replace(b"old ", b"new "), 400, "a number"),
        (request(10, ENTRIES[:12]).replace(b"\n", b"\r\n"), 400, ""),
        (request(10, ENTRIES[:12]) + b"more", 400, "not a signed note"),
        (request(10, ENTRIES[:12])[:-1], 400, "not a signed note"),
        (request(10, ENTRIES[:12]).replace(b"casino", b"\xff\xfe"), 400, "not a signed note"),
        (b"old 1\xff\n\n" + signed(ENTRIES[:12]), 400, "plain letters"),
        (bytes(range(256)) * 4, 400, ""),
    ],
)
def test_every_refusal_has_its_status_and_changes_nothing(at_ten, body, status, says):
    answered = post(at_ten.url, body)

    assert (answered.status, says in answered.body) == (status, True), answered
    assert (answered.content_type == SIZE) == (status == 409)
    assert known(at_ten) == 10
    assert post(at_ten.url, request(10, ENTRIES[:12])).status == 200


def test_a_first_checkpoint_needs_no_proof_and_may_have_none(witness):
    assert post(witness.url, request_of(0, [bytes(32)], signed(ENTRIES[:5]))).status == 422
    assert post(witness.url, request(3, ENTRIES[:5])).body == "0\n"
    nothing = signed([]).replace(b"\n0\n", b"\n0\n")
    assert root([]) == EMPTY_ROOT
    assert post(witness.url, request_of(0, [], nothing)).status == 200
    assert post(witness.url, request(0, ENTRIES[:5])).status == 200


def test_two_trees_of_no_entries_are_a_lie_too(witness):
    from streams.notary.tlog.checkpoints import Checkpoint

    lie = Checkpoint(ORIGIN, 0, bytes(32)).signed([SIGNER])
    assert post(witness.url, request_of(0, [], lie)).status == 422


def test_a_fork_is_kept_for_whoever_has_to_prove_it(at_ten, tmp_path):
    assert post(at_ten.url, request(10, FORKED[:10])).status == 409
    assert post(at_ten.url, request(3, FORKED[:10])).status == 409

    mine, other = sorted((tmp_path / "w/forks").iterdir(), key=lambda path: "cosigned" not in path.name)
    good = {"Kind": "checkpoint", "Vkey": VKEY.text}
    assert answers([good | {"Content": path.read_bytes()} for path in (mine, other)]) == [GOOD, GOOD]
    assert [path.read_text().split("\n")[1] for path in (mine, other)] == ["10", "10"]
    assert mine.read_text().split("\n")[2] != other.read_text().split("\n")[2]
    assert [line for line in at_ten.said if "ANOTHER TREE of 10 entries" in line]


def test_forks_do_not_fill_the_disk(at_ten, tmp_path, monkeypatch):
    monkeypatch.setattr(memory, "MOST_FORKS", 3)
    for number in range(12):
        assert post(at_ten.url, request(10, [*ENTRIES[:9], b"%d" % number])).status == 409
    assert len(list((tmp_path / "w/forks").iterdir())) == 6


def test_a_log_that_changes_its_key_is_known_by_both(tmp_path):
    new = Signer(ORIGIN, Ed25519PrivateKey.from_private_bytes(b"n" * 32))
    with serving(tmp_path / "w") as witness:
        assert post(witness.url, request(0, ENTRIES[:10])).status == 200
        assert post(witness.url, request(10, ENTRIES[:12], SIGNER, new)).status == 200
        assert post(witness.url, request(12, ENTRIES[:14], new)).status == 403
    with serving(tmp_path / "w", [new.verifier]) as witness:
        assert post(witness.url, request(12, ENTRIES[:14], new)).status == 200
        assert post(witness.url, request(14, ENTRIES[:16])).status == 200
    assert (tmp_path / "w/logs").read_text() == f"log {VKEY.text}\nlog {new.verifier.text}\nquorum none\n"


def test_two_logs_do_not_touch(tmp_path):
    with serving(tmp_path / "w", [VKEY, STRANGER.verifier]) as witness:
        assert post(witness.url, request(0, ENTRIES[:10])).status == 200
        assert post(witness.url, request(0, FORKED[:20], STRANGER)).status == 200
        assert post(witness.url, request(10, ENTRIES[:11])).status == 200
        assert post(witness.url, request(20, FORKED[:21], STRANGER)).status == 200


# --- what it remembers ------------------------------------------------------------------------------------


def test_it_remembers_when_it_is_started_again(tmp_path):
    for old, size in itertools.pairwise((0, 10, 12, 40)):
        with serving(tmp_path / "w") as witness:
            assert known(witness) == old
            assert post(witness.url, request(old, ENTRIES[:size])).status == 200
    with serving(tmp_path / "w") as witness:
        assert post(witness.url, request(40, FORKED[:40])).status == 409
        assert post(witness.url, request(12, ENTRIES[:20])).body == "40\n"


def test_a_clock_that_was_put_back_says_nothing_else_than_was_said(tmp_path):
    with serving(tmp_path / "w") as witness:
        assert post(witness.url, request(0, ENTRIES[:10])).status == 200
    with serving(tmp_path / "w", clock=MONDAY - 86_400) as witness:
        line = post(witness.url, request(10, ENTRIES[:11])).body
        assert cosignature_of(signed(ENTRIES[:11]) + line.encode(), witness.key).seconds == MONDAY
    with serving(tmp_path / "w", clock=MONDAY + 60) as witness:
        line = post(witness.url, request(11, ENTRIES[:11])).body
        assert cosignature_of(signed(ENTRIES[:11]) + line.encode(), witness.key).seconds == MONDAY + 60


def test_what_it_cannot_keep_it_does_not_sign(at_ten, monkeypatch):
    def full(*_):
        raise Trouble("no room")

    with monkeypatch.context() as patch:
        patch.setattr(WitnessFolder, "remember", full)
        answered = post(at_ten.url, request(10, ENTRIES[:12]))
        assert (answered.status, "—" in answered.body) == (500, False)
        assert "no room" in at_ten.said
    assert known(at_ten) == 10
    assert post(at_ten.url, request(10, ENTRIES[:12])).status == 200


def test_one_process_a_folder(at_ten, tmp_path):
    with pytest.raises(BeingWritten, match=f"process {os.getpid()} is the witness of this folder"):
        WitnessFolder(tmp_path / "w", None, None)
    assert known(at_ten) == 10


def test_many_at_once_get_one_history(witness):
    """Both sides of a fork, by eight connections at once: one tree a size, and the sizes only rise."""
    bodies = [
        request(old, entries[:size])
        for old, size in ((0, 6), (6, 9), (6, 12))
        for entries in (ENTRIES, FORKED)
    ] * 6
    with ThreadPoolExecutor(8) as pool:
        answered = list(pool.map(lambda body: (body, post(witness.url, body)), bodies))
    trees = {
        tuple(body.split(b"\n\n", 1)[1].split(b"\n")[1:3]) for body, got in answered if got.status == 200
    }
    assert len({size for size, _ in trees}) == len(trees)
    assert {got.status for _, got in answered} <= {200, 409, 422}


def test_what_it_remembers_and_is_damaged_is_not_signed_over(tmp_path):
    with serving(tmp_path / "w") as witness:
        assert post(witness.url, request(0, ENTRIES[:10])).status == 200
        (path,) = (tmp_path / "w/seen").iterdir()
        good = path.read_bytes()
        path.write_bytes(good.replace(b"\n10\n", b"\n09\n"))
        assert post(witness.url, request(10, ENTRIES[:12])).status == 500
    other = signed(ENTRIES[:8])
    for bad in (b"", good[:-5], good[:200], other, good.replace(b"\n10\n", b"\n11\n")):
        path.write_bytes(bad)
        with pytest.raises(LogError, match="what this witness has cosigned last is damaged"):
            WitnessFolder(tmp_path / "w", None, None)
    path.write_bytes(good)
    with serving(tmp_path / "w") as witness:
        assert known(witness) == 10


def test_its_key_is_for_its_owner_alone_and_is_made_once(tmp_path):
    with serving(tmp_path / "w") as first:
        key = first.key
    assert stat.S_IMODE((tmp_path / "w/key.pem").stat().st_mode) == 0o600
    assert (tmp_path / "w/vkey").read_text() == f"{key.text}\n"
    with serving(tmp_path / "w") as again:
        assert again.key == key
    (tmp_path / "w/key.pem").chmod(0o644)
    with pytest.raises(KeyRefused, match="chmod 600"):
        WitnessFolder(tmp_path / "w", None, None)


def test_a_folder_that_is_not_of_this_witness_is_refused(tmp_path):
    with pytest.raises(NotThisWitness, match="no witness here"):
        WitnessFolder(tmp_path / "none", None, None)
    assert not (tmp_path / "none").exists()
    begin_audit_log(tmp_path / "audit", ORIGIN, None)
    with pytest.raises(NotThisWitness, match="not the key of a witness"):
        WitnessFolder(tmp_path / "audit", NAME, None)
    with serving(tmp_path / "w"):
        pass
    with pytest.raises(NotThisWitness, match=f"is called {NAME}"):
        WitnessFolder(tmp_path / "w", "another.example", None)
    (tmp_path / "w/vkey").unlink()
    with pytest.raises(NotThisWitness, match="a witness has signed here"):
        WitnessFolder(tmp_path / "w", NAME, None)


def test_a_beginning_that_was_killed_before_its_public_key_was_written_begins_anew(tmp_path):
    (tmp_path / "w").mkdir()
    (tmp_path / "w/key.pem").write_bytes(b"half")
    with serving(tmp_path / "w") as witness:
        assert post(witness.url, request(0, ENTRIES[:3])).status == 200


# --- what cannot stop it ----------------------------------------------------------------------------------

HEAD = b"POST /add-checkpoint HTTP/1.1\r\nHost: w\r\n"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (HEAD + b"Content-Length: 99999999999\r\n\r\n", b" 400 "),
        (HEAD + b"Content-Length: 999999999\r\n\r\n" + b"x" * 200_000, b" 413 "),
        (HEAD + b"Content-Length: 65537\r\n\r\n", b" 413 "),
        (HEAD + b"Content-Length: -1\r\n\r\n", b" 400 "),
        (HEAD + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", b" 400 "),
        (HEAD + b"\r\n", b" 411 "),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", b" 411 "),
        (HEAD + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc", b" 411 "),
        (HEAD + b"Content-Length: 300\r\n\r\nabc", b""),
        (HEAD + b"X: " + b"x" * 70_000 + b"\r\n\r\n", b" 431 "),
        (HEAD + b"X: 1\r\n" * 200 + b"\r\n", b" 431 "),
        (b"POST /" + b"x" * 70_000 + b" HTTP/1.1\r\n\r\n", b" 414 "),
        (b"POST /elsewhere HTTP/1.1\r\nContent-Length: 0\r\n\r\n", b" 404 "),
        (b"GET /add-checkpoint HTTP/1.1\r\nHost: w\r\n\r\n", b" 405 "),
        (b"DELETE / HTTP/1.1\r\nHost: w\r\n\r\n", b" 501 "),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(100) + b"\r\n\r\n", b"400 Bad request"),
        (bytes(range(256)) * 16, b""),
        (b"\r\n\r\n\r\n", b""),
        (b"", b""),
    ],
)
def test_what_is_no_request_is_answered_and_the_next_one_served(at_ten, sent, status):
    try:
        got = raw(at_ten.url, sent)
    except OSError:  # it has not waited for all of it
        assert len(sent) > 65_536
        got = status
    assert status in got
    assert b"Traceback" not in got
    assert post(at_ten.url, request(10, ENTRIES[:12])).status == 200
    assert not [line for line in at_ten.said if "defect" in line]


@given(st.binary(max_size=400))
def test_any_bytes_at_all_are_judged_without_an_error(body):
    assert admit(body, {ORIGIN: [VKEY]}).status == 400


@given(st.data())
def test_a_good_request_with_anything_changed_is_judged_without_an_error(data):
    good = request(10, ENTRIES[:12])
    at = data.draw(st.integers(0, len(good)))
    body = good[:at] + data.draw(st.binary(max_size=6)) + good[at + data.draw(st.integers(0, 6)) :]
    found = admit(body, {ORIGIN: [VKEY]})
    if isinstance(found, Answer):
        assert found.status in (400, 403, 404)
        assert len(found.body) <= 301
    else:  # the signature holds, so that only the old size and the proof can be others
        assert (found.checkpoint.size, found.checkpoint.root) == (12, root(ENTRIES[:12]))
        refused = refusal(found, found.checkpoint._replace(size=10, root=root(ENTRIES[:10])))
        assert refused is None or refused.status in (409, 422)
        assert (refused is None) == ((found.old_size, found.proof) == (10, consistency(10, ENTRIES[:12])))


def test_a_connection_serves_several_requests(at_ten):
    bodies = [request(10, ENTRIES[:12]), request(12, ENTRIES[:13])]
    sent = b"".join(HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body for body in bodies)
    assert raw(at_ten.url, sent).count(b"HTTP/1.1 200 OK") == 2


def until_it_hangs_up(connection):
    connection.settimeout(30)
    with suppress(ConnectionError):
        while connection.recv(100):
            pass


def test_slow_clients_lose_their_turn_however_little_they_send_at_a_time(tmp_path):
    with serving(tmp_path / "w", seconds=1.0) as witness:
        slow = [socket.create_connection(address(witness.url)) for _ in range(20)]
        for each in slow[::2]:
            each.sendall(HEAD + b"Content-Length: 1000\r\n\r\n")
        ended = threading.Event()

        def dribble():
            while not ended.wait(0.1):
                for each in slow:
                    with suppress(OSError):
                        each.send(b"P")

        thread = threading.Thread(target=dribble)
        thread.start()
        started = time.monotonic()
        assert post(witness.url, request(0, ENTRIES[:10])).status == 200
        for each in slow:
            until_it_hangs_up(each)
        taken = time.monotonic() - started
        ended.set()
        thread.join()
        for each in slow:
            each.close()
    assert taken < 20, "they would have taken their 1,000 bytes at ten a second"


def test_more_connections_than_it_has_room_for_are_told_so_and_it_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(service, "MOST_CONNECTIONS", 4)
    with serving(tmp_path / "w", seconds=3.0) as witness:
        idle = [socket.create_connection(address(witness.url)) for _ in range(4)]
        time.sleep(0.5)
        assert b" 503 " in raw(witness.url, b"")
        for each in idle:
            each.close()
        end = time.monotonic() + 20
        while (answered := post(witness.url, request(0, ENTRIES[:10]))).status == 503:
            assert time.monotonic() < end
        assert answered.status == 200


def test_the_same_line_is_said_once_a_minute_and_one_that_cannot_be_said_does_no_harm():
    said = []
    quiet = OnceAMinute(said.append)
    for line in ("a", "b", "a", "a", "b"):
        quiet(line)
    assert said == ["a", "b"]

    def broken(_):
        raise OSError(28, "No space left on device")

    OnceAMinute(broken)("a")
