"""What runs router, keeper, examiner and sinks: in this process, or as Faust workers on Kafka."""
