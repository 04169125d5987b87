"""Every benchmark that needs no broker runs, and its rows have the shape that others build on."""

import json

import pytest

from bench import bench_worker
from bench.__main__ import chosen, main, modules
from bench.rows import FIELDS, complete, machine, row
from streams.engines import worker

ON_KAFKA = {"catch_up", "drain", "kafka_read", "latency", "worker"}


@pytest.mark.parametrize("name", sorted(set(modules()) - ON_KAFKA))
@pytest.mark.filterwarnings("ignore::DeprecationWarning:eventsourcing")
def test_a_benchmark_gives_rows(name, tmp_path, capsys):
    out = tmp_path / "results.json"
    assert main(["--name", name, "--quick", "--out", str(out)]) == 0
    rows = json.loads(out.read_text())
    assert rows
    for each in rows:
        assert tuple(each) == FIELDS
        assert each["name"].startswith(name)
        assert each["ours"] > 0
        assert each["n"] > 0
        for other in ("peer", "limit"):
            measured = each[other] is not None
            assert (each[f"{other}_name"] is not None) == (each[f"ratio_to_{other}"] is not None) == measured
    printed = capsys.readouterr().out
    assert all(each["name"] in printed for each in rows)


def test_modules_on_kafka_are_all_there_are():
    assert set(modules()) >= ON_KAFKA


def test_what_was_not_measured_is_null():
    bare = row("a", "events/s", 2_000.4, n=10)
    assert tuple(bare) == FIELDS
    assert [field for field in FIELDS if bare[field] is not None] == ["name", "unit", "ours", "n"]
    assert bare["ours"] == 2_000


def test_ratios_are_ours_to_theirs():
    whole = row("a", "events/s", 300, n=1, peer=200, peer_name="p", limit=400, limit_name="l")
    assert (whole["ratio_to_peer"], whole["ratio_to_limit"]) == (1.5, 0.75)


def test_a_strange_field_is_refused():
    with pytest.raises(ValueError, match="machien"):
        complete({"name": "a", "unit": "s", "machien": "x"})


def test_a_name_is_a_module_or_the_beginning_of_rows():
    assert chosen("settle") == (["settle"], "")
    assert chosen("bench_settle") == (["settle"], "")
    assert chosen("settle_three_card_prime") == (["settle"], "settle_three_card_prime")
    assert chosen("append_batch_1") == (["append"], "append_batch_1")
    assert chosen(None) == (modules(), "")


def test_an_unknown_name_is_an_error_that_lists_the_others(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["--name", "nonsense"])
    assert stopped.value.code == 2
    assert "settle" in capsys.readouterr().err


def test_the_machine_is_described_without_its_name():
    import platform

    assert "CPU" in machine()
    assert platform.node() not in machine()


@pytest.mark.parametrize("name", bench_worker.STAND_INS)
def test_a_worker_knows_the_topic_of_what_stands_in_for_it(monkeypatch, tmp_path, name):
    for table in ("APPS", "SOURCES", "OUTPUTS"):
        monkeypatch.setattr(worker, table, getattr(worker, table))
    where = worker.WorkerSettings("nowhere:1", tmp_path, "b.", 1)
    bench_worker.stand_in(name, bench_worker.Deliveries(1))
    assert worker._topics_of(where, name) == ["b.links" if name == "bare-links" else "b.events"]
    assert set(worker.APPS) == {name}
