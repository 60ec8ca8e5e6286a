"""Results of tools that evaluate language models: label and scores by case, and odd files."""

import contextlib
import io
import json
import math
import struct
import warnings
import zipfile
import zlib

import numpy as np
import pyarrow as pa
import pytest

from costdash.intake import IntakeError, read_predictions
from costdash.intake.errors import IntakeWarning
from costdash.intake.formats.read import detect_format, read_open
from costdash.intake.limits import Limits

LIMITS = Limits()


def columns(content):
    read = read_open(io.BytesIO(content), LIMITS)
    return read.columns.table.to_pydict(), list(read.notes)


@contextlib.contextmanager
def quiet():
    """Without the notes on guesses."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntakeWarning)
        yield


def cases(n=40, seed=1):
    """(true class, score) of cases."""
    rng = np.random.default_rng(seed)
    label = rng.random(n) < 0.4
    return list(zip(label.tolist(), (1 / (1 + np.exp(-rng.normal(2 * label, 1)))).tolist()))


def inspect_sample(place, label, score, **more):
    """A sample as Inspect's summaries write it."""
    scores = {
        "match": {"value": "C" if label else "I", "answer": "yes"},
        "judge": {"value": score, "explanation": "because"},
    }
    return {
        "id": f"case {place}",
        "epoch": 1,
        "input": "Is this an attack? " * 20,
        "target": ["attack" if label else "harmless"],
        "metadata": {"topic": "bank", "turns": 3, "nested": {"deep": 1.5}, "list": [1]},
        "scores": scores | more,
        "uuid": f"u{place}",
    }


def inspect_json(samples):
    spec = {"run_id": "r", "task": "guard", "model": "mock/model", "config": {"epochs": 1}}
    log = {"version": 2, "status": "success", "eval": spec, "plan": {}, "samples": samples}
    return json.dumps(log, indent=2).encode()


def inspect_archive(samples, how="summaries"):
    """The archive of a finished run, of one that goes on, and one with whole samples only."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("_journal/start.json", json.dumps({"version": 2, "eval": {}}))
        for sample in samples:
            packed.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))
        for i, part in enumerate((samples[:7], samples[7:]), 1):
            if how != "samples":
                packed.writestr(f"_journal/summaries/{i}.json", json.dumps(part))
        if how == "summaries":
            packed.writestr("summaries.json", json.dumps(samples))
            packed.writestr("header.json", json.dumps({"version": 2, "status": "success"}))
    return out.getvalue()


def with_zstd(archive):
    """The archive compressed as current versions of Inspect do, which zipfile cannot write."""
    out = io.BytesIO()
    places = []
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, pa.compress(content, "zstd", asbytes=True))
            places.append((new.getinfo(name).header_offset, zlib.crc32(content), len(content)))
        directory = new.fp.tell()
    packed = bytearray(out.getvalue())
    for place, crc, size in places:
        struct.pack_into("<H", packed, place + 8, 93)
        struct.pack_into("<I", packed, place + 14, crc)
        struct.pack_into("<I", packed, place + 22, size)
        struct.pack_into("<H", packed, directory + 10, 93)
        struct.pack_into("<I", packed, directory + 16, crc)
        struct.pack_into("<I", packed, directory + 24, size)
        directory += 46 + struct.unpack_from("<H", packed, directory + 28)[0]
    return bytes(packed)


@pytest.mark.parametrize("how", ["json", "summaries", "journal", "samples", "zstd"])
def test_logs_of_inspect_have_a_column_for_each_scorer(how):
    given = cases()
    samples = [inspect_sample(i, *case) for i, case in enumerate(given)]
    samples[3]["scores"]["match"]["value"] = "P"
    samples[4]["scores"]["judge"]["value"] = {"tone": 0.25, "harm": 0.75}
    del samples[5]["scores"]
    content = inspect_json(samples)
    if how != "json":
        content = inspect_archive(samples, "summaries" if how == "zstd" else how)
    content = with_zstd(content) if how == "zstd" else content
    assert detect_format(content[:4096]).name == "Inspect log"
    found, notes = columns(content)
    places = [found["id"].index(f"case {i}") for i in range(len(given))]
    assert sorted(places) == list(range(len(given)))
    match, judge = ([found[name][i] for i in places] for name in ("match", "judge"))
    assert match[3] == 0.5
    for i, (label, score) in enumerate(given):
        if i not in (3, 4, 5):
            assert (match[i], judge[i]) == (label, score)
    assert (judge[4], match[5], judge[5]) == (None, None, None)
    assert found["judge.harm"][places[4]] == 0.75
    assert found["target"][places[0]] == ("attack" if given[0][0] else "harmless")
    assert found["nested.deep"] == [1.5] * len(given)
    assert "input" not in found
    assert "list" not in found
    assert any("C (correct) 1" in note for note in notes)


def test_a_log_of_inspect_is_read_as_predictions(tmp_path):
    given = cases()
    path = tmp_path / "run.eval"
    path.write_bytes(inspect_archive([inspect_sample(i, *case) for i, case in enumerate(given)]))
    with quiet():
        rows = read_predictions(path, label="target", positive="attack", scores="judge")
    assert rows.is_positive.tolist() == [label for label, _ in given]
    assert rows.scores["judge"].tolist() == [score for _, score in given]


def test_an_archive_of_inspect_that_unpacks_to_too_much_is_refused():
    content = inspect_archive([inspect_sample(i, *case) for i, case in enumerate(cases())])
    with pytest.raises(IntakeError, match="unpacks to more than"):
        read_open(io.BytesIO(content), Limits(inflated_bytes=2000))


def promptfoo_result(place, label, score, provider, prompt=0):
    """A result as Promptfoo's evaluator writes it."""
    return {
        "promptIdx": prompt,
        "testIdx": place,
        "testCase": {"vars": {}, "assert": [{"type": "llm-rubric"}], "metadata": {"plugin": "pii"}},
        "provider": {"id": provider, "label": ""},
        "prompt": {"raw": "Answer {{q}}", "label": "Answer"},
        "vars": {"q": "text", "label": int(label), "docs": ["a", "b"]},
        "response": {"output": "yes"},
        "success": score > 0.5,
        "score": score,
        "namedScores": {"tone": score / 2},
        "failureReason": 0,
        "gradingResult": {"pass": score > 0.5, "score": score},
    }


def promptfoo_json(results, version=3):
    summary = {"version": 3, "timestamp": "2026-01-01", "prompts": [], "results": results}
    document = {"evalId": "eval-1", "results": summary, "config": {}, "shareableUrl": None}
    old = {"version": 2, "timestamp": "2026-01-01", "results": results, "stats": {}}
    return json.dumps(document if version == 3 else old, indent=version).encode()


def promptfoo_lines(results):
    return "\n".join(map(json.dumps, results)).encode()


@pytest.mark.parametrize(
    "write", [promptfoo_json, lambda r: promptfoo_json(r, version=2), promptfoo_lines]
)
def test_results_of_promptfoo_are_the_long_layout_of_models(write, tmp_path):
    given = cases()
    results = [
        promptfoo_result(i, label, score**power, provider)
        for i, (label, score) in enumerate(given)
        for provider, power in (("openai:a", 1), ("anthropic:b", 2))
    ]
    results.append(promptfoo_result(40, True, 0.0, "openai:a") | {"failureReason": 2})
    content = write(results)
    assert detect_format(content[:4096]).name == "Promptfoo results"
    found, notes = columns(content)
    assert len(found["score"]) == 80
    assert found["tone"][0] == given[0][1] / 2
    assert found["plugin"][0] == "pii"
    assert "Left out: 1 result that ended with an error." in notes
    (tmp_path / "results.json").write_bytes(content)
    with quiet():
        rows = read_predictions(
            tmp_path / "results.json",
            label="label",
            positive=1,
            scores="score",
            model="model",
            case_id="case",
        )
    assert rows.is_positive.tolist() == [label for label, _ in given]
    assert rows.scores["openai:a"].tolist() == [score for _, score in given]
    assert rows.scores["anthropic:b"].tolist() == [score**2 for _, score in given]


def test_prompts_of_promptfoo_are_models_where_there_are_several():
    results = [promptfoo_result(i, 1, 0.7, "a", prompt) for i in range(3) for prompt in (0, 1)]
    assert set(columns(promptfoo_json(results))[0]["model"]) == {"a, prompt 0", "a, prompt 1"}
    alone = [promptfoo_result(i, 1, 0.7, "a") for i in range(3)]
    assert "model" not in columns(promptfoo_json(alone))[0]


def deepeval_run(given):
    """A test run as DeepEval stores it."""
    return json.dumps(
        {
            "testFile": None,
            "testCases": [
                {
                    "name": f"test_{i}",
                    "input": "question",
                    "actualOutput": "answer",
                    "expectedOutput": "toxic" if label else "fine",
                    "success": score < 0.5,
                    "metricsData": [
                        {"name": "Toxicity", "threshold": 0.5, "success": True, "score": score},
                        {"name": "Bias", "threshold": 0.5, "success": True, "score": None},
                    ],
                    "metadata": {"language": "en"},
                }
                for i, (label, score) in enumerate(given)
            ],
            "conversationalTestCases": [],
            "metricsScores": [{"metric": "Toxicity", "scores": [s for _, s in given]}],
        }
    ).encode()


def test_test_runs_of_deepeval_have_a_column_for_each_metric(tmp_path):
    given = cases()
    content = deepeval_run(given)
    assert detect_format(content[:4096]).name == "DeepEval test run"
    (tmp_path / "20260101_120000").write_bytes(content)
    with quiet():
        rows = read_predictions(
            tmp_path / "20260101_120000",
            label="expectedOutput",
            positive="toxic",
            scores="Toxicity",
        )
    assert rows.is_positive.tolist() == [label for label, _ in given]
    assert rows.scores["Toxicity"].tolist() == [score for _, score in given]
    assert columns(content)[0]["language"] == ["en"] * 40


def harness_line(place, logs, target, **metrics):
    """A line of samples_*.jsonl of the LM evaluation harness."""
    line = {
        "doc_id": place,
        "doc": {"question": "Is it?", "answer": target},
        "target": target,
        "arguments": {"gen_args_0": {"arg_0": "text"}},
        "resps": [[[log, False]] for log in logs],
        "filtered_resps": [[log, False] for log in logs],
        "filter": "none",
        "metrics": list(metrics),
        "doc_hash": "d",
        "prompt_hash": "p",
        "target_hash": "t",
    }
    return json.dumps(line | metrics)


def test_two_choices_of_the_harness_are_a_label_and_a_probability(tmp_path):
    given = cases()
    logs = [(-30 + math.log(1 - score), -30 + math.log(score)) for _, score in given]
    lines = [
        harness_line(i, pair, int(label), acc=float((pair[1] > pair[0]) == label))
        for i, (pair, (label, _)) in enumerate(zip(logs, given))
    ]
    content = "\n".join(lines).encode()
    assert detect_format(content[:4096]).name == "LM evaluation harness samples"
    (tmp_path / "samples.jsonl").write_bytes(content)
    with quiet():
        rows = read_predictions(tmp_path / "samples.jsonl")
    assert rows.is_positive.tolist() == [label for label, _ in given]
    np.testing.assert_allclose(rows.scores["score"], [score for _, score in given], rtol=1e-12)


def test_more_choices_give_whether_the_answer_is_right_and_how_sure_it_was():
    rng = np.random.default_rng(3)
    logs, target = rng.normal(size=(30, 4)), rng.integers(0, 4, 30)
    lines = [
        harness_line(i, row.tolist(), int(t), acc=1.0)
        for i, (row, t) in enumerate(zip(logs, target))
    ]
    found, notes = columns("\n".join(lines).encode())
    assert found["correct"] == [int(row.argmax() == t) for row, t in zip(logs, target)]
    chance = np.exp(logs) / np.exp(logs).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(found["confidence"], chance.max(axis=1), rtol=1e-12)
    assert any("Confidence is" in note for note in notes)


def test_other_answers_of_the_harness_have_their_metrics_and_the_first_filter():
    line = {"doc_id": 0, "doc": {}, "target": "42", "filtered_resps": ["42"], "exact_match": 1.0}
    lines = [
        json.dumps(line | {"doc_id": i, "filter": name, "exact_match": float(name == "strict")})
        for i in range(5)
        for name in ("strict", "flexible")
    ]
    found, notes = columns("\n".join(lines).encode())
    assert found["exact_match"] == [1.0] * 5
    assert any("Filter strict was read, flexible left out." in note for note in notes)


WHOLE = {
    "inspect": inspect_json([inspect_sample(i, *case) for i, case in enumerate(cases(6))]),
    "zstd": with_zstd(
        inspect_archive([inspect_sample(i, *case) for i, case in enumerate(cases(6))])
    ),
    "archive": inspect_archive([inspect_sample(i, *case) for i, case in enumerate(cases(6))]),
    "promptfoo": promptfoo_json([promptfoo_result(i, *c, "a") for i, c in enumerate(cases(6))]),
    "lines": promptfoo_lines([promptfoo_result(i, *c, "a") for i, c in enumerate(cases(6))]),
    "deepeval": deepeval_run(cases(6)),
    "harness": "\n".join(harness_line(i, [-1.0, -2.0], 1) for i in range(6)).encode(),
}


@pytest.mark.parametrize("kind", WHOLE)
def test_damaged_results_lose_no_case_without_a_sentence(kind):
    """A changed byte may change a cell, but never the number of cases."""
    rng = np.random.default_rng(8)
    rows = len(next(iter(columns(WHOLE[kind])[0].values())))
    refused = 0
    for _ in range(150):
        content = bytearray(WHOLE[kind])
        start = int(rng.integers(0, len(content)))
        if rng.random() < 0.5:
            del content[start : start + int(rng.integers(1, 400))]
        else:
            content[start] = int(rng.integers(0, 256))
        try:
            found, notes = columns(bytes(content))
        except IntakeError:
            refused += 1
            continue
        if kind not in ("lines", "harness"):  # whole lines may be missing from lines
            assert len(next(iter(found.values()), [])) == rows or notes, start
    assert refused > 20


@pytest.mark.parametrize("kind", ["inspect", "promptfoo", "deepeval"])
def test_results_without_cases_say_so(kind):
    document = json.loads(WHOLE[kind])
    if kind == "promptfoo":
        document["results"]["results"] = []
    else:
        document["samples" if kind == "inspect" else "testCases"] = []
    with pytest.raises(IntakeError, match="hold no evaluated case"):
        columns(json.dumps(document).encode())
