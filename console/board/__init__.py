"""The live board of the demo: what happens on the floor, and how it is drawn."""
