"""Witnesses of audit logs: the service that cosigns what continues what it saw, and how a log asks it to."""
