"""Criteria, decisions and expected costs: which model, at which threshold."""
