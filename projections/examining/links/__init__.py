"""The examiner's link fold: what the keeper of a link decided in, findings out, by checks of its own."""
