"""A page of HTML taken apart."""

from html.parser import HTMLParser


class ParsedPage(HTMLParser):
    """Elements with their attributes, and the text outside scripts and styles."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.elements, self.words, self._within = [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag != "meta":
            self._within.append(tag)

    def handle_endtag(self, tag):
        while self._within and self._within.pop() != tag:
            pass

    def handle_data(self, text):
        if self._within and self._within[-1] not in ("script", "style"):
            self.words.append(text)

    @property
    def text(self):
        return " ".join("".join(self.words).split())
