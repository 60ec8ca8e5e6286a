"""Writes the types of `costdash/web/wire.py` for the scripts, into `assets/core/wire.d.ts`.

python scripts/wire_types.py
"""

from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from textwrap import dedent, indent
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from costdash.web import wire

ROOT = Path(__file__).parents[1]
TYPES = ROOT / "assets/core/wire.d.ts"
HEAD = "/* Written from costdash/web/wire.py by `make wire`; changes here are lost. */\n"
PLAIN = {Any: "any", str: "string", bool: "boolean", int: "number", float: "number"}
PLAIN |= {NoneType: "null"}


def declarations() -> str:
    """Every type that the wire has, after the types it is made of."""
    wanted = [kind for kind in vars(wire).values() if _has_fields(kind)]
    types: dict[type, None] = {}
    for kind in wanted:
        _collect(kind, types)
    return "\n".join([HEAD, *map(_declaration, types)])


def _has_fields(kind: Any) -> bool:
    return isinstance(kind, type) and (hasattr(kind, "__total__") or is_dataclass(kind))


def _collect(kind: Any, types: dict[type, None]) -> None:
    if _has_fields(kind):
        if kind not in types:
            for hint in get_type_hints(kind).values():
                _collect(hint, types)
            types[kind] = None
        return
    for part in get_args(kind):
        _collect(part, types)


def _declaration(kind: type) -> str:
    text = indent(dedent("    " + (kind.__doc__ or "")).strip(), " * ", lambda line: True)
    head = ["/**", *(line.rstrip() for line in text.split("\n")), " */"]
    return "\n".join([*head, f"export type {kind.__name__} = {{", *_fields(kind), "};", ""])


def _fields(kind: type) -> Iterator[str]:
    for name, hint in get_type_hints(kind, include_extras=True).items():
        optional = get_origin(hint) is NotRequired
        yield f"  {name}{'?' * optional}: {typescript(get_args(hint)[0] if optional else hint)};"


def typescript(hint: Any) -> str:
    """A type of Python as TypeScript writes the type of its JSON."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if _has_fields(hint):
        return hint.__name__
    if origin is Literal:
        return " | ".join(f"'{value}'" for value in parts)
    if origin in (Union, UnionType):
        return " | ".join(map(typescript, parts))
    if origin is list or (origin is tuple and parts[1:] == (...,)):
        inner = typescript(parts[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(map(typescript, parts))}]"
    if origin is dict:
        return f"Record<{typescript(parts[0])}, {typescript(parts[1])}>"
    raise TypeError(f"no type of TypeScript for {hint}")


if __name__ == "__main__":
    TYPES.write_text(declarations(), encoding="utf-8")
