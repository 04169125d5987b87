"""How lines look to people: columns, colour and width, and where they are printed."""
