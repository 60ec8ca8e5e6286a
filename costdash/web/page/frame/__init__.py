"""The outer frame of the page: top bar, sticky bar and the help dialog."""
