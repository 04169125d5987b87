"""A round: where its events are in the log, and the round rebuilt from them."""
