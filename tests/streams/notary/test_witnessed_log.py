"""A log that has witnesses: cosigned before it is published, away ones passed over, old copies refused."""

import shutil
import socket
import threading
import time
from contextlib import ExitStack, suppress

import pytest

from streams.notary.folder import CHECKPOINT_FILE, OFFERED_FILE, write_durably
from streams.notary.keys import load_signer
from streams.notary.notary import Notary, WillNotSign
from streams.notary.publishing import CheckpointFile
from streams.notary.tlog.checkpoints import open_checkpoint
from streams.notary.tlog.policies import read_policy
from streams.notary.witness import asking
from streams.notary.witness.asking import Reply, address_of, ask_all
from streams.notary.witness.gathering import NotWitnessed, WitnessedPublication
from streams.notary.witness.judging import Answer
from tests.go_judge import GOOD, answers
from tests.streams.notary.embedded_log import ORIGIN, AuditedLog
from tests.streams.notary.test_cosignatures import asked
from tests.streams.notary.witnessing import serving
from tests.streams.sealed_events import Chains, spread

EVENTS = spread(900, 5)


def others(count):
    """Events that follow from nothing in the log: a table of its own."""
    chains = Chains()
    return [chains.next("table:OTHER") for _ in range(count)]


class Witnessed(AuditedLog):
    """A log with an audit log, and the policy that it has for now."""

    policy = "quorum none\n"

    def __init__(self, data):
        super().__init__(data)
        self.said = []

    def notary(self):
        policy = read_policy(self.policy.encode())
        return Notary(
            self.folder,
            WitnessedPublication(self.folder, CheckpointFile(self.folder), policy, self.said.append),
        )

    def of(self, *witnesses, quorum="all"):
        """A policy of these, called a, b, c; `quorum` is any, all, none or a number."""
        lines = [
            f"witness {name} {each.key.text} {each.url}\n"
            for name, each in zip("abc", witnesses, strict=False)
        ]
        if quorum != "none":
            lines.append(f"group g {quorum} {' '.join('abc'[: len(witnesses)])}\n")
        self.policy = "".join([*lines, f"quorum {'none' if quorum == 'none' else 'g'}\n"])

    def published(self):
        path = self.folder / CHECKPOINT_FILE
        return path.read_bytes() if path.exists() else b""


@pytest.fixture
def log(tmp_path):
    return Witnessed(tmp_path / "data")


@pytest.fixture
def served(log, tmp_path):
    """Three witnesses of that log."""
    with ExitStack() as stack:
        yield [stack.enter_context(serving(tmp_path / name, [log.vkey])) for name in "abc"]


def cosigners(log, note):
    return list(read_policy(log.policy.encode()).cosigners_of(note))


def test_every_checkpoint_is_cosigned_by_all_and_go_accepts_each(log, served):
    log.of(*served)
    questions = []
    for start, stop in ((0, 1), (1, 255), (255, 257), (257, 900)):
        log.append(EVENTS[start:stop])
        note = log.checkpoint()
        assert open_checkpoint(note, [log.vkey]).size == stop
        assert cosigners(log, note) == ["a", "b", "c"]
        questions += [asked(note, each.key.text, log.vkey.text) for each in served]
        assert log.published() == note
    assert set(answers(questions)) == {GOOD}
    assert not (log.folder / OFFERED_FILE).exists()
    assert log.checkpoint() == note, "nothing new is the same checkpoint"
    assert log.said == []


def test_who_is_away_is_said_in_a_line_and_has_its_cosignature_later(log, served, tmp_path):
    log.of(*served, quorum=2)
    log.append(EVENTS[:300])
    served[2].server.shutdown()
    served[2].server.server_close()
    note = log.checkpoint()
    assert cosigners(log, note) == ["a", "b"]
    (line,) = log.said
    assert line.startswith("witness c has not cosigned (Connection refused)")

    log.append(EVENTS[300:310])
    with serving(tmp_path / "c2", [log.vkey]) as again:
        log.of(*served[:2], again, quorum=2)
        assert cosigners(log, log.checkpoint()) == ["a", "b", "c"]


def test_a_witness_that_comes_back_cosigns_what_is_published_already(log, served):
    log.of(served[0], quorum="none")
    log.append(EVENTS[:300])
    alone = log.checkpoint()
    log.of(*served[:2], quorum="none")
    note = log.checkpoint()
    assert cosigners(log, note) == ["a", "b"]
    assert note.startswith(alone), "the same signature of the log, and another line"
    assert log.published() == note


def test_without_a_quorum_nothing_is_published_and_nothing_lost(log, served):
    log.of(*served)
    log.append(EVENTS[:300])
    before = log.checkpoint()
    served[1].server.shutdown()
    served[1].server.server_close()
    log.append(EVENTS[300:310])
    with pytest.raises(
        NotWitnessed, match=r"over 310 .* demands 3 of a, b, c, and a, c has cosigned \(b: Conn"
    ):
        log.checkpoint()
    assert log.published() == before
    assert open_checkpoint((log.folder / OFFERED_FILE).read_bytes(), [log.vkey]).size == 310
    assert len(log.entries()) == 310, "what was recorded is in the log"

    log.append(EVENTS[310:320])
    with pytest.raises(NotWitnessed):
        log.checkpoint()
    log.of(*served, quorum=2)
    note = log.checkpoint()
    assert (open_checkpoint(note, [log.vkey]).size, cosigners(log, note)) == (320, ["a", "c"])
    assert not (log.folder / OFFERED_FILE).exists()


def test_a_log_whose_key_no_witness_knows_is_kept_back_and_the_reason_is_said(tmp_path, served):
    stranger = Witnessed(tmp_path / "stranger")
    stranger.of(*served, quorum="any")
    stranger.append(EVENTS[:5])
    with pytest.raises(NotWitnessed, match="HTTP 403, none of the keys given has signed this"):
        stranger.checkpoint()


def test_a_witness_that_takes_no_empty_log_is_asked_from_the_first_entry(log, served):
    answer = served[0].server.answer
    empty = f"{ORIGIN}\n0\n".encode()
    served[0].server.answer = lambda body: Answer(400, "no\n") if empty in body else answer(body)
    log.of(served[0])
    log.append(EVENTS[:10])
    assert cosigners(log, log.checkpoint()) == ["a"]


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("change_key", [False, True])
@pytest.mark.parametrize("step", range(1, 14))
def test_a_call_that_was_killed_anywhere_is_made_again_and_is_no_old_copy(
    log, served, monkeypatch, step, change_key
):
    log.of(*served[:2])
    log.append(EVENTS[:10])
    log.checkpoint()
    log.append(EVENTS[10:20])
    left = step

    def maybe_killed(function):
        def called(*args, **more):
            nonlocal left
            left -= 1
            if left == 0:
                raise Killed
            return function(*args, **more)

        return called

    with log.notary() as notary, monkeypatch.context() as patch:
        for place in ("witness.gathering", "keys", "key_change", "record", "publishing"):
            patch.setattr(f"streams.notary.{place}.write_durably", maybe_killed(write_durably))
        patch.setattr("streams.notary.witness.gathering.ask_all", maybe_killed(ask_all))
        patch.setattr("streams.notary.witness.gathering.sync_folder", maybe_killed(lambda _: None))
        with suppress(Killed):
            notary.catch_up(log.source())
            signer = load_signer(log.folder, None)
            if change_key:
                notary.change_key(signer, None)
            else:
                notary.checkpoint([signer])

    log.notary().close()  # which finishes a change of keys
    log.append(EVENTS[20:30])
    if load_signer(log.folder, None).verifier != log.vkey:
        with pytest.raises(NotWitnessed, match="HTTP 403"):
            log.checkpoint()
        log.of(quorum="none")
    note = log.checkpoint()
    assert open_checkpoint(note, [load_signer(log.folder, None).verifier]).size in (30, 31)
    if "witness" in log.policy:
        assert cosigners(log, note) == ["a", "b"]


# --- an old copy ------------------------------------------------------------------------------------------


def restored(log, copy):
    shutil.rmtree(log.data)
    shutil.copytree(copy, log.data)


@pytest.mark.parametrize("grown", [0, 1, 50, 400])
def test_an_old_copy_is_noticed_before_anything_is_signed(log, served, tmp_path, grown):
    log.of(*served, quorum="none")
    log.append(EVENTS[:300])
    log.checkpoint()
    shutil.copytree(log.data, tmp_path / "copy")
    log.append(EVENTS[300:350])
    newer = log.checkpoint()
    restored(log, tmp_path / "copy")
    log.append(others(grown))

    with pytest.raises(
        WillNotSign, match=r"witness a .* has cosigned 350 entries of this log, and 300 is the most"
    ):
        log.checkpoint()
    assert open_checkpoint(log.published(), [log.vkey]).size == 300
    assert not (log.folder / OFFERED_FILE).exists(), "no second history was handed to anybody"

    restored(log, tmp_path / "copy")
    log.of(quorum="none")
    log.append(EVENTS[300:350])
    assert log.checkpoint().split(b"\n")[:3] == newer.split(b"\n")[:3], "the same events are the same log"


def test_an_old_copy_from_before_the_first_checkpoint_is_noticed_too(log, served, tmp_path):
    shutil.copytree(log.data, tmp_path / "copy")
    log.of(*served, quorum="none")
    log.append(EVENTS[:20])
    log.checkpoint()
    restored(log, tmp_path / "copy")
    log.append(others(30))
    with pytest.raises(WillNotSign, match="has cosigned 20 entries of this log, and 0 is the most"):
        log.checkpoint()


def test_what_was_handed_to_a_witness_and_not_published_is_no_old_copy(log, served):
    """Killed between the two, or kept back: the witness knows more than was published."""
    log.of(*served[:2])
    served[1].server.shutdown()
    served[1].server.server_close()
    log.append(EVENTS[:100])
    with pytest.raises(NotWitnessed):
        log.checkpoint()
    log.append(EVENTS[100:120])
    log.of(served[0])
    assert open_checkpoint(log.checkpoint(), [log.vkey]).size == 120


def test_another_history_that_was_grown_without_the_witness_is_not_published(log, served, tmp_path):
    """Restored, and signed without witnesses; then they are asked again."""
    log.append(EVENTS[:300])
    log.of(served[0], quorum="none")
    log.checkpoint()
    shutil.copytree(log.data, tmp_path / "copy")
    log.append(EVENTS[300:350])
    log.checkpoint()
    restored(log, tmp_path / "copy")
    events = others(110)
    log.append(events[:100])
    log.of(quorum="none")
    alone = log.checkpoint()
    log.of(served[0], quorum="none")
    log.append(events[100:])
    with pytest.raises(WillNotSign, match="another history of this log up to entry 350"):
        log.checkpoint()
    assert log.published() == alone


def test_a_fork_of_the_size_that_was_cosigned_is_not_published(log, served, tmp_path):
    log.append(EVENTS[:300])
    log.of(served[0], quorum="none")
    shutil.copytree(log.data, tmp_path / "copy")
    log.checkpoint()
    restored(log, tmp_path / "copy")
    shutil.rmtree(log.data)
    shutil.copytree(tmp_path / "copy", log.data, ignore=shutil.ignore_patterns("log.sqlite*"))
    log.append(spread(300, 7))
    log.of(quorum="none")
    log.checkpoint()
    log.of(served[0], quorum="none")
    with pytest.raises(WillNotSign, match="another history"):
        log.checkpoint()
    assert [line for line in served[0].said if "ANOTHER TREE of 300" in line]


# --- the key ----------------------------------------------------------------------------------------------


def test_a_change_of_keys_is_cosigned_and_the_new_key_must_be_handed_over(log, served, tmp_path):
    log.of(served[0])
    log.append(EVENTS[:10])
    log.checkpoint()
    with log.notary() as notary:
        new = notary.change_key(load_signer(log.folder, None), None)
    assert cosigners(log, log.published()) == ["a"], "the old key has signed it, too"
    log.append(EVENTS[10:12])
    with pytest.raises(NotWitnessed, match="HTTP 403, none of the keys"):
        log.checkpoint()
    url = served[0].url
    served[0].server.shutdown()
    served[0].server.server_close()
    with serving(tmp_path / "again", [log.vkey, new]) as again:
        log.of(again)
        assert cosigners(log, log.checkpoint()) == ["a"]
    assert url != again.url


def test_a_change_of_keys_that_is_kept_back_goes_on(log, served):
    log.of(served[0], quorum="any")
    log.append(EVENTS[:10])
    log.checkpoint()
    served[0].server.shutdown()
    served[0].server.server_close()
    with log.notary() as notary, pytest.raises(NotWitnessed):
        notary.change_key(load_signer(log.folder, None), None)
    assert load_signer(log.folder, None).verifier == log.vkey
    log.of(quorum="none")
    with log.notary() as notary:
        new = notary.change_key(load_signer(log.folder, None), None)
    assert load_signer(log.folder, None).verifier == new
    assert open_checkpoint(log.checkpoint(), [new]).size == 12


def test_a_notary_does_not_sign_with_another_key_than_the_one_in_force(log, tmp_path):
    other = AuditedLog(tmp_path / "other")
    log.append(EVENTS[:10])
    with log.notary() as notary:
        notary.catch_up(log.source())
        with pytest.raises(WillNotSign, match="signs here by now"):
            notary.checkpoint([load_signer(other.folder, None)])


# --- witnesses that are no good ---------------------------------------------------------------------------


class Lies:
    """Answers every connection with these bytes, and no more, until the test is over."""

    def __init__(self, content, *, dribble=False):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self._content, self._dribble, self._open = content, dribble, []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                connection, _ = self.socket.accept()
                self._open.append(connection)
                connection.recv(65_536)
                for at in range(0, len(self._content), 1) if self._dribble else ():
                    connection.sendall(self._content[at : at + 1])
                    time.sleep(0.1)
                if not self._dribble:
                    connection.sendall(self._content)
                    connection.close()
            except OSError:
                return

    def close(self):
        for each in (*self._open, self.socket):
            each.close()


def http(status, body, kind="text/plain"):
    head = f"HTTP/1.1 {status} x\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


@pytest.mark.parametrize(
    "content",
    [
        b"", b"garbage\r\n\r\n", http(200, b""), http(200, b"\xff\xfe\n"), http(200, b"x" * 100_000),
        http(200, "— board.example/w1 AAAA\n".encode()), http(302, b""), http(500, b"\x1b[31mred"),
        http(409, b"-1\n", "text/x.tlog.size"), http(409, b"", "text/x.tlog.size"),
        http(409, b"9" * 30 + b"\n", "text/x.tlog.size"), http(409, b"999\n"),
        b"HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
)  # fmt: skip
def test_what_a_witness_answers_is_not_believed_unless_it_is_good(log, served, content):
    lies = Lies(content)
    log.append(EVENTS[:10])
    log.of(served[0], served[1]._replace(url=lies.url), quorum="any")
    note = log.checkpoint()
    lies.close()
    assert cosigners(log, note) == ["a"]
    (line,) = log.said
    assert line.startswith("witness b has not cosigned (")
    assert line.isprintable()


def test_the_cosignature_of_another_witness_does_not_count(log, served):
    """Two addresses, one of which is the other witness: its signature is good, and not this one's."""
    log.append(EVENTS[:10])
    log.of(served[0], served[1]._replace(url=served[0].url))
    with pytest.raises(NotWitnessed, match="b: its answer has no cosignature by the key"):
        log.checkpoint()


def test_a_cosignature_of_another_checkpoint_does_not_count(log, served):
    log.append(EVENTS[:9])
    log.of(served[0])
    line = log.checkpoint().decode().splitlines()[-1] + "\n"
    log.append(EVENTS[9:10])
    lies = Lies(http(200, line.encode()))
    log.of(served[0]._replace(url=lies.url))
    with pytest.raises(NotWitnessed, match=r"the cosignature of board.example/w1 is not good"):
        log.checkpoint()
    lies.close()


def test_slow_witnesses_hold_up_nobody_for_long(monkeypatch):
    slow = [Lies(http(200, b"x" * 5_000), dribble=True) for _ in range(3)]
    started = time.monotonic()
    replies = ask_all({f"{number}": (each.url, b"old 0\n\n") for number, each in enumerate(slow)}, 1.5)
    for each in slow:
        each.close()
    assert time.monotonic() - started < 10
    assert {reply.said for reply in replies.values()} == {"it did not answer in 1 seconds"}
    assert asking.PATIENCE_S < 60


@pytest.mark.parametrize(
    "url",
    [
        "", "127.0.0.1:1", "ftp://127.0.0.1", "http://", "http://127.0.0.1:0", "http://127.0.0.1:99999",
        "http://127.0.0.1/?x=1", "http://127.0.0.1/#x", "http://a:b@127.0.0.1", "http://127.0.0.1\n", "file:///x",
    ],
)  # fmt: skip
def test_what_is_not_the_address_of_a_witness_is_refused(url):
    with pytest.raises(ValueError, match=r"address of a witness|[Pp]ort"):
        address_of(url)


def test_the_prefix_of_a_url_is_kept(log, tmp_path):
    with serving(tmp_path / "w", [log.vkey]) as witness:
        reply = ask_all({"w": (f"{witness.url}/prefix/", b"")})["w"]
        assert reply.said == "HTTP 404, there is only POST /add-checkpoint here"
        assert Reply(0, b"x\x07y\nz").said == "xy"
