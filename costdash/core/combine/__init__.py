"""Classifiers made from other classifiers: logic, mixtures, chains and repaired concavities."""
