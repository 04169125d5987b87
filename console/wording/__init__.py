"""How the console speaks: times local to the facility, commands as they are typed here, lines that fit."""
