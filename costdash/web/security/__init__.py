"""Access control: accepted hosts, checked requests, sign-in and response headers."""
