"""What the server does when the page asks: plain functions, by subject."""
