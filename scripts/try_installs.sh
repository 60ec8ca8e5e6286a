#!/usr/bin/env bash
# Usage: scripts/try_installs.sh
# Installs the lowest versions that pyproject.toml allows into .lowest and runs tests there, then
# resolves costdash beside packages that people have. Needs an index of packages; says so if not.
set -euo pipefail
cd "$(dirname "$0")/.."

python=.lowest/bin/python
rm -rf .lowest
"${PYTHON:-python3}" -m venv .lowest
if ! $python -m pip install --quiet uv; then
    echo "No index of packages: THE LOWEST VERSIONS WERE NOT TRIED." >&2
    exit 0
fi
# A failed download is no finding; versions that exclude each other are.
uv() {
    $python -m uv --quiet "$@" 2>.lowest/errors && return
    cat .lowest/errors >&2
    if grep -q "No solution found" .lowest/errors; then exit 1; fi
    echo "A package could not be fetched: THE REST WAS NOT TRIED." >&2
    exit 0
}
wheels=(--only-binary :all: --no-binary costdash --no-binary pyspark)

# The tools of the tests are those of the lock: only what costdash needs is as old as allowed.
pinned() { sed -n "s/^\($1==[^ ]*\).*/\1/p" requirements-test.lock | tail -n 1; }
uv pip install --python $python --resolution lowest-direct "${wheels[@]}" \
    ".[team,duckdb,sklearn]" "$(pinned pytest)" "$(pinned pytest-xdist)" "$(pinned hypothesis)"
cp scripts/smoke.py .lowest/
(cd .lowest && bin/python smoke.py bin/costdash)
PYTHONPATH=. $python -m pytest -n 2 --quiet -p no:cacheprovider tests/intake/formats tests/figures \
    tests/report --ignore=tests/figures/test_displays.py  # the lowest matplotlib warns

for peer in "mlflow>=3" "autogluon.tabular>=1.3" "streamlit>=1.40" "pyspark>=4" \
    "explainerdashboard>=0.5"; do
    printf '.\n%s\n' "$peer" >.lowest/both.in
    uv pip compile .lowest/both.in --python-version 3.12 --output-file .lowest/both.txt \
        --no-header --no-annotate "${wheels[@]}" >.lowest/out
    grep --ignore-case "^${peer%%>=*}==" .lowest/both.txt
done
echo "The lowest versions pass, and costdash resolves beside the packages above."
