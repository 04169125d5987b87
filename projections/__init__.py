"""Pure folds: events in, read models and decisions out; they import events and games only."""
