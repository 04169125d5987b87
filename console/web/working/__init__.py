"""Long work that a page asks for: the commands themselves, in a child process, so that pages stay quick."""
