"""Tables of text, which page, report and terminal print."""
