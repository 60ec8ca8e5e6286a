"""What the head of the page says of the data set."""

from costdash.report.numbers import count_of, number, percent


def dataset_name(dataset: dict | None) -> str:
    """Name, cases, positives, models, in one line."""
    if not dataset or not dataset.get("token"):
        return ""
    return " · ".join(
        [
            dataset["name"],
            f"{dataset['rows']:,} cases",
            f"{number(dataset['positives'], 9)} positive ({percent(dataset['prevalence'])})",
            count_of(len(dataset["models"]), "model", 6),
        ]
    )
