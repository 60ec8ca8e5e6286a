"""Files that are read without a message, or with one on what is not used."""

import codecs
import datetime
import gzip
from decimal import Decimal

import numpy as np
import pyarrow as pa

from tests.support.corpus.files import (
    BASE,
    COLUMNS,
    LABEL,
    LONG,
    PADDED,
    ROWS,
    A,
    B,
    Case,
    N,
    arrow_stream,
    csv,
    feather,
    json_lines,
    long,
    long_by_model,
    parquet,
    parquet_with,
    text,
    xlsx,
)

EXACT = [f"{a!r}" for a in A]
PLAIN = {
    "csv": BASE,
    "csv with CRLF": text(end="\r\n").encode(),
    "csv with CR": text(end="\r").encode(),
    "csv without an end of line": BASE.rstrip(b"\n"),
    "csv with blank lines": BASE.replace(b"\n", b"\n\n"),
    "csv all quoted": text(quote=True).encode(),
    "tsv": text(delimiter="\t").encode(),
    "semicolons": text(delimiter=";").encode(),
    "bars": text(delimiter="|").encode(),
    "decimal comma and semicolons": text(delimiter=";", decimal=",").encode(),
    "decimal comma and tabs": text(delimiter="\t", decimal=",").encode(),
    "decimal comma, quoted, between commas": text(decimal=",", quote=True).encode(),
    "utf-8 with mark": b"\xef\xbb\xbf" + BASE,
    "utf-16 with mark": text().encode("utf-16"),
    "a delimiter at the end of each row": BASE.replace(b"\n", b",\n"),
    "gzipped csv": gzip.compress(BASE),
    "gzipped tsv with decimal comma": gzip.compress(text(delimiter="\t", decimal=",").encode()),
    "gzipped parquet": gzip.compress(parquet()),
    "parquet": parquet(),
    "parquet with zstd": parquet(compression="zstd"),
    "parquet in many groups": parquet(row_group_size=2),
    "parquet of dictionaries": parquet(
        pa.table(COLUMNS | {"label": pa.array(map(str, LABEL)).dictionary_encode()})
    ),
    "feather": feather(),
    "feather uncompressed": feather(compression="uncompressed"),
    "feather of large strings": feather(
        pa.table(COLUMNS | {"label": pa.array(map(str, LABEL), pa.large_string())})
    ),
    "arrow stream": arrow_stream(),
    "json lines": json_lines(),
    "json lines with mark": b"\xef\xbb\xbf" + json_lines(),
    "xlsx": xlsx(),
    "excel's line that names the delimiter": b"sep=;\n" + text(delimiter=";").encode(),
    "names of rows as R writes them": b"\n".join(
        b",".join([str(i).encode()] * (i > 0) + [line]) for i, line in enumerate(BASE.splitlines())
    ),
    "an index as pandas writes it": text({"": range(12), **COLUMNS}).encode(),
    "labels -1 and 1": csv(label=[2 * value - 1 for value in LABEL]),
    "labels 1.0 and 0.0": csv(label=[float(value) for value in LABEL]),
    "labels true and false": csv(label=[str(value == 1).lower() for value in LABEL]),
    "labels True and False": csv(label=[value == 1 for value in LABEL]),
    "labels yes and no": csv(label=["yes" if value else "no" for value in LABEL]),
    "labels + and -": csv(label=["+" if value else "-" for value in LABEL]),
    "labels pos and neg": csv(label=["pos" if value else "neg" for value in LABEL]),
    "labels with blanks around": csv(label=[f" {value} " for value in LABEL]),
    "a label by its values": text({"group1": LABEL, "a": A, "score_b": B}).encode(),
    "an identifier": csv(customer_id=[f"c{i}" for i in range(12)]),
    "an amount and a date": csv(amount=[9.5] * 12, date=["2024-02-29"] * 12),
}

UNUSUAL = {
    "excel's line in capitals": b"SEP=;\r\n" + text(delimiter=";", decimal=",").encode(),
    "a line that names the bar": b'"sep=|"\n' + text(delimiter="|").encode(),
    "utf-32": text().encode("utf-32"),
    "two marks of byte order": codecs.BOM_UTF8 * 2 + text().encode(),
    "mixed ends of lines": text().encode().replace(b"\n", b"\r\n", 4),
    "plus signs": csv(score_a=[f"+{a!r}" for a in A]),
    "a typesetter's minus": csv(score_b=[str(b).replace("-", "\u2212") for b in B]),
    "comma and point by turns": text(
        COLUMNS | {"score_a": [a.replace(".", ",") if i % 2 else a for i, a in enumerate(EXACT)]},
        delimiter=";",
    ).encode(),
    "numbers as text in json": json_lines({k: list(map(str, v)) for k, v in COLUMNS.items()}),
    "numbers as text in parquet": parquet_with(score_a=EXACT, score_b=list(map(str, B))),
    "numbers as text in excel": xlsx([ROWS[0], *([str(y), repr(a), b] for y, a, b in ROWS[1:])]),
    "an empty sheet first": xlsx([], ROWS),
    "labels with a hard space": csv(label=["yes\xa0" if y else "no" for y in LABEL]),
    "labels 01 and 00": csv(label=[f"0{y}" for y in LABEL]),
    "labels 1e0 and 0e0": csv(label=[f"{y}e0" for y in LABEL]),
    "labels as categories": parquet_with(
        label=pa.array(["yes" if y else "no" for y in LABEL]).dictionary_encode()
    ),
    "scores as categories": parquet_with(score_a=pa.array(A).dictionary_encode()),
    "timestamps beside": parquet_with(
        when=pa.array([datetime.datetime(2024, 1, 1 + i) for i in range(N)])
    ),
    "durations beside": parquet_with(took=[datetime.timedelta(seconds=i) for i in range(N)]),
    "days as whole numbers beside": csv(date=[20240101 + i for i in range(N)]),
    "seconds since 1970 beside": csv(timestamp=[1.7e9 + i / 2 for i in range(N)]),
    **{f"parquet with {c}": parquet(compression=c) for c in ("snappy", "gzip", "brotli", "lz4")},
    "cases 001 and 1": long_by_model(PADDED),
    "models named by numbers": long_by_model(range(N), models=(1, 2)),
    "a label in one model's rows only": long_by_model(
        range(N), label=lambda m, y: y if m == "a" else ""
    ),
    "json with CRLF": json_lines().replace(b"\n", b"\r\n"),
    "half precision": parquet_with(score_a=pa.array(np.array(A, np.float16))),
    "decimals": parquet_with(score_a=pa.array([Decimal(str(round(a, 6))) for a in A])),
}

CHANGED = {
    "text cases 001 and 1",
    "half precision",
    "decimals",
    "cases 001 and 1",
    "models named by numbers",
    "a label in one model's rows only",
}

OTHER = {
    **{
        f"{order} without mark{kind}": Case(
            content.replace("city", name).encode(order), "warning", "read as UTF-16", exact=True
        )
        for order in ("utf-16-le", "utf-16-be")
        for kind, name, content in (
            ("", "", text()),
            (", of accents", "Zürich", text(COLUMNS | {"city": ["Zürich"] * N})),
            (", in Japanese", "都市", text(COLUMNS | {"city": ["東京都"] * N})),
        )
    },
    "text between quotes with line ends": Case(
        csv(remark=['"one\ntwo, ""three"""'] * 12), "warning", "remark (text)", exact=True
    ),
    "other delimiters inside quoted cells": Case(
        csv(note=['"a;b|c\td"'] * N), "warning", "note (text)", exact=True
    ),
    "a sheet with a title": Case(
        xlsx([["Scores of May"], [], list(COLUMNS), *zip(*COLUMNS.values(), strict=True)]),
        "warning",
        "Left out before the table: 1 row.",
        exact=True,
    ),
    "long": Case(long(), "ok", exact=True),
    "long, shuffled": Case(
        text({name: values[::-1] for name, values in LONG.items()}).encode(), "ok"
    ),
    "calls of two words": Case(
        csv(label=["pos" if v else "neg" for v in LABEL], rule=["pos", "neg"] * 6), "ok"
    ),
    "text cases 001 and 1, chosen": Case(
        json_lines(
            {
                "loan": PADDED * 2,
                "model": ["a"] * N + ["b"] * N,
                "label": LABEL * 2,
                "score": [*A, *B],
            }
        ),
        "ok",
        roles={"case_id": "loan"},
    ),
    "cases 001 and 1 under another name, chosen": Case(
        long_by_model(PADDED).replace(b"case,", b"loan,", 1), "ok", roles={"case_id": "loan"}
    ),
}

ACCEPTED = {name: Case(content, "ok", exact=True) for name, content in PLAIN.items()}
ACCEPTED |= {name: Case(file, "ok", exact=name not in CHANGED) for name, file in UNUSUAL.items()}
ACCEPTED |= OTHER
