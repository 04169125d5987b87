"""The vault of personal data: which player or account a reference in an event stands for."""
