"""The answer to a new tab's first question, which the page brings along.

Decision and panels are in the first HTML, drawn from this answer, so that they are seen before any
script runs; the scripts then show the same answer without asking for it.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from costdash.report.boot_data import script_json
from costdash.web import wire
from costdash.web.ids import ids
from costdash.web.page.first_look import first_look
from costdash.web.page.layout import outline
from costdash.web.routes.answer import to_json
from costdash.web.session import digest
from costdash.web.storage.store import DatasetUnavailable
from costdash.web.storage.text_cache import cached_text
from costdash.web.stores.answer import answer_question
from costdash.web.stores.first_question import first_question
from costdash.web.stores.question import Question

SEQ = 0  # of a question that nobody has asked


class Refining(Exception):
    """The slow results of the answer are still computed; its text is the HTML, "" for no answer."""


class FirstAnswer(NamedTuple):
    """The question that was answered, and the outline that shows the answer, followed by it."""

    question: dict[str, Any]
    html: str


def first_answer(dataset: wire.Dataset, query: Mapping[str, str]) -> FirstAnswer | None:
    """None if only the scripts know what the tab asks, or if there is no answer at once.

    query: of the address.
    """
    found = first_question(dataset, query) if dataset.get("token") else None
    if found is None:
        return None
    asked = dict(zip(("conditions", "view"), found))
    with suppress(DatasetUnavailable):
        question = Question.of(dataset, *(store | {"seq": SEQ} for store in found))
        if not question.is_heavy and (html := _html(question, asked)):
            return FirstAnswer(asked, html)
    return None


def _html(question: Question, asked: dict[str, Any]) -> str:
    """Empty if there is no answer. Raises DatasetUnavailable."""
    everything = json.dumps([question.dataset, asked, question.symbol], sort_keys=True)
    key = f"first {digest(everything)}"
    try:
        return cached_text(*question.context, key, lambda: _rendered(question))
    except Refining as rendered:
        return str(rendered)


def _rendered(question: Question) -> str:
    """The HTML of a complete answer. Raises Refining with the HTML of another answer."""
    answer, _ = answer_question(question, wait=False)
    if not isinstance(answer, dict) or "figures" not in answer:
        raise Refining("")
    shown = json.loads(json.dumps(answer, default=to_json, allow_nan=False))
    block = f'<script id="{ids.FIRST_ANSWER}" type="application/json">{script_json(shown)}</script>'
    html = f"{outline(first_look(shown))}{block}"
    if shown["refining"]:
        raise Refining(html)
    return html
