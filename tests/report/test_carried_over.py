"""--today with --carry-to, and the models that are tied with the recommended one."""

import json

import pytest

from costdash.cli import main

pytestmark = pytest.mark.usefixtures("shared_results")
FRAUD = ["analyse", "sample:card-fraud", "--cost-fn", "200", "--cost-fp", "5"]
TODAY = ["--today", "rules", "1"]


def test_as_many_alerts_as_today_in_text_and_json(capsys):
    assert main([*FRAUD, *TODAY, "--carry-to", "network"]) == 0
    assert "As many alerts as today: network ≥ " in capsys.readouterr().out
    for by in ("alerts", "found"):
        assert main([*FRAUD, *TODAY, "--carry-to", "network", "--carry-by", by, "--json"]) == 0
        carried = json.loads(capsys.readouterr().out)["today"]["carried_over"]
        assert (carried["model"], carried["by"]) == ("network", by)
        assert carried["low"] <= carried["threshold"] <= carried["high"]
        shares = carried["share"]
        assert shares["carried_over"] == pytest.approx(shares["today"], abs=0.005)


def test_tied_models_are_those_that_may_be_as_cheap(capsys):
    assert main([*FRAUD, "--json"]) == 0
    fields = json.loads(capsys.readouterr().out)
    assert fields["best"]["tied"] == fields["cheapest"]["may_be_as_cheap"] == ["boosting"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--carry-to", "network"], "--carry-to needs --today"),
        ([*TODAY, "--carry-to", "nobody"], "There is no model nobody"),
        ([*TODAY, "--carry-by", "found"], "--carry-by needs --carry-to"),
    ],
)
def test_errors_name_the_option(given, words, capsys):
    try:
        code = main([*FRAUD, *given])
    except SystemExit as end:
        code = end.code
    assert code != 0
    assert words in capsys.readouterr().err
