"""What must hold between the topics of a log, whatever crashed on the way."""
