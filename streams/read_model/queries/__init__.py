"""What people ask of the read model, a module a theme: SQL in, frozen typed answers out."""
