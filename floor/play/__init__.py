"""How each game is played at a table of the floor: one module a game, with a `PLAY` in it."""
