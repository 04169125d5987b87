"""Twenty thousand wagers on 200 tables over three links, with hits: the ledger before its judges.

`make faults NAME=ledger-million` does the same with a million.
"""

from __future__ import annotations

import pytest

from console.main import main
from tests.ledger_judges import posted
from tests.ledger_trial import (
    JOURNALS,
    Trial,
    accepted_with_one_unit_more,
    play_and_export,
    problems,
    wagers_found,
)

WAGERS, HITS = 20_000, 12


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Trial:
    """The load, played and exported."""
    return play_and_export(tmp_path_factory.mktemp("load"), WAGERS, HITS)


def test_every_wager_is_on_the_meters_once_and_every_judge_accepts_the_export(trial: Trial) -> None:
    assert sum(trial.load.wagers.values()) == WAGERS
    assert len(trial.load.wagers) == 3
    assert trial.load.hits == HITS
    assert {cause for (cause,) in posted(trial.out / "parquet", "cause")} == {
        *("seed", "contribution", "reversal", "award", "reseed", "reserve", "overflow", "return", "payment")
    }

    assert all(counted.played == counted.found for counted in wagers_found(trial).values())
    assert not list(problems(trial))


@pytest.mark.parametrize("name", JOURNALS)
@pytest.mark.parametrize("number", [1, 2, 7_001, 15_000])
def test_one_unit_changed_in_a_journal_is_refused(trial: Trial, name: str, number: int) -> None:
    assert not accepted_with_one_unit_more(trial, name, number)


def test_the_log_and_the_read_model_check_clean(trial: Trial) -> None:
    assert main(["--data", str(trial.data), "check"]) == 0
