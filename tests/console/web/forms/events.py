"""What is on record in an instance, as `pitledger export-events` tells it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.console.calling import pitledger


def events_of(data: Path, stream: str) -> list[dict[str, Any]]:
    """The events of a stream."""
    called = pitledger("export-events", "--stream", stream, "--data", data)
    return [json.loads(line) for line in called.out.splitlines()]
