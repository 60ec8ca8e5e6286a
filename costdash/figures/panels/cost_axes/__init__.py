"""The axes of the cost panel besides PC(+), and the strip below every axis."""
