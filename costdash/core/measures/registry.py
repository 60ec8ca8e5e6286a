"""The registry of measures: adding a measure is one row of MEASURES."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from costdash.core.measures.fields import credit, ranking, screening, summary
from costdash.core.measures.measured_model import MeasuredModel, Values
from costdash.wording import percent

Indices = NDArray[np.intp]

CHOSEN_HERE = "the limits do not allow for that"
# The fields of use in the order of the page, each with the note below its table.
FIELDS_OF_USE = {
    "screening": "PPV, NPV and likelihood ratios are of each model's best threshold at your "
    "conditions, cross-fitted where costs are. Youden's J and the point closest to the corner are "
    f"the best of many thresholds on these rows: {CHOSEN_HERE}. They are shown, not recommended: "
    "they ignore your prior and costs. McClish's partial AUC is 0.5 for a useless model and 1 for "
    "a perfect one; over tpr, the area is of the specificity.",
    "credit": f"KS is the highest of many thresholds on these rows: {CHOSEN_HERE}. Bands hold "
    "about a tenth of the cases each, from the highest scores down.",
    "ranking": "Shares of all cases, from the highest scores down.",
    "summary": "The H-measure averages over the ratio of costs, by the Beta distribution with this "
    f"alpha and beta, and takes the best of many thresholds on these rows: {CHOSEN_HERE}.",
}


@dataclass(frozen=True, slots=True)
class Form:
    """How a number of a measure is named and written in a table.

    label: after the name of the measure; "" for none. share: in percent. cost: as an amount, for
    the cases of the page. whole: all of the name; {place} stands for the measure and its place.
    """

    label: str = ""
    share: bool = False
    cost: bool = False
    whole: str = ""


PLAIN, SHARE = Form(), Form(share=True)
BY_OTHER_FOLDS = {"cross_fitted": Form("cross-fitted")}
RATES = {
    "sensitivity": Form("sensitivity", share=True),
    "specificity": Form("specificity", share=True),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One measure: its names, its field of use, and the function that computes it.

    names: in the JSON and the CSV, each with its name in tables. field_of_use: a key of
    FIELDS_OF_USE. thresholds: those that must be resampled for it, as places in the counts. place:
    of a list, what follows the name of an entry (its fields, its number from 1). forms: of its
    numbers, by name, as far as they are not plain numbers with this name as their label.
    by_positives: tables name the share of positives with it.
    """

    names: Mapping[str, str]
    field_of_use: str
    compute: Callable[[MeasuredModel], Values]
    thresholds: Callable[[MeasuredModel], Indices | int] | None = None
    place: Callable[[Any, int], str] = lambda entry, number: ""
    forms: Mapping[str, Form] = field(default_factory=dict)
    by_positives: bool = False

    def form(self, name: str, key: str) -> Form:
        """The form of a number of the measure with this name."""
        label = "" if key in (name, "value") else key.replace("_", " ")
        return self.forms.get(key, Form(label))


MEASURES = (
    Measure(names={"gini": "Gini (2 AUC - 1)"}, field_of_use="credit", compute=credit.gini),
    Measure(
        names={"ks": "KS, largest tpr - fpr"},
        field_of_use="credit",
        compute=credit.kolmogorov_smirnov,
        thresholds=credit.largest_gap,
        forms=BY_OTHER_FOLDS,
    ),
    Measure(
        names={"youden": "Youden's J"},
        field_of_use="screening",
        compute=credit.youden,
        thresholds=credit.largest_gap,
        forms=RATES | BY_OTHER_FOLDS,
    ),
    Measure(
        names={"closest_to_corner": "closest to the corner"},
        field_of_use="screening",
        compute=credit.closest_to_corner,
        thresholds=credit.nearest_corner,
        forms=RATES,
    ),
    Measure(
        names={"h_measure": "H-measure"},
        field_of_use="summary",
        compute=summary.hand,
        thresholds=lambda measured: measured.hull.index,
        forms=BY_OTHER_FOLDS,
    ),
    Measure(
        names={screening.PARTIAL_AUC: "partial AUC"},
        field_of_use="screening",
        compute=screening.partial_areas,
        place=lambda area, number: f", {screening.area_words(area)}",
        forms={"standardized": Form("McClish")},
    ),
    Measure(
        names={"likelihood_ratios": "likelihood ratio"},
        field_of_use="screening",
        compute=screening.likelihood_ratios,
        forms={"threshold": Form(whole="best threshold at your conditions")},
    ),
    Measure(
        names={
            "ppv": "PPV, share of flags that are right",
            "npv": "NPV, share of the others that are negative",
        },
        field_of_use="screening",
        compute=screening.predictive_values,
        forms={"ppv": SHARE, "npv": SHARE},
        by_positives=True,
    ),
    Measure(
        names={
            "sensitivity_at_specificity": "sensitivity at specificity",
            "specificity_at_sensitivity": "specificity at sensitivity",
        },
        field_of_use="screening",
        compute=screening.fixed_rates,
        place=lambda rates, number: f" {percent(screening.fixed_rate(rates))}",
        forms={"sensitivity": SHARE, "specificity": SHARE},
    ),
    Measure(
        names={"score_bands": "score band"},
        field_of_use="credit",
        compute=credit.score_bands,
        thresholds=credit.band_edges,
        place=lambda band, number: f" {number}",
        forms={
            "bad_rate": Form("share of positives", share=True),
            "captured": Form("positives found", share=True),
        },
    ),
    Measure(
        names={"gains": "top"},
        field_of_use="ranking",
        compute=ranking.gains,
        place=lambda top, number: f" {percent(top['share'])}",
        forms={
            "captured": Form(share=True, whole="positives found in the {place}"),
            "lift": Form(whole="lift in the {place}"),
            "precision": Form(share=True, whole="flags that are right in the {place}"),
        },
    ),
    Measure(
        names={"bounded_brier": "Brier score over your range of costs"},
        field_of_use="summary",
        compute=summary.bounded_brier,
    ),
    Measure(names={"log_loss": "log loss"}, field_of_use="summary", compute=summary.log_loss),
    Measure(
        names={"as_probabilities": "scores taken as probabilities"},
        field_of_use="summary",
        compute=summary.as_probabilities,
        thresholds=summary.probability_rule,
        forms={
            "expected_cost": Form(cost=True),
            "excess_cost": Form("more than at the best threshold", cost=True),
        },
    ),
)
ROW_OF = {name: row for row in MEASURES for name in row.names}


def needed_thresholds(measured: MeasuredModel) -> Indices:
    """Thresholds that the measures need in the replicates, as places in the counts."""
    thresholds = [measured.model.hull.index]
    thresholds += [np.atleast_1d(row.thresholds(measured)) for row in MEASURES if row.thresholds]
    return np.unique(np.concatenate(thresholds))


def measure_values(measured: MeasuredModel) -> Values:
    """All measures of one model, by name."""
    values: Values = {}
    for row in MEASURES:
        values |= row.compute(measured)
    return values
