"""The rows of the read model, and the folds that make them from each topic."""
