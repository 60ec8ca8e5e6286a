"""HTML as text: every text is escaped where it enters, and no name can become markup."""

from html import escape


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


def element(tag: str, *children, **attributes) -> Html:
    """An element; children are escaped unless they are Html, None is left out.

    A trailing underscore is dropped from attribute names, others become hyphens; True stands
    for an attribute without a value.

    >>> element("p", "a < b", None, class_="note", data_i=1)
    '<p class="note" data-i="1">a &lt; b</p>'
    """
    said = "".join(_attribute(name, value) for name, value in attributes.items())
    return Html(f"<{tag}{said}>{joined(*children)}</{tag}>")


def joined(*children) -> Html:
    """Children one after the other."""
    return Html(
        "".join(
            child if isinstance(child, Html) else escape(str(child), quote=False)
            for child in children
            if child is not None
        )
    )


def _attribute(name: str, value) -> str:
    name = name.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
