"""How the numbers of a report were made, and from what."""

from costdash import __version__
from costdash.core.resample.bands import SCHEME
from costdash.core.resample.cluster_bootstrap import SCHEME as CLUSTERED
from costdash.report.html.elements import section
from costdash.report.html.html import Html, element
from costdash.report.report import Report
from costdash.report.sentences.sample import cross_fitted, rows_words
from costdash.wording import percent

SAME_ROWS = (
    "Models and thresholds were chosen on the rows that they are judged on, which makes them look "
    "better than they will be on new cases (Fawcett 2004, section 7.4.5)."
)


def method(report: Report) -> Html:
    analysis, source = report.analysis, report.source
    drawn = analysis.totals[0]
    left_out = (source.rows_read or drawn) - drawn
    rows = rows_words(analysis) + (f", {left_out:,} left out" if left_out else "")
    label = f"{source.label}, positive where it is {source.positive}" if source.label else ""
    scheme = f"{CLUSTERED}, {analysis.clusters:,} of them" if analysis.clusters else SCHEME
    fit, level = report.view.other_rows, report.view.level
    facts = {
        "File": source.name,
        "SHA-256": source.fingerprint,
        "Rows": rows,
        "Label": label,
        "Bands": f"{scheme}, {percent(level)}" if level else "off",
        "Replicates": f"{analysis.n_replicates:,}, seed {analysis.seed}",
        "Thresholds": cross_fitted(fit, level) if fit else analysis.chosen,
        "Version": f"costdash {__version__}",
    }
    terms = [
        term
        for name, fact in facts.items()
        if fact
        for term in (element("dt", name), element("dd", fact))
    ]
    notes = [element("p", message, class_="soft") for message in source.messages]
    other_rows = fit or analysis.parts
    notes += [] if other_rows else [element("p", SAME_ROWS, class_="soft")]
    return section("Method", element("dl", *terms), *notes)
