"""Small files that are large to read: a few megabytes that unpack to gigabytes."""

import gzip
import io
import zipfile

import numpy as np
import pyarrow as pa
import pyarrow.parquet

ROW = '<row><c t="n"><v>{}</v></c><c t="n"><v>{}</v></c></row>'
SHEET = (
    '<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006'
    '/main"><sheetData>'
)


def equal_rows(rows: int = 300_000_000) -> bytes:
    """A Parquet file of equal rows: more rows than are read."""
    return _parquet(rows, 5_000_000, 1)


def equal_columns(rows: int = 19_000_000, columns: int = 60) -> bytes:
    """A Parquet file of equal columns: as many rows as are read, and too many cells."""
    return _parquet(rows, 1_000_000, columns)


def equal_lines(rows: int = 19_000_000) -> bytes:
    """A CSV in gzip of as many rows as are read."""
    return gzip.compress(b"label,score\n" + b"1,0.5\n0,0.4\n" * (rows // 2), 1)


def workbook(rows: int = 5_000_000) -> bytes:
    """An XLSX file whose sheet is nearly as long as is read."""
    out = io.BytesIO()
    rows_of_sheet = (ROW.format(1, 0.5) + ROW.format(0, 0.4)) * (rows // 2)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as book:
        for name, content in _parts().items():
            book.writestr(name, content)
        book.writestr("xl/worksheets/sheet1.xml", f"{SHEET}{rows_of_sheet}</sheetData></worksheet>")
    return out.getvalue()


BOMBS = (equal_rows, equal_columns, workbook, equal_lines)


def _parquet(rows: int, group: int, columns: int) -> bytes:
    score = pa.array(np.zeros(group))
    scores = {f"score {i}": score for i in range(columns)}
    part = pa.table({"label": pa.array(np.zeros(group, bool)), **scores})
    out = io.BytesIO()
    with pyarrow.parquet.ParquetWriter(out, part.schema, compression="zstd") as writer:
        for _ in range(rows // group):
            writer.write_table(part, row_group_size=group)
    return out.getvalue()


def _parts() -> dict[str, str]:
    """The files of a workbook but for its sheet."""
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    return {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" '
        f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default '
        f'Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" '
        f'ContentType="{kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" '
        f'ContentType="{kind}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" '
        f'Type="{relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/'
        f'main" xmlns:r="{relation}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets>'
        "</workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="r1" Type="{relation}/worksheet" Target="worksheets/sheet1.xml"/>'
        "</Relationships>",
    }
