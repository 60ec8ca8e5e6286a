"""Sample data sets to try costdash with. scripts/make_samples.py writes the files."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from costdash.core.sample.predictions import Predictions
from costdash.intake.api import to_predictions
from costdash.intake.columns.roles import Roles
from costdash.intake.formats.read import read_file
from costdash.intake.limits import Limits

HERE = Path(__file__).parent
CARD_FRAUD = Roles(
    label="fraud", positive="1", scores=("boosting", "network", "rules"), fold="fold"
)


@dataclass(frozen=True, slots=True)
class Sample:
    """A data set, its roles, and conditions under which its curves are instructive."""

    key: str
    title: str
    question: str
    description: str
    rows: int
    path: Path
    roles: Roles
    prior: float
    cost_fn: float
    cost_fp: float


SAMPLES = {  # a first visit opens on the first
    sample.key: sample
    for sample in (
        Sample(
            key="card-fraud",
            title="Card fraud (simulated)",
            question="Which payments should we stop?",
            description=(
                "Simulated: 30,000 card payments of which 1 % are fraud, of $200 each on average; "
                "to check a payment costs $5. Scored by a well calibrated model, a network whose "
                "scores are far too high to be probabilities, and a list of rules that gives 0 to "
                "5 points."
            ),
            rows=30_000,
            path=HERE / "card-fraud.csv.gz",
            roles=CARD_FRAUD,
            prior=0.01,
            cost_fn=200.0,
            cost_fp=5.0,
        ),
        Sample(
            key="card-fraud-amounts",
            title="Card fraud by amount (simulated)",
            question="Which payments should we stop, to lose least money?",
            description=(
                "The same payments, with costs per case: a fraud that is missed costs its amount, "
                "which has a heavy tail, and to check a payment costs $5 (Fawcett 2004, section "
                "7.2). Curves are shares of money; counts stay numbers of payments."
            ),
            rows=30_000,
            path=HERE / "card-fraud.csv.gz",
            roles=replace(CARD_FRAUD, cost_fn_column="amount", cost_fp_column="5"),
            prior=0.01,
            cost_fn=196.0,
            cost_fp=5.0,
        ),
        Sample(
            key="breast-cancer",
            title="Breast tumours",
            question="Which tumours need another look?",
            description=(
                "Real: 569 breast tumours, malignant or benign (Wisconsin, 1995), scored by three "
                "kinds of model from only four weak measurements, each tumour by models that did "
                "not see it."
            ),
            rows=569,
            path=HERE / "breast-cancer.csv.gz",
            roles=Roles(
                label="diagnosis",
                positive="malignant",
                scores=("logistic", "forest", "neighbours"),
                fold="fold",
            ),
            prior=0.1,
            cost_fn=10.0,
            cost_fp=1.0,
        ),
        Sample(
            key="leaving-customers",
            title="Leaving customers (simulated)",
            question="Which customers should we call?",
            description=(
                "Simulated: 6,000 customers of which 12 % leave; one who leaves costs $240, a call "
                "with an offer $40. Scored by their usage, by trees that also see complaints, and "
                "by a survey with 20 steps."
            ),
            rows=6_000,
            path=HERE / "leaving-customers.csv.gz",
            roles=Roles(
                label="left",
                positive="yes",
                scores=("usage", "trees", "survey"),
                fold="fold",
            ),
            prior=0.12,
            cost_fn=240.0,
            cost_fp=40.0,
        ),
        Sample(
            key="guardrail",
            title="Guardrail of a language model (simulated)",
            question="Which requests should we block?",
            description=(
                "Simulated: 12,000 requests to an assistant, of which only 60 are attacks; one "
                "that gets through costs $300, a harmless one that is blocked $5. Scored by a "
                "small classifier, by a second model that judges from 0 to 10, and by how many "
                "rules match. Half of the attacks are disguised."
            ),
            rows=12_000,
            path=HERE / "guardrail.csv.gz",
            roles=Roles(
                label="attack",
                positive="yes",
                scores=("classifier", "judge", "rules"),
                fold="fold",
            ),
            prior=0.005,
            cost_fn=300.0,
            cost_fp=5.0,
        ),
        Sample(
            key="card-fraud-audited",
            title="Card fraud with audited cases (simulated)",
            question="Which payments should we stop, if most have no label?",
            description=(
                "The same payments as a bank has them: looked at where boosting gave 0.03 or more, "
                "and one in twenty of the others. All other labels are blank. Each audited payment "
                "stands for twenty."
            ),
            rows=30_000,
            path=HERE / "audited-fraud.csv.gz",
            roles=replace(CARD_FRAUD, verified_by=("boosting", (0.03,))),
            prior=0.01,
            cost_fn=200.0,
            cost_fp=5.0,
        ),
        Sample(
            key="judged-answers",
            title="Answers judged by a language model (simulated)",
            question="Which answers should we hold back, if a model gave the labels?",
            description=(
                "Simulated: 5,000 answers of an assistant, labelled harmful or not by a language "
                "model; people checked 500 of them, drawn at random. The judge misses harm that "
                "sounds harmless, as one of the three models does."
            ),
            rows=5_000,
            path=HERE / "judged-answers.csv.gz",
            roles=Roles(
                label="judged_harmful",
                positive="yes",
                scores=("classifier", "reader", "rules"),
                fold="fold",
                gold="person",
            ),
            prior=0.2,
            cost_fn=10.0,
            cost_fp=2.0,
        ),
    )
}


def load_sample(key: str) -> tuple[Predictions, dict[str, Any]]:
    """A sample and its details, as by read_with_messages, with its title."""
    sample = SAMPLES[key]
    limits = Limits()
    read = read_file(sample.path, limits)
    predictions, details, _ = to_predictions(read, sample.roles, limits, choices=True)
    return predictions, details | {"title": sample.title}
