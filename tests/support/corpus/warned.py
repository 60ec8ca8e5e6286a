"""Files that are read with a message."""

import pyarrow as pa

from tests.support.corpus.files import (
    BASE,
    COLUMNS,
    LABEL,
    ROWS,
    A,
    B,
    Case,
    N,
    cell,
    csv,
    long,
    parquet,
    parquet_with,
    text,
    xlsx,
)

FORMULA = [list(row) for row in ROWS]
FORMULA[3][2] = "=B4*2"
FLIPPED = [["label", "score_x"], *([1 - y, b] for y, b in zip(LABEL, B))]
GERMAN = [f"{1000 * a + 9000:,.1f}".translate(str.maketrans(",.", ".,")) for a in A]


WARNED = {
    "latin-1": Case(
        csv(remark=["Käse"] * 12).decode().encode("latin-1"), "warning", "latin-1", exact=True
    ),
    "a title above": Case(b"Scores of May\n\n" + BASE, "warning", "table: 1 line.", exact=True),
    "comments above": Case(b"# a\n# b\n" + BASE, "warning", "table: 2 lines", exact=True),
    "a row of totals": Case(BASE + b"Total,6,1.5\n", "warning", "row of totals", exact=True),
    "a name twice": Case(BASE.replace(b"score_b", b"score_a"), "warning", "more than one column"),
    "percent signs": Case(csv(score_a=[f"{100 * a:.1f}%" for a in A]), "warning", "percent"),
    "thousands": Case(
        csv(score_b=[f'"{1000 * b + 9000:,.0f}"' for b in B]), "warning", "1,234 was read as 1234"
    ),
    "a missing label": Case(cell("label", 3, ""), "warning", "1 of 12 cases have no label"),
    "a label of NaN": Case(
        parquet(pa.table(COLUMNS | {"label": [None, *map(float, LABEL[1:])]})),
        "warning",
        "1 of 12 cases have no label",
    ),
    "a missing score": Case(
        cell("score_b", 0, ""), "warning", "Model score_b has no usable score in 1 row (1 missing)"
    ),
    "a score of NaN": Case(cell("score_a", 0, "NaN"), "warning", "11 rows of 12"),
    "an infinite score": Case(cell("score_a", 0, "inf"), "warning", "1 infinite"),
    "a score of -Infinity": Case(cell("score_a", 0, "-Infinity"), "warning", "1 infinite"),
    "an overflow": Case(cell("score_a", 0, "1e999"), "warning", "1 infinite"),
    "scores marked missing in other ways": Case(
        csv(score_a=["NA", "?", "None", "null", *A[4:]]), "warning", "4 missing"
    ),
    "a bad cell among numbers": Case(
        csv(score_a=[*A[:10], 0.4, "oops"], label=LABEL),
        "warning",
        "1 cell that is not a number, “oops” (row 12 of the data)",
    ),
    "a model without scores": Case(csv(score_b=[""] * 12), "warning", "is left out"),
    "a constant score": Case(csv(score_b=[0.5] * 12), "warning", "the same score"),
    "a flipped score": Case(csv(score_b=[-b for b in B]), "warning", "below 0.5"),
    "three classes, one chosen": Case(
        csv(label=["a", "b", "c"] * 4),
        "warning",
        "all others (b and c)",
        {"label": "label", "positive": "a", "scores": ["score_a"]},
    ),
    "labels in several cases": Case(
        csv(label=["Yes" if v else ("no", "No")[i % 2] for i, v in enumerate(LABEL)]),
        "warning",
        "differ only in case",
        exact=True,
    ),
    "weights not chosen": Case(csv(weight=[2] * 12), "warning", "looks like weights", exact=True),
    "zero weights": Case(
        csv(weight=[0, *[1.5] * 11]),
        "warning",
        "whose weight is zero",
        {"label": "label", "positive": "1", "scores": ["score_a"], "weight": "weight"},
    ),
    "folds with gaps": Case(csv(fold=["", *[1] * 11]), "warning", "no folds", exact=True),
    "lists in a column": Case(
        parquet(pa.table(COLUMNS | {"history": [[1, 2]] * 12})),
        "warning",
        "neither numbers nor text",
        exact=True,
    ),
    "two sheets": Case(
        xlsx([["label", "score"], *zip(LABEL, A, strict=True)], [["note", 1]]),
        "warning",
        "“Sheet 1” was read",
    ),
    "long without a case": Case(long(case=None), "warning", "paired by their order", exact=True),
    "long with a lacking row": Case(
        long().replace(b"5,score_b,0,-1.0\n", b""), "warning", "no row for 1 case (5)"
    ),
    "long with a double": Case(
        long() + b"3,score_b,1,0.125\n",
        "warning",
        "1 repeated row of the same case and model (3)",
        exact=True,
    ),
    "three decimals and a bad cell": Case(
        csv(score_a=[f"{a:.3f}" for a in A[:-1]] + ["x"]), "warning", "taken as missing"
    ),
    "points between thousands": Case(
        text(COLUMNS | {"score_a": GERMAN}, delimiter=";").encode(), "warning", "1.234 was read as"
    ),
    "percent by turns": Case(
        csv(score_a=[f"{100 * a:.1f}%" if i % 2 else a for i, a in enumerate(A)]),
        "warning",
        "85% was read as 0.85",
    ),
    "a score in dollars": Case(csv(score_b=[f"${b}" for b in B]), "warning", "such as “$1.5”"),
    "a score in brackets": Case(csv(score_a=[f"[{a}]" for a in A]), "warning", "such as “[0.9]”"),
    "minus as brackets": Case(
        csv(score_b=[f"({-b})" if b < 0 else b for b in B]), "warning", "such as “(0.25)”"
    ),
    "an exponent of Fortran's": Case(
        csv(score_a=[f"{a:.3E}".replace("E", "D") for a in A]),
        "warning",
        "was not taken as a score",
    ),
    "days that are named as a score": Case(
        csv(score_date=[f"2024-01-{i + 1:02d}" for i in range(N)]), "warning", "“2024-01-01”"
    ),
    "minus 999 among probabilities": Case(
        cell("score_a", 0, -999), "warning", "has the score -999 in 1 row"
    ),
    "gaps in many models": Case(
        csv(**{f"score_{i}": [*A[:i], "", *A[i + 1 :]] for i in range(7)}),
        "warning",
        "7 models have no usable score in some rows: score_0 in 1, score_1 in 1,",
    ),
    "a column twice": Case(csv(score_c=B), "warning", "Models score_b and score_c give the same"),
    "a score that is the label": Case(csv(score_c=LABEL), "warning", "score_c is the label itself"),
    "a hidden sheet first": Case(
        xlsx(FLIPPED, ROWS, hidden={0}, active=1), "warning", "“Sheet 2” was read", exact=True
    ),
    "a formula without a value": Case(
        xlsx(FORMULA), "warning", "Formulas without a value in 1 cell"
    ),
    "an error in a cell": Case(
        xlsx([ROWS[0], (1, "#NAME?", 1.5), *ROWS[2:]]), "warning", "“#NAME?” (row 1 of"
    ),
    "a structure beside": Case(
        parquet_with(pred=pa.array([{"a": a} for a in A])), "warning", "left out: pred", exact=True
    ),
}
