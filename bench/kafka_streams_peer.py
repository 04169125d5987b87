"""Kafka Streams as a peer: runs the Java program in bench/kafka_streams over a topic and returns its speed.

It knows nothing of Pitledger's events: the peer counts records and sums their lengths per key, in RocksDB.
"""

import json
import subprocess
from pathlib import Path

PROJECT = Path(__file__).parent / "kafka_streams"
LIMIT_S = 600


class PeerError(Exception):
    """The peer could not be measured; the message says what it printed."""


def measure(bootstrap: str, topic: str, count: int, cache: bool = True, threads: int = 1) -> float:
    """Events per second from the first record processed to the last, reading `count` records of `topic`.

    `cache` keeps hot keys in memory before RocksDB and changelog (Kafka Streams' default). What is still in
    that cache, or on its way to the broker, after the last record is not waited for: this favours the peer.
    """
    jar = PROJECT / "target" / "peer.jar"
    if not jar.exists():
        raise PeerError(f"{jar} is not built. Type: bench/kafka_streams/build.sh (make bench does it)")
    arguments = [bootstrap, topic, str(count), "on" if cache else "off", str(threads), str(LIMIT_S)]
    command = ["java", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"]
    command += ["-cp", f"{jar}:{PROJECT}/target/lib/*", "pitledger.StreamsPeer", *arguments]
    # The program ends by itself at the limit; beyond that it hangs.
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S + 60, check=False)
    if done.returncode != 0:
        raise PeerError(f"Kafka Streams ended with code {done.returncode} on {topic}:\n{done.stderr[-4000:]}")
    result = json.loads(done.stdout.splitlines()[-1])
    if result["events"] != count:
        raise PeerError(f"Kafka Streams processed {result['events']} events of {topic}, not {count}.")
    return float(result["events_per_s"])
