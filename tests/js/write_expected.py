"""Writes as JSON what Python computes, for the tests of the browser scripts to compare with."""

import json
import sys
from dataclasses import asdict, replace

import numpy as np

from costdash.core import (
    OperatingPoint,
    Predictions,
    ReviewTerms,
    analyse,
    convex_hull,
    count,
    decide_review,
)
from costdash.core.analysis.calls import choice_by
from costdash.core.choose.criteria import ErrorRate, Workforce
from costdash.core.choose.review_zone import zone_envelope
from costdash.core.conditions.distributions import Beta
from costdash.core.conditions.intervals import Imprecise
from costdash.core.conditions.review import Between
from costdash.core.curves.cost import FINE_PCF_GRID
from costdash.core.curves.iso_performance import iso_performance_line
from costdash.core.curves.polyline import clipped_deviates, precision_recall_path
from costdash.core.curves.threshold_table import columns_at, rows
from costdash.core.folds.crossfit import crossfit_models
from costdash.core.probabilities.calibration import miscalibration_cost
from costdash.core.sample.row_costs import RowCosts
from costdash.core.sample.shortest_decimal import threshold_text
from costdash.figures import View, live, make_scene
from costdash.figures.panels.modes.reliability import reliability_figure
from costdash.report.card import NO_MODEL, bars_of, call_rates
from costdash.report.sentences.amounts import (
    CASE,
    DOLLAR,
    LEDGER_WORDS,
    THOUSAND,
    Amounts,
    CaseUnit,
    Currency,
    amount_beside,
    ledger,
    money,
    readable_cases,
)
from costdash.report.sentences.decision import TODAY, decision_sentences
from costdash.report.sentences.phrases import text_of
from costdash.report.sentences.review import looked_at, zone_phrases
from costdash.report.sentences.rules import LONGEST_RULE, call_words, threshold_sentences
from costdash.report.sentences.sensitivity import (
    over_ranges,
    present_values,
    range_amounts,
    range_cost,
    ranges_sentence,
    rule_ranges,
)
from costdash.report.tables.decision import optimal_ranges_table
from costdash.web.callbacks.boot_data import of_page
from costdash.web.callbacks.thresholds import _rates
from costdash.wording import count_of, digits_apart, number, percent, times

PCF = np.linspace(0, 1, 101)
CROSS_FITTED = 5  # from this sample on
PER_CASE = 4  # a sample whose costs differ from case to case


def expected() -> dict:
    rng = np.random.default_rng(20)
    return {
        "numbers": numbers_in_words(rng),
        "shares": typed_shares(rng),
        "amounts": typed_amounts(rng),
        "samples": [sample(rng, k) for k in range(9)],
        "steps": [losses_of_steps(np.random.default_rng(k)) for k in range(6)],
        "boot": of_page(),
        "deviates": deviates(rng),
    }


def deviates(rng) -> list:
    rates = np.concatenate(([0, 1, 0.5], rng.random(200), 10 ** rng.uniform(-6, 0, 200)))
    return np.column_stack((rates, clipped_deviates(rates, rates)[0])).tolist()


def numbers_in_words(rng) -> dict:
    values = [0, 1, 9.995, 99.95, 999.5, 1e15, 4e-8, 1.5e-7, 0.5, 0.99996, 12345.678]
    values += (10 ** rng.uniform(-9, 16, 500)).tolist()
    shares = [0.006, 0.02325, 0.99996, 0.9995, 1, *rng.random(200).tolist()]
    near = [(x, x * (1 + 10 ** rng.uniform(-8, 0))) for x in values[1:]]
    return {
        "number": [[x, digits, number(x, digits)] for x in values for digits in (3, 5)],
        "money": [[x, money(x)] for x in [*values, *(-x for x in values)]],
        "currencies": [
            [form, [[x, money(x, form_of, 6)] for x in values]]
            for form_of in map(Currency.of, ("€", "", "5 €", "1'000 €", "CHF 1 000"))
            for form in [form_of.form]
        ],
        "count": [[x, count_of(x, "case")] for x in values],
        "ratio": [[x, times(x)] for x in values[1:]],
        "digits": [[a, b, digits_apart(a, b)] for a, b in near],
        "percent": [[x, percent(x)] for x in shares],
        "cases": [[x, readable_cases(x)] for x in shares],
    }


def typed_shares(rng) -> list:
    """[text, share] of everything that may be typed; null is no share."""
    typed = [["0.6 %", 0.6 / 100], ["1 in 167", 1 / 167], ["800 of 4,000", 0.2], ["0,5", 0.5]]
    typed += [["1", 0.01], ["6", 0.06], ["99,5", 0.995]]
    wrong = ["", "0", "100", "100 %", "2 in 1", "-0.1", "1e999", "NaN", "1 in 0"]
    wrong += ["a", "1 2 %%", "0x10", "Infinity", "in 5", "1 in", "0.1.2", "5k"]
    typed += [[text, None] for text in wrong]
    for share in (10 ** rng.uniform(-6, -0.001, 200)).tolist():
        percents = float(f"{100 * share:.4g}")
        whole = int(rng.integers(2, 10**7))
        part = int(rng.integers(1, whole))
        typed += [[repr(share), share], [f"  {percents!r}% ", percents / 100]]
        words = rng.choice([" in ", "/", " out of ", " of ", " IN "])
        typed.append([f"{part:,}{words}{whole}", part / whole])
    return typed


def typed_amounts(rng) -> list:
    typed = [["4000", 4000], ["$ 4,000.5", 4000.5], ["0,013", 0.013]]
    typed += [["1_000", 1000], ["1 000", 1000]]
    typed += [[text, None] for text in ("", "0", "-1", "free", "1,00,0", "1e400", "$")]
    for amount in (10 ** rng.uniform(-4, 9, 200)).tolist():
        short = float(f"{amount:.6g}")
        typed += [[repr(amount), amount], [f"${short:,}", short]]
    return typed


def sample(rng, k: int) -> dict:
    """A random sample's live data, and what Python finds at random points and in random ranges."""
    n_positive, n_negative = int(rng.integers(3, 80)), int(rng.integers(3, 300))
    is_positive = np.arange(n_positive + n_negative) < n_positive
    scores = {
        f"m{j}": rng.normal(size=is_positive.size) + shift * is_positive
        for j, shift in enumerate(rng.uniform(0, 2.5, 3))
    }
    scores |= {"coarse": np.round(scores["m0"]), "flat": scores["m0"] * 0}
    scores |= {"hard": (scores["m1"] > 1).astype(float)}
    costs = None
    if k == PER_CASE:
        costs = RowCosts(*np.random.default_rng(k).lognormal(0, 1.5, (2, is_positive.size)))
    predictions = Predictions(is_positive=is_positive, scores=scores, costs=costs)
    analysis = analyse(predictions, n_replicates=100)
    names = tuple(scores) if k % 2 else tuple(scores)[: 1 + k // 2]
    of_zones = np.random.default_rng(100 + k)
    if k >= CROSS_FITTED:
        fits = crossfit_models(predictions, names, n_replicates=20)
        analysis = analysis.with_crossfits(fits)
    return {
        "live": json.loads(json.dumps(live(analysis, View(names)), allow_nan=False)),
        "points": [at_point(analysis, names, random_point(rng)) for _ in range(60)],
        "sentences": [sentences_at(analysis, names, random_point(rng), rng) for _ in range(60)],
        "zones": [] if costs else [zone_at(analysis, names, of_zones) for _ in range(80)],
        "choices": [chosen(analysis, names, rng) for _ in range(0 if costs else 60)],
        "ranges": [within(analysis, names, rng) for _ in range(40)],
        "envelopes": [] if costs else [envelope(is_positive, scores[name]) for name in names],
    }


def zone_at(analysis, names, rng) -> dict:
    """A review zone in Python, beside what the scripts move it with.

    The scripts know the zone of another price; several models have one more allowance in Python.
    """
    point, name = random_point(rng), str(rng.choice(names))
    reviewer = (1.0, 1.0) if rng.random() < 0.5 else tuple(rng.uniform(0.8, 1, 2).tolist())
    limit = ReviewTerms(0, *reviewer).limit_price(point)
    between = given_thresholds(analysis.models[name], rng) if rng.random() < 0.3 else None
    terms = ReviewTerms(limit * float(rng.uniform(0.05, 1.1)), *reviewer, between=between)
    review = decide_review(analysis, point, terms, [name], 0)
    fits = analysis.crossfits
    curve = None if fits is None else fits.of([name]).curve
    moved = {
        "owner": analysis.place[name],
        "price": terms.price,
        "sensitivity": terms.sensitivity,
        "specificity": terms.specificity,
        "choosing": None,
        "between": between
        and {"low": between.low, "high": between.high if np.isfinite(between.high) else None},
        "tuned": curve
        and {
            "tie": curve.tie.tolist(),
            "fpr": curve.fpr.tolist(),
            "tpr": curve.tpr.tolist(),
        },
    }
    pcf = rng.uniform(0.01, 0.99, 5)
    moved["envelope"] = [
        pcf.tolist(),
        zone_envelope(analysis.models[name].hull, pcf, point, terms).tolist(),
    ]
    zone = review.zone
    if zone.is_empty or zone.low.text == zone.high.text:
        return {"point": as_json(point), "review": moved, "zone": None}
    call = replace(review, without_review=replace(review.without_review, expected_cost=1e300)).call
    amounts = Amounts.at(point)
    book = ledger(replace(call, allowance=None), point)
    return {
        "point": as_json(point),
        "review": moved,
        "zone": {
            "rows_cost": zone.rows_cost,
            "expected_cost": zone.expected_cost,
            "rates": [zone.rates.fpr, zone.rates.tpr, zone.rates.reviewed(point.prior)],
            "rule": text_of(zone_phrases(zone)),
            "outcome": text_of(looked_at(zone, point, amounts)),
            "ledger": {
                "reviewed-count": book.reviewed.count,
                "reviewed-amount": book.reviewed.amount,
                "missed-count": book.missed.count,
                "alone-count": book.left_alone.count,
                "total": book.total,
            },
        },
    }


def given_thresholds(model, rng) -> Between:
    """Two thresholds as the page sends them."""
    places = np.sort(rng.integers(0, model.path.size, 2))
    if places[1] == 0:
        places[1] = 1
    high, low = (threshold_text(model.counts.threshold, int(model.path[k])) for k in places)
    return Between(model.name, float(low), float(high) if high else np.inf)


def losses_of_steps(rng) -> dict:
    """What the figure says of a model's reliability steps, and the costs of some of them."""
    p = rng.beta(0.3, 2, 300)
    is_positive = rng.random(p.size) < p
    is_positive[:2] = True, False
    scores = {"m": np.round(p ** rng.uniform(0.3, 3), 2)}
    analysis = analyse(Predictions(is_positive=is_positive, scores=scores), n_replicates=100)
    view = View(("m",), modes=frozenset({"reliability"}))
    scene = make_scene(analysis, random_point(rng), view)
    steps = reliability_figure(scene).layout.meta["steps"][0]
    counts, last = analysis.models["m"].counts, len(steps["first"]) - 1
    losses = []
    for first, end in [*np.sort(rng.integers(0, last + 1, (5, 2))).tolist(), [0, last]]:
        ends = miscalibration_cost(
            counts, convex_hull(counts), first, end, FINE_PCF_GRID, analysis.file_prevalence
        )
        losses.append([first, end, *(one.tolist() for one in ends)])
    return {"model": steps, "losses": losses}


def random_point(rng) -> OperatingPoint:
    costs = (10 ** rng.uniform(-2, 3, 2)).round(3).tolist()
    return OperatingPoint(float(10 ** rng.uniform(-4, -0.001)), *costs)


def as_json(point: OperatingPoint) -> dict:
    return {"prior": point.prior, "cost_fn": point.cost_fn, "cost_fp": point.cost_fp}


def at_point(analysis, names, point) -> dict:
    decision = analysis.decide(point, names, level=0)
    best = decision.best
    line = iso_performance_line(best.fpr, best.tpr, point.slope)
    path = precision_recall_path(*np.array(line, float), point.prior)
    return {
        "point": as_json(point),
        "pcf": point.pcf,
        "slope": point.slope,
        "call": best.call,
        "owner": -1 if best.model is None else list(analysis.models).index(best.model),
        "text": best.text,
        "rates": [best.fpr, best.tpr],
        "precision": None if np.isnan(best.precision) else best.precision,
        "nec": best.nec,
        "cost": best.expected_cost,
        "saving": decision.saving,
        "iso": np.array(line, float).tolist(),
        "image": np.array(path, float).tolist(),
    }


def _live(against):
    """What scripts can say of savings: not which model looks cheaper, nor that today is chosen."""
    ends = [i for i, one in enumerate(against) if one.role == "rival" or one.text == f" {TODAY}"]
    kept = against[: ends[0]] if ends else against
    return kept[:-1] if kept and kept[-1].text == " " else kept


def sentences_at(analysis, names, point, rng) -> dict:
    """The sentences and the ledger of the decision, against a rule of today."""
    errors = rng.random() < 0.2
    point = OperatingPoint(point.prior) if errors else point
    unit = [None, CASE, THOUSAND, CaseUnit.per_period(37), CaseUnit.per_period(40_000)][
        int(rng.integers(5))
    ]
    currency = Currency(case_unit=unit)
    name = names[int(rng.integers(len(names)))]
    thresholds = analysis.models[name].counts.threshold.size
    today = analysis.call_at(point, name, int(rng.integers(thresholds)), 0)
    decision = analysis.decide(point, names, level=0)
    sentences = decision_sentences(decision, analysis, names, today, currency)
    book = ledger(decision.best, point, currency=currency)
    glyphs = zip(("found", "missed", "alarm", "alone"), book.entries)
    cells = {
        f"{glyph}-{part}": getattr(entry, part)
        for glyph, entry in glyphs
        for part in ("count", "price", "amount")
    }
    allowance = decision.best.allowance
    words = {kind: LEDGER_WORDS[kind] for kind in ("tuning", "choosing")}
    words["choosing"] = words["choosing"].format(allowance.models if allowance else 1)
    cells |= {f"{kind}-word": word for kind, word in words.items()}
    cells |= {"tuning-amount": "", "choosing-amount": ""}
    cells |= {f"{entry.kind}-amount": entry.amount for entry in book.allowances}
    same = (today.call, today.model, today.index) == (
        decision.best.call,
        decision.best.model,
        decision.best.index,
    ) or today.call == decision.best.call != "some"
    words, trivial = call_words(today, longest=LONGEST_RULE), decision.trivial
    calls = [("This rule", decision.best), *([] if same else [(f"Today, {words}", today)])]
    calls.append((f"{NO_MODEL}, flag {trivial.call}", trivial))
    return {
        "point": as_json(point),
        "case_unit": unit
        and {"cases": unit.cases, **({"period": unit.period} if unit.period else {})},
        "today": {**call_rates(today, point.prior), "rule": words, "same": same},
        "bars": [asdict(bar) for bar in bars_of(calls, point, Amounts.at(point, currency))],
        "rule": text_of(sentences.rule),
        "outcome": text_of(sentences.outcome),
        "against": text_of(_live(sentences.against)),
        "threshold": threshold_at(analysis.models[name], today.index, point, currency),
        "beside": besides(decision.best, today, point, currency),
        "ledger": cells | {"total": book.total, "label": book.label},
    }


def besides(own, other, point, currency) -> dict:
    """Two costs, and the second as it is printed beside the first."""
    amounts = Amounts.at(point, currency)
    costs = [amounts.cases * call.expected_cost for call in (own, other)]
    return {"costs": costs, "text": amount_beside(costs[1], costs[0], amounts)}


def threshold_at(model, index, point, currency) -> dict:
    """What a threshold does and costs, beside the best."""
    best = int(model.hull.index[model.hull.cheapest(point.pcf)])
    row, least = (rows(columns_at(model.counts, point, [k], model.cases))[0] for k in (index, best))
    amounts = Amounts.at(point, currency)
    sentences = threshold_sentences("0.5", row, point, amounts, least["expected_cost"])
    return {**_rates(model, index), "least": least["expected_cost"], "sentences": sentences}


def chosen(analysis, names, rng) -> dict:
    point = random_point(rng)
    if rng.random() < 0.5:
        criterion = Workforce(float(rng.choice([0, 0.06, 0.5, 1, rng.random()])), point.prior)
        kind, limit = "capacity", criterion.capacity
    else:
        criterion, kind, limit = ErrorRate(point), "error", None
    choice = choice_by(criterion, analysis, names)
    rates = [choice.fpr, choice.tpr]
    return {"point": as_json(point), "kind": kind, "limit": limit, "rates": rates}


def within(analysis, names, rng) -> dict:
    prior = np.sort(10 ** rng.uniform(-3, -0.01, 2)).tolist()
    costs = [np.sort(10 ** rng.uniform(-2, 3, 2)).round(3).tolist() for _ in range(2)]
    known = [tuple(prior), *map(tuple, costs)]
    known = [(ends[0],) * 2 if rng.random() < 0.3 else ends for ends in known]
    ranges = Imprecise(*known)
    found = rule_ranges(analysis, ranges, names)
    typed = OperatingPoint(*(float(rng.uniform(*ends)) for ends in known))
    kind = rng.random()
    beta = Beta(1 + round(9 * kind, 2), 3.5)
    weighting = typed if kind < 0.4 else beta if kind < 0.6 else None
    point = ranges.mean_point(weighting)
    sent = {"a": beta.a, "b": beta.b} if weighting is beta else weighting is typed
    return {
        "ranges": {"prior": ranges.prior, "cost_fn": ranges.cost_fn, "cost_fp": ranges.cost_fp},
        "texts": range_texts(analysis, names, ranges, found, point, weighting),
        "typed": as_json(typed) | {"weighting": sent},
        "mean": as_json(point),
        "rows": [list(row) for row in optimal_ranges_table(found).rows],
    }


def range_texts(analysis, names, ranges, optimal_ranges, point, weighting) -> dict:
    """What the decision card says of the ranges."""
    best = analysis.decide(point, names).best
    mode = weighting if isinstance(weighting, OperatingPoint) else None
    found = over_ranges(analysis, best, ranges, names, optimal_ranges, mode)
    amounts = range_amounts(point, ranges, DOLLAR)
    return {
        "ranges": ranges_sentence(found, best, amounts, by_criterion=False),
        "present-values": present_values(weighting),
        "range-cost": range_cost(found.cost, amounts),
    }


def envelope(is_positive, score) -> list:
    """The lower envelope of the cost lines on a grid of PC(+)."""
    return convex_hull(count(is_positive, score)).cost(PCF).tolist()


if __name__ == "__main__":
    sys.stdout.write(json.dumps(expected(), allow_nan=False))
