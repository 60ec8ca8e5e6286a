"""Files about which the user is asked a question first."""

from tests.support.corpus.files import (
    BASE,
    COLUMNS,
    LABEL,
    LONG,
    ROWS,
    A,
    B,
    Case,
    csv,
    json_lines,
    long,
    text,
    xlsx,
)

ASKED = {
    "an empty name": Case(BASE.replace(b"score_b", b""), "choose", "without a name"),
    "no names": Case(text(header=False).encode(), "choose", "column 1"),
    "good and bad": Case(
        csv(label=["good" if v else "bad" for v in LABEL]), "choose", "taken as positive"
    ),
    "labels 1 and 2": Case(csv(label=[v + 1 for v in LABEL]), "choose", "greater of two numbers"),
    "three classes": Case(csv(label=["a", "b", "c"] * 4), "choose", "Which one is positive?"),
    "no label": Case(text({"score_a": A, "score_b": B}).encode(), "choose", "Choose the one"),
    "two labels": Case(
        text({"u": LABEL, "v": LABEL[::-1], "score": A}).encode(),
        "choose",
        "could be the label: u and v",
    ),
    "no score": Case(
        text({"label": LABEL, "city": ["Bern", "Rome", "Oslo"] * 4}).encode(),
        "choose",
        "No column of scores",
    ),
    "scores or features": Case(csv(height=[170.5 + a for a in A]), "choose", "outside 0 to 1"),
    "whole numbers beside scores": Case(csv(visits=[3, 5] * 6), "choose", "not taken as scores"),
    "300 columns": Case(
        csv(**{f"s{i}": A for i in range(300)}),
        "choose",
        "columns that may be scores, more than 200",
    ),
    "two scores in the long layout": Case(
        long(prob=LONG["score"]), "choose", "could hold the models' scores"
    ),
    "labels all missing": Case(csv(label=[""] * 12), "choose", "No column could be recognised"),
    "scores in a structure": Case(
        json_lines({"label": LABEL, "scores": [{"a": a} for a in A]}), "choose", "left out: scores"
    ),
    "a note below the table": Case(
        xlsx([*ROWS, [], ["Source: us"]]), "choose", "1, 0 and Source: us"
    ),
    "a header twice": Case(text().encode() * 2, "choose", "1, 0 and label"),
    "totals without a name": Case(
        text({name: [*v, sum(v)] for name, v in COLUMNS.items()}).encode(), "choose", "1, 0 and 5"
    ),
    "labels as shares": Case(csv(label=[round(a, 2) for a in A]), "choose", "looks like a score"),
}
