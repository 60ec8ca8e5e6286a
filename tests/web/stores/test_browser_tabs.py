"""Several tabs of one browser, each with its own data."""

from dash import no_update

from costdash.web.callbacks import data
from costdash.web.storage.store import DatasetUnavailable
from costdash.web.stores import answer
from costdash.web.stores.dataset import described
from costdash.web.stores.question import Question

CONDITIONS = {"prior": 0.3, "cost_fn": 2.0, "cost_fp": 1.0, "seq": 1}


def ask(dataset, settings, prior=0.3):
    own = {"revision": dataset["revision"]}
    names = [model["name"] for model in dataset["models"]]
    view = own | {"models": names, "level": 0.95, "seq": 1}
    return answer.answer_question(Question.of(dataset, own | CONDITIONS | {"prior": prior}, view))


def test_two_browser_tabs_keep_their_own_data(visit, add_dataset, settings):
    first, second = (described(add_dataset(visit, seed=seed), visit) for seed in (1, 2))
    alone = [ask(tab, settings)[0]["live"] for tab in (first, second)]
    ask(second, settings, prior=0.8)
    assert [ask(tab, settings)[0]["live"] for tab in (first, second)] == alone
    assert alone[0] != alone[1]


def test_deleting_in_one_tab_leaves_other_data_and_notifies_tabs_with_the_same_data(
    visit, add_dataset, settings
):
    first, second = (described(add_dataset(visit, seed=seed), visit) for seed in (1, 2))
    third = dict(first)
    data.delete(first)
    assert ask(second, settings)[0] is not no_update
    told, said = ask(third, settings)
    assert told is no_update
    assert (
        said[0]["message"]
        == str(DatasetUnavailable())
        == ("This data set is no longer here. Upload the file again.")
    )
