"""The readings of the cost panel besides the cost curve, and the strip below all of them."""
