"""The least of several costs that are straight lines between their ties along PC(+)."""

import numpy as np
from numpy.typing import NDArray

from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.types import Floats

INSIDE = 1e-9  # share of a piece between its end and the place where the cheapest line is read
NARROWEST = 1e-13  # width in PC(+) of a piece that is not split any more
EQUAL = 1e-13  # costs this close count as equal, so that rounding does not choose


def least_cost(edge: Floats, fpr: Floats, tpr: Floats) -> tuple[Floats, NDArray[np.intp]]:
    """Edges (n + 1,) of pieces of PC(+), and the cheapest of M rules in each piece, (n,).

    edge (s + 1,): rising from 0 to 1; fpr, tpr (M, s): rates of the rules between the edges. A
    piece is split where another rule becomes cheapest. Of rules that cost the same, the first.
    """
    low, high = edge[:-1], edge[1:]
    piece, splits, origins = np.arange(low.size), [], []
    while piece.size:  # only pieces that the last round split can still be split
        rates, width = (fpr[:, piece], tpr[:, piece]), high - low
        first = _cheapest(*rates, low + INSIDE * width)
        last = _cheapest(*rates, high - INSIDE * width)
        split = np.flatnonzero((first != last) & (width > NARROWEST))
        low, high, width, piece = low[split], high[split], width[split], piece[split]
        at = _crossing(fpr, tpr, piece, first[split], last[split])
        inside = (at > low + INSIDE * width) & (at < high - INSIDE * width)
        low, high, piece, at = low[inside], high[inside], piece[inside], at[inside]
        splits.append(at)
        origins.append(piece)
        low, high = np.concatenate((low, at)), np.concatenate((at, high))
        piece = np.concatenate((piece, piece))
    origin = np.concatenate((np.arange(edge.size - 1), *origins))
    starts = np.concatenate((edge[:-1], *splits))
    order = np.lexsort((starts, origin))
    edges = np.append(starts[order], edge[-1])
    piece, middle = origin[order], (edges[1:] + edges[:-1]) / 2
    return edges, _cheapest(fpr[:, piece], tpr[:, piece], middle)


def first_least(nec: Floats) -> NDArray[np.intp]:
    """The first model of the least nec (M, ...), up to rounding."""
    return (nec <= nec.min(axis=0) + EQUAL).argmax(axis=0)


def _cheapest(fpr: Floats, tpr: Floats, pcf: Floats) -> NDArray[np.intp]:
    """The cheapest rule (n,) at pcf (n,); fpr, tpr (M, n)."""
    return first_least(normalized_expected_cost(fpr, tpr, pcf))


def _crossing(
    fpr: Floats,
    tpr: Floats,
    piece: NDArray[np.intp],
    first: NDArray[np.intp],
    last: NDArray[np.intp],
) -> Floats:
    """PC(+) (n,) where the costs of two rules with the rates of these pieces are equal."""
    fpr_gap = fpr[first, piece] - fpr[last, piece]
    tpr_gap = tpr[first, piece] - tpr[last, piece]
    with np.errstate(divide="ignore", invalid="ignore"):
        return fpr_gap / (fpr_gap + tpr_gap)
