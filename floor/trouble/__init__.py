"""What goes wrong at a table: irregularities, rounds that end by them, mistakes that people make."""
