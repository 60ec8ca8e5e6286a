"""What people take with them: the decision as text or as code, and the page on a large screen."""

import dash_mantine_components as dmc

from costdash.web import ids


def take_buttons() -> list:
    buttons = {
        ids.COPY_TEXT: "Copy the decision",
        ids.COPY_CODE: "Copy the rule as code",
        ids.REPORT_BUTTON: "Download the report",
        ids.PRESENT: "Present",
    }
    return [
        dmc.Button(text, id=name, size="compact-xs", variant="default")
        for name, text in buttons.items()
    ]
