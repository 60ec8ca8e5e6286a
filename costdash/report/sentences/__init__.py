"""The sentences of page, report and terminal, in plain English, and how amounts are printed."""
