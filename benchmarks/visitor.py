"""An HTTP client that keeps cookies and calls the page's callbacks as the page does."""

import json
import re
from http.client import HTTPConnection
from select import select
from typing import NamedTuple

COOKIE = re.compile(r"([^=;\s]+)=([^;]*)")
CALLBACKS = "/_dash-update-component"


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self):
        return json.loads(self.text)


class Visitor:
    """One session at 127.0.0.1; `sent` records every request if record_sent."""

    def __init__(self, port: int, record_sent: bool = False, patience: float = 60):
        self.port, self.patience = port, patience
        self.cookies: dict[str, str] = {}
        self.sent: list[tuple] | None = [] if record_sent else None
        self._connection = None
        self._arrows = None

    def ask(self, method: str, path: str, body=None, headers=()) -> Answer:
        """Sends one request on a kept-alive connection. Raises OSError, HTTPException."""
        if self.sent is not None:
            self.sent.append((method, path, body, dict(headers)))
        if self._connection is not None and self._is_closed():
            self.close()
        if self._connection is None:
            self._connection = HTTPConnection("127.0.0.1", self.port, timeout=self.patience)
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            self._connection.request(method, path, body, {"Cookie": cookie, **dict(headers)})
            answer = self._connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
        except BaseException:
            self.close()
            raise
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self.cookies.update([COOKIE.match(value).groups()])
        return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, text)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _is_closed(self) -> bool:
        """Whether the server has closed the idle connection: then it can be read."""
        return self._connection.sock is None or bool(select([self._connection.sock], [], [], 0)[0])

    def load(self) -> "Visitor":
        """Opens the page, the start of every visit."""
        answer = self.ask("GET", "/")
        assert answer.status == 200, answer
        return self

    def post(self, path: str, **body) -> Answer:
        return self.ask("POST", path, json.dumps(body), {"Content-Type": "application/json"})

    def upload(self, body: bytes, name: str = "file.csv") -> Answer:
        headers = {"X-Costdash": "1", "X-Costdash-Name": name}
        return self.ask("POST", "/upload", body, headers)

    # callbacks

    def question(self, output: str, changed: str, **values) -> dict:
        """The request body that asks for `output`; values by id, with _ for -."""
        values = {name.replace("_", "-"): value for name, value in values.items()}
        if self._arrows is None:
            self._arrows = self.ask("GET", "/_dash-dependencies").json
        arrow = next(a for a in self._arrows if _writes(a, output, changed))

        def parts(ends):
            return [{**end, "value": values.get(end["id"])} for end in ends]

        names = [name.rsplit(".", 1) for name in arrow["output"].strip(".").split("...")]
        outputs = [{"id": name, "property": prop} for name, prop in names]
        return {
            "output": arrow["output"],
            "outputs": outputs if arrow["output"].startswith("..") else outputs[0],
            "inputs": parts(arrow["inputs"]),
            "state": parts(arrow["state"]),
            "changedPropIds": [changed],
        }

    def callback(self, output: str, changed: str, **values) -> dict:
        """The answer by id; {} if nothing changes."""
        answer = self.post(CALLBACKS, **self.question(output, changed, **values))
        if answer.status == 204:
            return {}
        assert answer.status == 200, answer
        return answer.json["response"]

    def draw(self, token: str | None) -> tuple[dict | None, str]:
        """(dataset, notice) for an upload, or with None for a first visit."""
        upload = None if token is None else {"token": token, "at": 1}
        changes = self.callback("dataset.data", "upload-token.data", upload_token=upload)
        return changes.get("dataset", {}).get("data"), json.dumps(changes.get("notices", ""))

    def upload_and_draw(self, body: bytes) -> dict:
        """Uploads a file and draws it; returns the dataset."""
        answer = self.upload(body)
        assert answer.status == 200, answer
        dataset, notice = self.draw(answer.json["token"])
        assert dataset, notice
        return dataset

    def export(self, dataset: dict) -> Answer:
        """The CSV of all thresholds of the first model, as the page asks for it."""
        identity = {"revision": dataset["revision"], "token": dataset["token"]}
        names = [model["name"] for model in dataset["models"]]
        return self.post(
            "/export/thresholds",
            token=dataset["token"],
            model=names[0],
            conditions=identity | {"prior": 0.1, "cost_fn": 5, "cost_fp": 1},
            view=identity | {"models": names},
        )

    def settle(self, dataset: dict, prior: float, cost_fn: float = 5) -> tuple[dict | None, str]:
        """(answer, notice) after a slider is released."""
        identity = {"revision": dataset["revision"], "token": dataset["token"], "seq": 1}
        names = [model["name"] for model in dataset["models"]]
        answer = self.post(
            "/answer",
            dataset=dataset,
            conditions=identity | {"prior": prior, "cost_fn": cost_fn, "cost_fp": 1},
            view=identity | {"models": names, "level": 0.95},
        )
        assert answer.status == 200, answer
        changes = answer.json
        return changes if "figures" in changes else None, json.dumps(changes.get("notices", ""))


def _writes(arrow: dict, output: str, changed: str) -> bool:
    outputs = [name.split("@")[0] for name in arrow["output"].strip(".").split("...")]
    inputs = [f"{end['id']}.{end['property']}" for end in arrow["inputs"]]
    return output in outputs and changed in inputs and not arrow["clientside_function"]
