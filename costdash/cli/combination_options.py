"""Options that add models made of others."""

import argparse


def combination_options(command: argparse.ArgumentParser) -> None:
    """Recalibrated, combined and repaired models, for `analyse` and `report`."""
    command.add_argument(
        "--recalibrate",
        metavar="MODEL",
        action="append",
        help="add this model again with its scores made probabilities, by pooled shares of "
        "positives on other folds; repeat for more models",
    )
    command.add_argument(
        "--combine",
        metavar=("NAME", "RULE", "A", "B"),
        nargs=4,
        action="append",
        default=[],
        help="add the model NAME that flags a case if A and B flag it (RULE: and) or if one does "
        "(or), at thresholds that are cheapest under the conditions, chosen on other folds, or at "
        "A=THRESHOLD B=THRESHOLD; repeat for more",
    )
    command.add_argument(
        "--mix",
        metavar=("NAME", "SHARE", "A", "B"),
        nargs=4,
        action="append",
        default=[],
        help="add the model NAME that lets B decide this SHARE of the cases, drawn at random, and "
        "A the others (interpolation), at thresholds as for --combine; repeat for more",
    )
    command.add_argument(
        "--chain",
        metavar=("NAME", "MODEL"),
        nargs="+",
        action="append",
        default=[],
        help="add the model NAME that asks the classifiers of these models' hull one after the "
        "other, up to the cheapest under the conditions, until one flags the case; the JSON says "
        "what the hull promises and what happens; repeat for more",
    )
    command.add_argument(
        "--repair",
        metavar="MODEL",
        action="append",
        help="add this model again with the order of its scores reversed inside the deepest dent "
        "of its ROC curve, found on other folds; repeat for more models",
    )
