"""HTML as text: text is escaped wherever it enters, so that no name can become markup."""

from html import escape


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


def element(tag: str, *children: object, **attributes: object) -> Html:
    """An element; escapes children that are not Html, and leaves out None.

    A trailing underscore of an attribute's name is dropped, other underscores become hyphens.
    True stands for an attribute without a value.

    >>> element("p", "a < b", None, class_="note", data_i=1)
    '<p class="note" data-i="1">a &lt; b</p>'
    """
    attribute_text = "".join(_attribute(name, value) for name, value in attributes.items())
    return Html(f"<{tag}{attribute_text}>{joined(*children)}</{tag}>")


def joined(*children: object) -> Html:
    """The children one after the other, as in `element`."""
    return Html(
        "".join(
            child if isinstance(child, Html) else escape(str(child), quote=False)
            for child in children
            if child is not None
        )
    )


def section(title: str, *content: object, **attributes: object) -> Html:
    """A card with a title."""
    return element("section", element("h2", title), *content, **{"class_": "card"} | attributes)


def _attribute(name: str, value: object) -> str:
    name = name.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
