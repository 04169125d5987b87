"""`pitledger topics` and `pitledger worker`: the engine on Kafka."""
