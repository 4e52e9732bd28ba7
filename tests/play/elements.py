"""A fragment taken apart: its elements, by id, and their texts."""

from html.parser import HTMLParser


class Page(HTMLParser):
    """The elements of a fragment: `by_id`, and the text of each element with an id."""

    VOID = {"input", "use", "path", "rect", "circle", "br", "meta", "link"}

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: dict[str, str] = {}
        self._open: list[str | None] = []
        self.feed(html)
        self.by_id = {attributes["id"]: (tag, attributes) for tag, attributes in self.elements if "id" in attributes}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.elements.append((tag, attributes))
        if tag not in self.VOID:
            self._open.append(attributes.get("id"))
            if attributes.get("id"):
                self.texts.setdefault(attributes["id"], "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        for name in self._open:
            if name:
                self.texts[name] += data

    def text(self, name: str) -> str:
        return " ".join(self.texts[name].split())
