"""The dialog of terms and shortcuts."""

import json
import re

from dash import html

from costdash.static import ASSETS
from costdash.web.page.dialogs import help_dialog
from tests.support.page_texts import found, texts

_, GLOSSARY, SHORTCUTS = (  # keys and their effect; word, term of the field, and sentence
    [[texts(part) for part in row.children] for row in group.children]
    for group in found(help_dialog(), html.Dl)
)
GLOSSARY = [(*names, *[""][: 2 - len(names)], *sentence) for names, sentence in GLOSSARY]


def test_each_entry_is_a_plain_word_its_term_and_one_short_sentence():
    for word, term, sentence in GLOSSARY:
        assert re.fullmatch(r"[A-Z0-9][^.!?]*\.", re.sub(r"\(.*?\)|\d\.\d", "", sentence)), sentence
        assert len(sentence.split()) <= 32
        assert not re.search(r"\b(calls?|called) (none|all|positive)", word + term + sentence)
    assert len({word for word, *_ in GLOSSARY}) == len(GLOSSARY)


def test_the_terms_of_the_field_are_explained():
    said = json.dumps(GLOSSARY).lower()
    for term in ("tpr", "fpr", "fnr", "tnr", "prior", "prevalence", "pc(+)", "nec", "threshold",
                 "operating point", "cross-fitted", "trivial classifiers", "iso-performance",
                 "convex hull", "auc", "precision", "replicates", "operating range",
                 "calibration", "corp", "net benefit", "threshold probability", "partial auc",
                 "mcclish", "lift", "recalibrated"):  # fmt: skip
        assert term in said, term


def test_every_key_that_a_script_reads_is_listed():
    keys = set()
    for script in ASSETS.rglob("*.js"):
        keys |= set(re.findall(r"event\.key === '([^']+)'", script.read_text(encoding="utf-8")))
    listed = {key for several, _ in SHORTCUTS for key in several}
    names = {"ArrowLeft": "←", "ArrowRight": "→", "Escape": "Esc"}
    known = listed | {key.lower() for key in listed}
    of_every_page = {"Tab"}
    assert {names.get(key, key) for key in keys} - known - of_every_page == set()


def test_the_dialog_has_shortcuts_and_terms():
    assert len(SHORTCUTS) > 10
    assert len(GLOSSARY) > 30
    for word, term, sentence in GLOSSARY:
        assert word
        assert sentence
        assert term != word
    assert all(keys and len(effect) == 1 for keys, effect in SHORTCUTS)


def test_help_begins_with_what_a_first_user_needs():
    headings = ["".join(texts(heading)) for heading in found(help_dialog(), html.H3)]
    assert headings == ["Your file", "Where to find it", "Terms", "Shortcuts"]
