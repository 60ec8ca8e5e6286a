"""The report inside an output cell of a notebook."""

from html import escape

from costdash.core import Analysis, OperatingPoint
from costdash.figures import View
from costdash.report.html.page import report_html
from costdash.report.report import Report, Source, axis_unit
from costdash.report.sentences.amounts import DOLLAR

HEIGHT = 900  # pixels; the report scrolls inside


def notebook_html(report: Report) -> str:
    """A frame that holds the whole report: no server, no request, and apart from the notebook."""
    document = escape(report_html(report), quote=True)
    return (
        f'<iframe title="costdash report" srcdoc="{document}" '
        'sandbox="allow-scripts allow-downloads allow-popups" '
        f'style="width:100%;height:{HEIGHT}px;border:0"></iframe>'
    )


def analysis_html(analysis: Analysis) -> str:
    """The report of an analysis at its file's prior and equal costs, without its rows.

    Comparisons, folds and the ranking need the rows: `summarise` has them.

    >>> from costdash.core import Predictions, analyse
    >>> rows = Predictions(is_positive=[0, 0, 1, 1], scores={"rf": [0.1, 0.4, 0.6, 0.9]})
    >>> analysis_html(analyse(rows, n_replicates=100))[:31]
    '<iframe title="costdash report"'
    """
    costs = analysis.costs
    each = (costs.mean_fn, costs.mean_fp) if costs else (1.0, 1.0)
    point = OperatingPoint(analysis.file_prevalence, *each)
    view = View(
        models=tuple(analysis.models),
        level=analysis.level,
        estimated_prior=True,
        unit=axis_unit(point, DOLLAR),
    )
    source = Source(name="Analysis")
    return notebook_html(Report(analysis=analysis, point=point, source=source, view=view))
