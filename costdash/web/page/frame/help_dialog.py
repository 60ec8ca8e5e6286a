"""The dialog behind "?": the terms of the page with the field's names, and the shortcuts."""

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.web.ids import ids
from costdash.web.page.components import attributes, icon

GLOSSARY = (  # plain word, the field's term, one sentence
    ("Flag", "classify as positive", "What the rule does with a case whose score is high enough."),
    (
        "Threshold",
        "cut-off, decision threshold",
        "The score from which a case is flagged; models need not score on one scale.",
    ),
    (
        "Rule",
        "classifier at a threshold, operating point on the ROC curve",
        "A model with one threshold, or flagging none or all cases.",
    ),
    (
        "Positives among cases",
        "prior, base rate, prevalence among future cases",
        "The share of positives where the rule will be used, which may differ from the file's.",
    ),
    (
        "Positives in the file",
        "sample prevalence",
        "The share of positives among the rows of the file, which a study may have set by design.",
    ),
    (
        "Found",
        "true positives; as a share: recall, sensitivity, true positive rate (tpr)",
        "Positives that are flagged.",
    ),
    (
        "Missed",
        "false negatives; as a share: false negative rate (fnr)",
        "Positives that are not flagged.",
    ),
    (
        "False alarms",
        "false positives; as a share of the negatives: false positive rate (fpr)",
        "Negatives that are flagged.",
    ),
    (
        "Correctly left alone",
        "true negatives; as a share: specificity, true negative rate (tnr)",
        "Negatives that are not flagged.",
    ),
    (
        "Flags that are right",
        "precision, positive predictive value",
        "The share of positives among the flagged cases, at your share of positives.",
    ),
    (
        "Cost",
        "expected cost",
        "Misses times their price plus false alarms times theirs, on average per case.",
    ),
    (
        "Share of the worst cost",
        "normalized expected cost (nec)",
        "Expected cost divided by that of judging every case wrong: 0 is perfect.",
    ),
    (
        "Conditions",
        "prior and costs",
        "The share of positives and the two prices, for which the rule is chosen.",
    ),
    (
        "PC(+)",
        "probability cost",
        "Share of positives and prices in one number from 0 to 1, on which alone the best rule "
        "depends.",
    ),
    (
        "Flagging none, flagging all",
        "trivial classifiers",
        "What can be done without a model, and what every model has to beat.",
    ),
    (
        "Cost curve",
        "lower envelope of the cost lines",
        "What a model costs at each PC(+), at its best threshold there.",
    ),
    (
        "Operating range",
        "",
        "The values of PC(+) at which a model beats flagging none and flagging all.",
    ),
    (
        "Same cost along this line",
        "iso-performance line",
        "Points of the ROC plot that cost the same; its slope is the price of a false alarm, times "
        "negatives, over that of a miss, times positives.",
    ),
    (
        "ROC curve",
        "receiver operating characteristic",
        "Positives found against negatives flagged, at every threshold.",
    ),
    (
        "ROC convex hull",
        "",
        "The outer points of the ROC curve, which are the only ones that can be cheapest.",
    ),
    (
        "Area under the ROC curve",
        "AUC",
        "The chance that a positive scores higher than a negative; it averages over all "
        "thresholds and knows no prices.",
    ),
    (
        "Partial AUC",
        "also McClish's, rescaled",
        "The area under a part of the ROC curve only, such as fpr 0 to 0.1; rescaled, 0.5 is "
        "useless and 1 is perfect.",
    ),
    (
        "Lift",
        "",
        "How many times as common positives are among the flagged as among all cases.",
    ),
    (
        "Calibration",
        "reliability",
        "Whether scores are probabilities, so that of cases with score 0.2 one in five is "
        "positive.",
    ),
    (
        "Reliability steps",
        "CORP, isotonic regression",
        "The share of positives in rising steps along the score; above the diagonal scores are "
        "too low, below it too high.",
    ),
    (
        "Recalibrated",
        "",
        "A model whose scores were mapped to probabilities, by other folds.",
    ),
    (
        "Threshold probability",
        "",
        "The probability from which a case is worth flagging, which the two prices set.",
    ),
    (
        "Net benefit",
        "decision curve",
        "Positives found, less false alarms at the rate at which the threshold probability trades "
        "them, per 100 cases.",
    ),
    (
        "Always beaten",
        "dominated",
        "A model for which another one is cheaper on all rows, whatever the conditions.",
    ),
    (
        "Judged on other folds",
        "cross-fitted",
        "The threshold is chosen on some rows and tested on others, so that costs are those to "
        "expect.",
    ),
    (
        "95 % interval",
        "confidence interval",
        "The range in which the number lies with 95 % confidence, given how few cases there are.",
    ),
    (
        "95 % band",
        "pointwise confidence band",
        "The interval at each point of a curve by itself; a band for the whole curve is wider.",
    ),
    (
        "Bootstrap samples",
        "replicates",
        "Samples drawn anew from the file's rows, to see how much a number varies.",
    ),
    (
        "Crossover",
        "",
        "The PC(+) at which two models cost the same and change places.",
    ),
    (
        "Fold",
        "part of a cross-validation",
        "One of the parts in which the rows were tested in turn.",
    ),
)
SHORTCUTS = (  # keys, and their effect
    (("?",), "Open this list"),
    (("Ctrl", "Z"), "Undo the last change of the conditions, or of the models made of others"),
    (("P",), "Make the highlighted or tried rule today's rule"),
    (("←", "→"), "In a panel: step through thresholds; on a slider or line: move it"),
    (
        ("Shift", "←", "→"),
        "In Reliability: light the next step too; ↑ and ↓ change the model, Esc ends it",
    ),
    (("Page ↑", "Page ↓"), "On a slider or line: move it further"),
    (("Home", "End"), "On a slider or line: to its end"),
    (("Tab",), "On the chip of a model: to the link in its card"),
    (("Enter",), "In a panel: try the highlighted threshold"),
    (("Esc",), "Close what is open, or stop highlighting"),
    (("1", "2", "3", "4"), "While presenting: sentence, icons, bars, table"),
    (
        ("←", "→", "Page ↑", "Page ↓"),
        "While presenting: the saved scenarios in turn, now first; without any, the views. On "
        "leaving a scenario the conditions from before come back; what the sliders changed stays",
    ),
)


def help_button() -> html.Button:
    return html.Button(
        [icon("help"), html.Span("Help", className="button-label")],
        id=ids.HELP_BUTTON,
        className="quiet",
        type="button",
        **attributes(aria_label="Help: terms and shortcuts", aria_haspopup="dialog"),
    )


def help_dialog() -> dmc.Modal:
    """Opened by the key "?" or the button; Escape closes it."""
    return dmc.Modal(
        id=ids.HELP,
        title="Terms and shortcuts",
        size=720,
        closeButtonProps={"aria-label": "Close"},
        children=html.Div([_shortcuts(), _glossary()], className="help"),
    )


def _shortcuts() -> html.Section:
    rows = [
        html.Div([html.Dt([html.Kbd(key) for key in keys]), html.Dd(what)])
        for keys, what in SHORTCUTS
    ]
    return html.Section([html.H3("Shortcuts"), html.Dl(rows, className="shortcuts")])


def _glossary() -> html.Section:
    def name(word: str, term: str) -> list[Component]:
        return [html.B(word), *([html.Span(term)] if term else [])]

    rows = [
        html.Div([html.Dt(name(word, term)), html.Dd(sentence)])
        for word, term, sentence in GLOSSARY
    ]
    return html.Section([html.H3("Terms"), html.Dl(rows, className="terms")])
