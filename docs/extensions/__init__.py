"""What the site adds to Sphinx: code blocks that run, and the papers' figures."""
