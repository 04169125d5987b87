"""Everything that moves events: logs, recorder, processors and the engines that run them."""
