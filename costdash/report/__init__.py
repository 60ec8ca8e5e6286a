"""What the numbers say, in words: sentences, tables and files for people and programs.

numbers and amounts (figures for people), decision (the sentences), confusion (the four cells),
export (CSV), contract (the JSON of the command line).
"""
