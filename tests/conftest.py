"""What tests of every package share: the real Kafka broker, and names on it that no other test uses."""

import gc
import re
import signal
import uuid
import warnings
from collections.abc import Iterator

import pytest

# kafka-python 3.0.12 reads its message schemas, while it is imported, by functions that Python 3.11
# deprecates. It is imported here, before any test, so that everywhere else a warning can stay an error.
with warnings.catch_warnings():
    warnings.filterwarnings("ignore", "(read|open)_text is deprecated", DeprecationWarning)
    from tests.kafka_broker import QUICK_START, Broker


LONGEST = "test_documentation.py"
NEVER_CONNECTED = r"unclosed <socket\.socket [^>]*laddr=\('0\.0\.0\.0', \d+\)>"


def pytest_configure(config: pytest.Config) -> None:
    """Forgive kafka-python 3.0.12 one leak: it leaves a socket open whenever a connection is refused.

    Such a socket has no peer and no local address. Any other that is left open is ours, and stays an error.
    """
    config.addinivalue_line("filterwarnings", f"ignore:{NEVER_CONNECTED}:ResourceWarning")
    # A shell starts what it runs in the background with Ctrl-C ignored, and a program that tests interrupt
    # would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest file and those that wait for a broker come first: begun last, such a one keeps one process
    busy alone."""
    waiting = {item.path for item in items if "broker" in getattr(item, "fixturenames", ())}
    items.sort(key=lambda item: (item.path.name != LONGEST, item.path not in waiting))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish() -> None:
    """Collect what kafka-python has left while its leak can be forgiven: at the very end nothing is."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", NEVER_CONNECTED, ResourceWarning)
        gc.collect()


@pytest.fixture(scope="session")
def broker() -> Iterator[Broker]:
    """One broker for the whole session. A test that kills it must start it again before it ends."""
    with Broker(java=QUICK_START) as running:
        yield running


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Commands keep nothing in the cache of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def topic_prefix(request: pytest.FixtureRequest) -> Iterator[str]:
    """A prefix for topics and groups that no other test has; in the broker's log it says whose it is.

    The topics go with the test: a broker that is killed reads all that it has before it serves again.
    """
    test = re.sub(r"[^a-zA-Z0-9]+", "-", request.node.name).strip("-")[:60]
    prefix = f"{test}-{uuid.uuid4().hex[:8]}-"
    running = request.getfixturevalue("broker") if "broker" in request.fixturenames else None
    yield prefix
    if running is not None:
        running.delete_topics(prefix)
