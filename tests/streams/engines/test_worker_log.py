"""A worker's log: the same message once a minute, however often it comes; what ends the process always."""

import logging

from streams.engines.worker_log import OF_SPEED, REMEMBERED, SeldomRepeated, log_to_stderr


class Desk:
    """A logger with the filter and a clock that is set by hand."""

    def __init__(self):
        self.now = 0.0
        self.lines = []
        self.logger = logging.Logger("aiokafka")
        handler = logging.Handler()
        handler.emit = lambda record: self.lines.append(record.getMessage())
        self.filter = SeldomRepeated(lambda: self.now)
        handler.addFilter(self.filter)
        self.logger.addHandler(handler)

    def outage(self, times, each_s):
        for attempt in range(times):
            self.logger.warning("Unable to connect to node 1 (attempt %s)", attempt)
            self.now += each_s


def test_a_night_without_a_broker_is_a_line_a_minute():
    desk = Desk()

    desk.outage(times=8 * 3600 * 2, each_s=0.5)

    assert len(desk.lines) == 8 * 60
    assert desk.lines[0] == "Unable to connect to node 1 (attempt 0)"
    assert desk.lines[1].endswith("(and 119 more like this since the last)")


def test_other_messages_and_what_ends_the_process_are_always_written():
    desk = Desk()

    desk.logger.warning("one")
    desk.logger.warning("two")
    for _ in range(3):
        desk.logger.critical("leaving")

    assert desk.lines == ["one", "two", "leaving", "leaving", "leaving"]


def test_it_remembers_so_many_messages_and_no_more():
    desk = Desk()

    for number in range(2 * REMEMBERED):
        place = logging.LogRecord(f"n{number}", logging.WARNING, "file", number, "text", (), None)
        assert desk.filter.filter(place)

    assert len(desk.filter._written) <= REMEMBERED


FIRST_START = (
    ("aiokafka.cluster", "Topic %s not found in cluster metadata", "pitledger.router-state-changelog"),
    ("faust.assignor.partition_assignor", "Ignoring missing topic: %r", "pitledger.router-state-changelog"),
)


def test_a_first_start_and_a_busy_machine_are_nothing_to_write_of(capfd):
    """The first is said as an error, of a topic that the worker is about to make."""
    before = logging.root.handlers[:], logging.root.level
    log_to_stderr()
    try:
        for name, message, topic in FIRST_START:
            logging.getLogger(name).error(message, topic)
            logging.getLogger(name).error(message, "pitledger.events")
        for name in OF_SPEED:
            logging.getLogger(name).warning("Timer sweep is overlapping")
    finally:
        logging.root.handlers, logging.root.level = before
        for name in OF_SPEED:
            logging.getLogger(name).setLevel(logging.NOTSET)

    assert "changelog" not in (said := capfd.readouterr().err)
    assert "overlapping" not in said
    assert said.count("pitledger.events") == len(FIRST_START)
