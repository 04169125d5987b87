"""One disputed hand as a packet of its own, which `openssl` and a shell check."""
