"""The log on Kafka: append, read, topics."""
