"""The meaning of the numbers: sentences, tables and files for people and for programs.

sentences: plain English. derived: results computed on demand. summary: the decision with all that
is shown beside it. tables: text tables. report: everything about one data set and view, which
html, json and csv write to files and terminal prints. request: what a user asks for.
"""
