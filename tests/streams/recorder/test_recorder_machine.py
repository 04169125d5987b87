"""Any drafts, restarts and recorders in turn: every fact is in the log once, a state is recovered.

A few examples; `make faults NAME=recorder-machine` runs many.
"""

from hypothesis import settings

from tests.streams.recorder.recorder_machine import RecorderMachine

RecorderMachine.TestCase.settings = settings(max_examples=20, stateful_step_count=20, deadline=None)
TestRecorderMachine = RecorderMachine.TestCase
