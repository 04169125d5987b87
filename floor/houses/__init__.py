"""Where a floor writes to: an instance, Kafka, a file in bulk, over a bad line, on from where a log ends."""
