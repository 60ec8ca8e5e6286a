"""Gestures on the panels, for tests: mouse, touch and keyboard."""


class PanelGestures:
    """Mouse, touch and keyboard; positions are in the units of the axes."""

    def __init__(self, driver):
        self.driver = driver
        self.run = driver.execute_script

    def place(self, name, x, y):
        return self.run(
            """
            const panel = page.getPanel(arguments[0]);
            const box = panel.graph.getBoundingClientRect();
            const [left, top] = [box.left + panel.left, box.top + panel.top];
            return [left + panel.x(arguments[1]), top + panel.y(arguments[2])];
            """,
            name,
            x,
            y,
        )

    def mouse(self, kind, x, y, pressed=False):
        event = {"type": kind, "x": x, "y": y, "button": "left" if pressed else "none"}
        event |= {"buttons": int(pressed and kind != "mouseReleased")}
        event |= {"clickCount": int(kind != "mouseMoved")}
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)
        self.driver.execute_async_script("window.still(arguments[0]);")

    def hover(self, name, x, y, aside=0):
        left, top = self.place(name, x, y)
        self.mouse("mouseMoved", left + aside, top)

    def click(self, name, x, y, aside=0):
        left, top = self.place(name, x, y)
        self.mouse("mouseMoved", left + aside, top)
        self.mouse("mousePressed", left + aside, top, True)
        self.mouse("mouseReleased", left + aside, top, True)

    def tap(self, name, x, y):
        left, top = self.place(name, x, y)
        for kind, points in (("touchStart", [{"x": left, "y": top}]), ("touchEnd", [])):
            event = {"type": kind, "touchPoints": points}
            self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", event)
        self.driver.execute_async_script("window.still(arguments[0]);")

    def keys(self, selector, *keys):
        element = self.driver.find_element("css selector", selector)
        for key in keys:
            element.send_keys(key)
        self.driver.execute_async_script("window.still(arguments[0]);")

    @property
    def announced(self):
        return self.driver.find_element("id", "highlight-text").text

    @property
    def shapes(self):
        layers = self.driver.find_elements("css selector", ".highlight-layer > g")
        return [self.run("return arguments[0].childElementCount;", layer) for layer in layers]

    @property
    def highlighted(self):
        """Model name and index of the highlighted threshold."""
        return self.run(
            "const { model, at } = page.highlightedThreshold();"
            "return [model.name, model.index[at]];"
        )

    @property
    def sent(self):
        return self.run("return window.hand.map(([id, d]) => [id, d.what, d.model, d.index]);")

    @property
    def calls(self):
        return self.run("return window.calls;")

    def pcf(self):
        return self.run("return page.pcfOf(page.currentPoint());")
