"""What runs router, keeper and sinks: in this process, or as Faust workers on Kafka."""
