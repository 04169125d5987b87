"""A real Apache Kafka broker for tests and benchmarks: started, killed, restarted on its ports and directory.

Drives deploy/kafka/start.sh and knows nothing of Pitledger's topics. Tests get it by the fixture `broker`.
"""

import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from kafka import KafkaAdminClient
from kafka.admin import ConfigResource, ConfigResourceType

START_SCRIPT = Path(__file__).parents[1] / "deploy" / "kafka" / "start.sh"
READY = "Kafka Server started"  # logged last, once the controller has let the broker serve clients
PORT_TAKEN = "Address already in use"
START_LIMIT_S = 120  # about 4 s on an idle machine; only a broken start should ever meet this
STOP_LIMIT_S = 60
LOG_TAIL_LINES = 40
QUICK_START = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Of a broker that lives for minutes: what the better compiler costs on two cores it would not bring in."""


class BrokerError(Exception):
    """The broker did not do what it should; the message carries the end of its log."""


class Broker:
    """One broker process. `bootstrap` stays the same from the first start to the end, kills included."""

    def __init__(
        self,
        directory: Path | None = None,
        settings: dict[str, str] | None = None,
        *,
        java: str = "",
    ) -> None:
        """Keep everything under `directory` (default: a temporary one that stop() removes).

        `settings` go over those of deploy/kafka/server.properties; `java` are options of the virtual machine.
        """
        self._java = java
        self._temporary = directory is None
        self.directory = directory or Path(tempfile.mkdtemp(prefix="pitledger-kafka-"))
        self._settings = settings or {}
        self._port, self._controller_port = free_ports(2)
        self._process: subprocess.Popen[bytes] | None = None
        self._refused: dict[str, str | None] = {}

    @property
    def bootstrap(self) -> str:
        """What clients connect to, as HOST:PORT."""
        return f"127.0.0.1:{self._port}"

    @property
    def pid(self) -> int:
        """The broker's own process id."""
        if self._process is None:
            raise BrokerError("The Kafka broker is not running: call start() first.")
        return self._process.pid

    def start(self) -> None:
        """Start and return once the broker serves clients."""
        if self._process is not None:
            raise BrokerError(
                f"The Kafka broker is already running as process {self.pid}: stop() or kill() it first."
            )
        fresh = not (self.directory / "topics").exists()
        for attempts_left in (4, 3, 2, 1, 0):
            try:
                self._launch()
            except BrokerError as error:
                self.kill()
                # Between choosing a port and binding it another process can take it. Only a broker that
                # nobody knows yet may move: later on its address is in the hands of clients.
                if not (fresh and attempts_left and PORT_TAKEN in str(error)):
                    raise
                self._port, self._controller_port = free_ports(2)
            else:
                return

    def kill(self) -> None:
        """End the process with SIGKILL, as a crash would. Nothing happens if it is not running."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def pause(self) -> None:
        """SIGSTOP: connections stay, and nobody answers, as behind a cable that was pulled.

        A thread stops when it runs next, and until then may answer once more: wait for all of them.
        """
        os.kill(self.pid, signal.SIGSTOP)
        while any(state != "T" for state in self._thread_states()):
            time.sleep(0.005)

    def _thread_states(self) -> list[str]:
        stats = [thread.read_text() for thread in Path(f"/proc/{self.pid}/task").glob("*/stat")]
        return [stat.rpartition(")")[2].split()[0] for stat in stats]

    def resume(self) -> None:
        """SIGCONT."""
        os.kill(self.pid, signal.SIGCONT)

    def restart(self) -> None:
        """Kill the process if it still runs, then start it again on the same directory and ports."""
        self.kill()
        self.start()

    def stop(self) -> None:
        """Shut down in good order and remove the temporary directory."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(STOP_LIMIT_S)
            except subprocess.TimeoutExpired:
                self.kill()
                raise BrokerError(self._explain(f"did not stop within {STOP_LIMIT_S} s of SIGTERM")) from None
            finally:
                self._process = None
        self.discard()

    def discard(self) -> None:
        """Kill the process and remove the temporary directory: the quick end, when nobody needs the data."""
        self.kill()
        if self._temporary:
            shutil.rmtree(self.directory, ignore_errors=True)

    def refuse_writes(self, topic: str) -> None:
        """Make the running broker refuse every record sent to `topic` (MESSAGE_TOO_LARGE), whatever its size.

        Raising min.insync.replicas above the number of replicas does not do it: 4.1.1 goes on accepting. The
        setting is part of the topic, so it also survives a restart of the broker.
        """
        if topic not in self._refused:
            self._refused[topic] = self._topic_setting(topic, "max.message.bytes")
        self._set_topic(topic, {"max.message.bytes": "0"})

    def allow_writes(self, topic: str) -> None:
        """Undo refuse_writes(): the topic has the limit again that it had before."""
        before = self._refused.pop(topic, None)
        self._set_topic(topic, {"max.message.bytes": before})

    def delete_topics(self, prefix: str) -> None:
        """Delete every topic whose name begins with `prefix`."""
        admin = self._admin()
        try:
            found = [name for name in admin.list_topics() if name.startswith(prefix)]
            if found:
                admin.delete_topics(found)
        finally:
            admin.close()

    def log_tail(self) -> str:
        """The last lines of what the broker logged, for error messages."""
        tails = []
        for name in ("start.out", "broker.log"):
            path = self.directory / name
            if path.exists():
                lines = path.read_text(errors="replace").splitlines()[-LOG_TAIL_LINES:]
                tails.append("\n".join([f"--- {name} ---", *lines]))
        return "\n".join(tails) or "(it wrote no log)"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.discard()

    def _launch(self) -> None:
        log = self.directory / "broker.log"
        log.unlink(missing_ok=True)  # else the ready line of the previous run would be taken for this one's
        command = [str(START_SCRIPT), "--data", str(self.directory), "--with-pid", str(os.getpid())]
        command += ["--port", str(self._port), "--controller-port", str(self._controller_port)]
        for key, value in self._settings.items():
            command += ["--set", f"{key}={value}"]
        with (self.directory / "start.out").open("wb") as out:
            # A session of its own: Ctrl-C is for the tests, which then end the broker themselves.
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                env=os.environ | {"KAFKA_OPTS": self._java},
            )
        deadline = time.monotonic() + START_LIMIT_S
        while not (log.exists() and READY in log.read_text(errors="replace")):
            if self._process.poll() is not None:
                raise BrokerError(self._explain(f"ended with code {self._process.returncode} while starting"))
            if time.monotonic() > deadline:
                raise BrokerError(self._explain(f"was not ready within {START_LIMIT_S} s"))
            time.sleep(0.05)
        # By its log it is up; a client's own round trip shows it.
        self._admin().close()

    def _admin(self) -> KafkaAdminClient:
        return KafkaAdminClient(bootstrap_servers=self.bootstrap)

    def _topic_setting(self, topic: str, key: str) -> str | None:
        """The topic's own setting of `key`; None where it follows the broker's default."""
        admin = self._admin()
        try:
            found = admin.describe_configs([ConfigResource(ConfigResourceType.TOPIC, topic)])
        finally:
            admin.close()
        setting = found["topic"][topic].get(key)
        return None if setting is None else str(setting["value"])

    def _set_topic(self, topic: str, settings: dict[str, str | None]) -> None:
        admin = self._admin()
        try:
            for key, value in settings.items():
                resource = ConfigResource(ConfigResourceType.TOPIC, topic, configs={key: value})
                change = admin.reset_configs if value is None else admin.alter_configs
                answer = change([resource])["topic"][topic]
                if answer != "OK":
                    raise BrokerError(f"Topic {topic}: the broker would not set {key} to {value}: {answer}.")
        finally:
            admin.close()

    def _explain(self, what: str) -> str:
        return (
            f"The Kafka broker on {self.bootstrap} {what}. Its directory: {self.directory}\n{self.log_tail()}"
        )


def free_ports(count: int) -> list[int]:
    """Different ports that nobody listens on, below the range that the kernel gives to outgoing connections.

    While the broker is down its clients keep connecting to its port. From within that range one of them would
    sooner or later be given the very port as its own, connect to itself, and keep the broker from coming up.
    """
    free: list[int] = []
    for port in random.sample(range(15_000, 32_000), 1000):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        free.append(port)
        if len(free) == count:
            return free
    raise BrokerError(
        f"Not {count} free ports between 15000 and 32000 in a thousand tries: who has them all?"
    )
