"""The user's conditions: prior, costs, cost matrices, their ranges and distributions."""
