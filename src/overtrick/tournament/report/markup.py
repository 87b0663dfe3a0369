"""Elements of a page: built as a tree, so that no word of a stranger can become markup."""

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from overtrick.core.printable import printable

Child = Element | str


def node(tag: str, *children: Child, **attributes: str | float) -> Element:
    """Return an element; ``class_`` and ``aria_label`` stand for the attributes that Python cannot spell."""
    made = Element(tag, {_attribute(name): _text(value) for name, value in attributes.items()})
    for child in children:
        if isinstance(child, Element):
            made.append(child)
        elif len(made):
            made[-1].tail = (made[-1].tail or "") + _text(child)
        else:
            made.text = (made.text or "") + _text(child)
    return made


def written(element: Element) -> str:
    """Return an element as text that is both HTML and XML; it must hold no void element such as ``br``."""
    return ElementTree.tostring(element, encoding="unicode", short_empty_elements=False)


def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _text(value: str | float) -> str:
    if isinstance(value, str):
        return printable(value).replace(" %", "\N{NO-BREAK SPACE}%")
    return f"{value:.2f}".rstrip("0").rstrip(".")
