"""Cases, for commands and pages alike: how one stands, what is put on record about it, what is paid."""
