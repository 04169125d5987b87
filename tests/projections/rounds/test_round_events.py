"""Every event type either changes what a round looks like, or is named as one that does not."""

from typing import get_args

import events.vocabulary  # noqa: F401 - fills TYPES
from events.body import TYPES
from projections.rounds.round_events import NOT_OF_A_ROUND, TIMELINE_ONLY, RoundEvent


def test_every_event_type_is_in_one_of_the_three_lists():
    listed = [*get_args(RoundEvent), *TIMELINE_ONLY, *NOT_OF_A_ROUND]
    assert sorted(body.TYPE for body in listed) == sorted(TYPES)
