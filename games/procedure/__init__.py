"""What dealer and floorperson must do, and what was not done: decks, equipment, awards (x.2–x.11)."""
