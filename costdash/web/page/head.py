"""What the head of the page says of the data set."""

from dash import html

from costdash.wording import count_of, number, percent


def dataset_name(dataset: dict | None) -> list:
    """Name, cases, positives and models in one line, and a way to the notes on the file."""
    if not dataset or not dataset.get("token"):
        return []
    facts = (
        dataset["name"],
        f"{dataset['rows']:,} cases",
        f"{number(dataset['positives'], 9)} positive ({percent(dataset['prevalence'])})",
        count_of(len(dataset["models"]), "model", 6),
    )
    notes = len(dataset.get("messages", []))
    link = html.Button(count_of(notes, "note", 6), className="link", **{"data-tab": "data"})
    return [html.Span(" · ".join(facts)), *([link] if notes else [])]
