"""The web server: page, callbacks, uploads, sessions, access control and limits."""
