"""A round as JSON: the description in, field by field, and the verdict out."""
