"""Slow, obvious oracles for the numbers of the core: loops over pairs, rows and thresholds."""

from fractions import Fraction
from itertools import combinations
from math import inf
from statistics import NormalDist

import numpy as np
from scipy.stats import multivariate_normal


def counted(is_positive, score, weight=None):
    """(threshold, tp, fp) of every rule score >= threshold, counted row by row."""
    weight = [1] * len(score) if weight is None else list(weight)
    rules = [inf, *sorted({float(s) for s in score}, reverse=True)]
    return [(t, *called(is_positive, score, weight, t)) for t in rules]


def called(is_positive, score, weight, threshold):
    """Weight of the positives and of the negatives with score >= threshold."""
    tp = sum(w for p, s, w in zip(is_positive, score, weight) if p and s >= threshold)
    fp = sum(w for p, s, w in zip(is_positive, score, weight) if not p and s >= threshold)
    return tp, fp


def expected_costs(counts, pcf):
    """Normalized expected cost of every threshold at every pcf, (m, k + 1)."""
    fpr, fnr = np.asarray(counts.fpr), 1 - np.asarray(counts.tpr)
    return np.array([[f * (1 - x) + m * x for f, m in zip(fpr, fnr)] for x in np.atleast_1d(pcf)])


def hull_points(points):
    """Vertices of the upper hull of integer points (x, y): those on or below no chord of others."""
    distinct = sorted(set(points))

    def is_below_a_chord(p):
        for a, b in combinations([q for q in distinct if q != p], 2):
            vertical = a[0] == p[0] == b[0] and a[1] < p[1] < b[1]
            if vertical or a[0] < p[0] <= b[0]:
                above = (p[1] - a[1]) * (b[0] - a[0]) - (p[0] - a[0]) * (b[1] - a[1])
                if above <= 0:
                    return True
        return False

    return [p for p in distinct if not is_below_a_chord(p)]


def pool_adjacent_violators(positives, negatives):
    """(fp, tp) at the ends of blocks whose share of positives falls."""
    blocks = []
    for p, n in zip(positives, negatives):
        blocks.append((int(p), int(n)))
        while len(blocks) > 1 and _share(blocks[-2]) <= _share(blocks[-1]):
            (p1, n1), (p2, n2) = blocks.pop(), blocks.pop()
            blocks.append((p1 + p2, n1 + n2))
    tp = fp = 0
    ends = [(0, 0)]
    for p, n in blocks:
        tp, fp = tp + p, fp + n
        ends.append((fp, tp))
    return ends


def _share(block):
    return Fraction(block[0], sum(block))


def mann_whitney(is_positive, score, weight=None):
    """Weighted share of correctly ordered (positive, negative) pairs; ties count one half."""
    weight = np.ones(len(score)) if weight is None else np.asarray(weight)
    p, s = np.asarray(is_positive, bool), np.asarray(score)
    right = _wins(s[p], s[~p])
    pairs = weight[p][:, None] * weight[~p][None, :]
    return float((right * pairs).sum() / pairs.sum())


def _wins(above, below):
    return (above[:, None] > below) + 0.5 * (above[:, None] == below)


def delong_variance(is_positive, score, weight=None):
    """DeLong's variance of the AUC, from each row's share of correctly ordered pairs."""
    weight = np.ones(len(score)) if weight is None else np.asarray(weight)
    p, s = np.asarray(is_positive, bool), np.asarray(score)
    right, wp, wn = _wins(s[p], s[~p]), weight[p], weight[~p]
    area = mann_whitney(is_positive, score, weight)
    total = 0.0
    for won, w in ((right @ wn / wn.sum(), wp), (right.T @ wp / wp.sum(), wn)):
        units = w.sum() ** 2 / (w**2).sum()
        total += ((w * (won - area)) ** 2).sum() / w.sum() ** 2 * units / (units - 1)
    return float(total)


def obuchowski_variance(is_positive, scores, cluster):
    """Obuchowski's (1997) variance of the AUC, or of the first model's AUC minus the second's.

    Loops over clusters and rows; her S10 / m + S01 / n + 2 S11 / (m n).
    """
    p, cluster = np.asarray(is_positive, bool), np.asarray(cluster)
    right = 0
    for sign, s in zip((1, -1), scores):
        right = right + sign * _wins(np.asarray(s)[p], np.asarray(s)[~p])
    m, n, area = p.sum(), (~p).sum(), right.mean()
    v10, v01 = right.mean(axis=1), right.mean(axis=0)
    labels = sorted(set(cluster.tolist()))
    a = [sum(v - area for v, c in zip(v10, cluster[p]) if c == label) for label in labels]
    b = [sum(v - area for v, c in zip(v01, cluster[~p]) if c == label) for label in labels]
    i10, i01, i = len(set(cluster[p].tolist())), len(set(cluster[~p].tolist())), len(labels)
    s10 = i10 / ((i10 - 1) * m) * sum(x * x for x in a)
    s01 = i01 / ((i01 - 1) * n) * sum(x * x for x in b)
    s11 = i / (i - 1) * sum(x * y for x, y in zip(a, b))
    return float(s10 / m + s01 / n + 2 * s11 / (m * n))


def interpolated_pr_area(fpr, tpr, prior, steps=4000):
    """Area under Davis & Goadrich's PR curve, by many small steps of recall between thresholds."""
    area = 0.0
    for f0, t0, f1, t1 in zip(fpr, tpr, fpr[1:], tpr[1:]):
        if t1 > t0:
            middle = (np.arange(steps) + 0.5) / steps
            t, f = t0 + middle * (t1 - t0), f0 + middle * (f1 - f0)
            area += (t1 - t0) * np.mean(prior * t / (prior * t + (1 - prior) * f))
    return area


def best_single(fpr, tpr, used, limit):
    """(fpr, tpr) of the threshold within the limit with the highest tpr, then the lowest fpr."""
    allowed = [(t, -f) for f, t, u in zip(fpr, tpr, used) if u <= limit + 1e-12]
    t, f = max(allowed)
    return -f, t


def fewest_false_alarms(fpr, tpr, floor):
    """(fpr, tpr) of the best threshold with tpr >= floor, and the least fpr of any mixture."""
    allowed = [(f, -t) for f, t in zip(fpr, tpr) if t >= floor - 1e-12]
    single = min(allowed)
    least = single[0]
    for i, j in combinations(range(len(fpr)), 2):
        low, high = sorted((i, j), key=lambda k: tpr[k])
        if tpr[low] < floor <= tpr[high]:
            share = (floor - tpr[low]) / (tpr[high] - tpr[low])
            least = min(least, fpr[low] + share * (fpr[high] - fpr[low]))
    return (single[0], -single[1]), least


def best_mixture(fpr, tpr, used, limit):
    """Highest tpr of any mixture of two thresholds that keeps the limit in expectation."""
    best = max(t for t, u in zip(tpr, used) if u <= limit + 1e-12)
    for i, j in combinations(range(len(fpr)), 2):
        low, high = sorted((i, j), key=lambda k: used[k])
        if used[low] <= limit < used[high]:
            share = (limit - used[low]) / (used[high] - used[low])
            best = max(best, tpr[low] + share * (tpr[high] - tpr[low]))
    return best


def fewest_digits(below, threshold):
    """Fewest significant digits of a decimal whose nearest double lies in (below, threshold]."""
    exponent = int(f"{threshold:.16e}".split("e")[1])
    for digits in range(1, 18):
        unit = Fraction(10) ** (exponent - digits + 1)
        under = int(Fraction(threshold) // unit)
        near = (as_double(k * unit) for k in range(under - 1, under + 3))
        if any(below < double <= threshold for double in near):
            return digits
    raise AssertionError((below, threshold))


def as_double(x):
    """The double nearest to a Fraction; infinite beyond the largest double."""
    try:
        return float(x)
    except OverflowError:
        return inf if x > 0 else -inf


def furthest_from_polyline(x, y, line_x, line_y):
    """Largest Euclidean distance of the points (x, y) from a polyline, segment by segment."""
    nearest = np.full(len(x), inf)
    for ax, ay, bx, by in zip(line_x, line_y, line_x[1:], line_y[1:]):
        dx, dy = bx - ax, by - ay
        length = (dx * dx + dy * dy) or 1.0
        along = np.clip(((x - ax) * dx + (y - ay) * dy) / length, 0, 1)
        nearest = np.minimum(nearest, np.hypot(x - ax - along * dx, y - ay - along * dy))
    return float(nearest.max())


def resampled_rows(is_positive, score, weight, thresholds, n_replicates, rng):
    """fpr and tpr, (b, k) each, of class-stratified bootstrap samples of rows."""
    rows = [np.flatnonzero(~is_positive), np.flatnonzero(is_positive)]
    rates = np.empty((2, n_replicates, len(thresholds)))
    for b in range(n_replicates):
        for which, members in enumerate(rows):
            drawn = rng.choice(members, size=members.size)
            for k, threshold in enumerate(thresholds):
                hit = score[drawn] >= threshold
                rates[which, b, k] = weight[drawn][hit].sum() / weight[drawn].sum()
    return rates[0], rates[1]


def paid_by_rows(is_positive, score, weight, threshold, point):
    """Expected cost per case of one threshold, row by row."""
    weight = np.ones(len(score)) if weight is None else weight
    rows = list(zip(is_positive, score, weight))
    missed = sum(w for positive, s, w in rows if positive and s < threshold)
    alarms = sum(w for positive, s, w in rows if not positive and s >= threshold)
    positives = sum(w for positive, _, w in rows if positive)
    negatives = sum(w for positive, _, w in rows if not positive)
    cost = point.prior * point.cost_fn * missed / positives
    return cost + (1 - point.prior) * point.cost_fp * alarms / negatives


def flat_run(cost, tolerance):
    """Ends of the run round the first least cost, step by step."""
    first = last = cost.index(min(cost))
    limit = (1 + tolerance) * min(cost)
    while first > 0 and cost[first - 1] <= limit:
        first -= 1
    while last < len(cost) - 1 and cost[last + 1] <= limit:
        last += 1
    return first, last


def shrinking_shares(measured, variance):
    """Values of B, and how likely each is, for one measured difference."""
    share = (np.arange(1000) + 0.5) / 1000
    total = variance / share
    fit = -(measured**2) / total / 2 - np.log(total) / 2
    likely = np.exp(fit - fit.max())
    return share, likely / likely.sum()


def posterior_costs(cost, covariance, trivial, draws, rng):
    """True costs (draws, m), one at a time: differences to the first model, then its own cost.

    Before they are measured, differences have variances that errors exceed by any share alike.
    """
    m, found = cost.size, np.empty((draws, cost.size))
    apart = np.eye(m)[1:] - np.eye(m)[0]
    share = (np.arange(100) + 0.5) / 100
    error = np.trace((np.eye(m) - 1 / m) @ covariance) / max(m - 1, 1)
    seen, noise = apart @ cost, apart @ covariance @ apart.T
    likely, posteriors = [], []
    for variance in error * (1 / share - 1) if m > 1 else ():
        prior = variance * apart @ apart.T
        gain = prior @ np.linalg.inv(prior + noise)
        likely.append(multivariate_normal.pdf(seen, cov=prior + noise))
        root = np.linalg.cholesky(prior - gain @ prior + 1e-12 * noise)
        posteriors.append((gain @ seen, root))
    precision = np.linalg.inv(covariance)
    weights = precision.sum(axis=0) / precision.sum()
    for row in found:
        true = np.zeros(m)
        if m > 1:
            mean, root = posteriors[rng.choice(100, p=np.array(likely) / sum(likely))]
            true[1:] = mean + root @ rng.normal(size=m - 1)
        level = true + weights @ (cost - true)  # the costs, given the differences
        above = level[cost.argmin()] - trivial
        values, chances = shrinking_shares(above, 1 / precision.sum())
        kept = 1 - rng.choice(values, p=chances)
        row[:] = level - above + kept * above + (kept / precision.sum()) ** 0.5 * rng.normal()
    return found


def cost_limits(cost, variance, level, added=0.0):
    """The costs c at which (c - cost)^2 = q^2 (variance c / cost + added), low and high."""
    square = NormalDist().inv_cdf((1 + level) / 2) ** 2
    roots = np.roots([1, -2 * cost - square * variance / cost, cost**2 - square * added])
    return tuple(sorted(roots.real))
