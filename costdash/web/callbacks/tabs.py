"""The table of the tabs: each is one row of TABS, see `page.tabs.tabs.Tab`.

Page, stores, address, style sheet and scripts (through the boot data) read the rows; no code asks
for a tab by its id.
"""

from costdash.web.callbacks import compare, folds, pairs, segments, thresholds, what_if
from costdash.web.ids import ids
from costdash.web.page.tabs import compare as compare_page
from costdash.web.page.tabs import data as data_page
from costdash.web.page.tabs import folds as folds_page
from costdash.web.page.tabs import thresholds as thresholds_page
from costdash.web.page.tabs import what_if as what_if_page
from costdash.web.page.tabs.tabs import Tab

TABS = (
    Tab(
        id=what_if_page.TAB,
        title="What if",
        body=what_if_page.tab,
        connect=(what_if.connect, segments.connect),
        asks=True,
        figures={ids.MAP_DATA: ids.MAP_PANEL},
        texts=(ids.DOUBTS, ids.SEGMENT_BODY),
    ),
    Tab(
        id=compare_page.TAB,
        title="Compare",
        body=compare_page.tab,
        connect=(compare.connect, pairs.connect),
        asks=True,
        figures={ids.COMPARISON_DATA: ids.DIFFERENCE_PANEL},
        texts=(
            ids.PAIR_LEAD,
            ids.PAIR_INTERVAL,
            ids.PAIR_CARDS,
            ids.PAIR_LABELS,
            ids.COMPARISON_TEXT,
        ),
        choosers=(ids.PAIR_A, ids.PAIR_B),
    ),
    Tab(
        id=folds_page.TAB,
        title="Folds",
        body=folds_page.tab,
        connect=(folds.connect,),
        asks=True,
        figures={
            ids.FOLDS_DATA: ids.FOLDS_PANEL,
            ids.FOLDS_ROC_DATA: ids.FOLDS_ROC_PANEL,
            ids.FOLDS_COST_DATA: ids.FOLDS_COST_PANEL,
        },
        texts=(ids.FOLDS_LEAD, ids.FOLDS_INTERVAL, ids.FOLDS_TABLE, ids.FOLDS_COSTS),
        choosers=(ids.FOLDS_MODEL,),
    ),
    Tab(
        id=thresholds_page.TAB,
        title="Thresholds",
        body=thresholds_page.tab,
        connect=(thresholds.connect,),
        asks=True,
        choosers=(ids.THRESHOLD_MODEL,),
    ),
    Tab(id="data", title="Data", body=data_page.tab),  # the callbacks of the data set fill it
)
CHOOSERS = tuple(chooser for row in TABS for chooser in row.choosers)
