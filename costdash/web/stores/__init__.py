"""The three stores of the page, checked and turned into one question and its answer."""
