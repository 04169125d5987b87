"""Awards: claimed, validated, documented, paid (A; R07)."""
