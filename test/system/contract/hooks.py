"""What Schemathesis cannot know of this service: how its streams are read, and which refusals are of meaning and not of form."""

import json
import os
import re

import schemathesis


@schemathesis.hook
def before_load_schema(_context, raw_schema):
    """What the contract says in extensions, because other tools refuse it as it ought to stand: bodies of links, events of a stream."""
    responses = [
        response
        for item in raw_schema["paths"].values()
        for operation in item.values()
        for response in operation["responses"].values()
    ]
    for response in responses:
        for link in response.get("links", {}).values():
            if "x-request-body" in link:
                link["requestBody"] = link.pop("x-request-body")
        for media in response.get("content", {}).values():
            if "x-event-schema" in media["schema"]:
                media["schema"] = {"$ref": media["schema"]["x-event-schema"]}


@schemathesis.deserializer("text/event-stream")
def parse_events(_context, response):
    """The contract's schema of a stream is that of the JSON object in each `data:` line, which is what generated clients read."""
    lines = response.content.decode("utf-8").split("\n")
    return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]


# 400s of meaning: the request has the form of the contract, but its values contradict the data. A schema cannot say
# these rules; the operation's description does. Exactly these messages pass, each with the reason; every other refusal
# of valid data is a failure.
MEANINGS = [
    (r"query\.cursor: is none that this listing has given out", "a cursor that no page gave out"),
    (r"query\.start: lies past the end of the text, which is \d+", "a window beyond the end of its text"),
    (r"query\.start: lies inside a surrogate pair", "a window that splits a character"),
    (r"sourceIds/\d+: is no approved public record of this artist with a web address", "a record that there is not"),
    (r"targetUrl: must be a web address without credentials, at a port of the web", "an address that the service must not request"),
    (r"toDate: is before fromDate", "dates in the wrong order"),
    (r"decisions/\d+/sourceId: is decided about twice", "two decisions about one source"),
    (r"question: is not what was asked", "an answer to another question"),
]


@schemathesis.hook
def filter_failure(_context, failure, case, response):
    if type(failure).__name__ != "RejectedPositiveData":
        return True
    # The tool pads a valid body with a header it knows to be invalid, and then expects the whole to be accepted.
    if any(part.mode.value == "negative" for part in case.meta.components.values()):
        return note_passed("the tool itself made a part of the request invalid")
    if response.status_code == 400:
        message = json.loads(response.content)["error"]
        for words, reason in MEANINGS:
            if re.fullmatch(words, message):
                return note_passed(reason)
    return True


def note_passed(reason):
    """Counts and prints what was let pass. Always False: the failure is dropped."""
    with open(os.environ["PASSED_FILE"], "a", encoding="utf-8") as passed:
        passed.write(f"{reason}\n")
    return False
