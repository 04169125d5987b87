"""The console in the browser: pages that show what the commands show, and a read API beside them."""
