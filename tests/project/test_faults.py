"""The published table of faults is that of the script."""

import re

from benchmarks.faults.catalog import FAULTS
from benchmarks.faults.run import ENVIRONMENTS, RESULTS, ROW, SURVIVED, Outcome, earlier, page


def test_every_fault_of_the_script_is_in_the_published_table():
    rows = ROW.findall(RESULTS.read_text())
    assert [row[:2] for row in rows] == [(fault.name, fault.expects) for fault in FAULTS]
    count = re.search(r"(\d+) of (\d+) survived", RESULTS.read_text())
    assert (int(count[1]), int(count[2])) == (sum(r[2] == SURVIVED for r in rows), len(FAULTS))


def test_a_table_is_read_as_it_was_written(tmp_path):
    outcomes = [Outcome(fault, i != 3, f"{i} a, b", 0) for i, fault in enumerate(FAULTS)]
    (tmp_path / "faults.md").write_text(page(outcomes[::-1]))
    assert list(earlier(tmp_path / "faults.md").values()) == outcomes
    assert f"{len(FAULTS) - 1} of {len(FAULTS)} survived" in page(outcomes)


def test_each_fault_has_a_name_and_a_set_up_that_is_run():
    names = [fault.name for fault in FAULTS]
    assert len(set(names)) == len(names) >= 40
    assert {fault.setup for fault in FAULTS} <= ENVIRONMENTS.keys()
