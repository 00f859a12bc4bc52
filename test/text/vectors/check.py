"""Judges src/text/vectors.json by an implementation of its own: `python3 check.py FILE`.

Nothing here comes from the service; it is written from src/text/README.md and openapi/shared/revisions.md alone, for Python 3.8 or
newer without any package. Prints each vector that it does not agree with, then a count; exits with 1 where there is one.
"""
import hashlib
import json
import struct
import sys

SHORT = {0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0C: "\\f", 0x0D: "\\r", 0x22: '\\"', 0x5C: "\\\\"}


def units(text):
    """The UTF-16 code units of a string, lone surrogates included."""
    data = text.encode("utf-16-be", "surrogatepass")
    return [high << 8 | low for high, low in zip(data[::2], data[1::2])]


def unhex(digits):
    return [int(digits[at:at + 4], 16) for at in range(0, len(digits), 4)]


def high(unit):
    return 0xD800 <= unit <= 0xDBFF


def low(unit):
    return 0xDC00 <= unit <= 0xDFFF


def splits(text, at):
    return 0 < at < len(text) and high(text[at - 1]) and low(text[at])


def window(text, start, end):
    """The units [start, end), or None where they are no window of the text."""
    if not 0 <= start < end <= len(text) or splits(text, start) or splits(text, end):
        return None
    return text[start:end]


def lone(text):
    for at, unit in enumerate(text):
        paired_before = at > 0 and high(text[at - 1])
        paired_after = at + 1 < len(text) and low(text[at + 1])
        if high(unit) and not paired_after or low(unit) and not paired_before:
            return True
    return False


def utf8(text):
    return struct.pack(">%dH" % len(text), *text).decode("utf-16-be").encode("utf-8")


def pages(text, most):
    start, found = 0, []
    while True:
        end = min(len(text), start + most)
        end -= 1 if splits(text, end) else 0
        found.append({"start": start, "end": end})
        if end == len(text):
            return found
        start = end


def refusal(text, start, end, quote):
    if end - start != len(quote):
        return "quote_length_differs"
    found = window(text, start, end)
    if found is None:
        return "window_unreadable"
    return None if found == quote else "quote_differs"


def number(value):
    """As ECMAScript writes a double: the shortest digits that give it back, and where the point stands."""
    if value == 0:
        return "0"
    if value < 0:
        return "-" + number(-value)
    mantissa, _, exponent = repr(value).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    if len(digits) <= point <= 21:
        return digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    shown = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    return "%se%s%d" % (shown, "+" if point > 0 else "-", abs(point - 1))


def string(value):
    if lone(units(value)):
        raise ValueError("half of a pair")
    out = []
    for character in value:
        code = ord(character)
        out.append(SHORT.get(code) or ("\\u%04x" % code if code < 0x20 else character))
    return '"' + "".join(out) + '"'


def canonical(value):
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return number(float(value))
    if isinstance(value, str):
        return string(value)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    names = sorted(value, key=units)
    return "{" + ",".join(string(name) + ":" + canonical(value[name]) for name in names) + "}"


def revision(value):
    return hashlib.sha256(canonical(value).encode("utf-8")).hexdigest()


def parse(text):
    return json.loads(text, parse_int=float)


def is_refused(text):
    try:
        canonical(parse(text))
    except ValueError:
        return True
    return False


def first_unfit(links):
    previous = None
    for place, link in enumerate(links, 1):
        event = link["object"]
        if event["seq"] != place or event["previous"] != previous or revision(event) != link["hash"]:
            return event["seq"]
        previous = link["hash"]
    return None


def chained(versions):
    previous = None
    for version in versions:
        if version["object"]["previous"] != previous or revision(version["object"]) != version["revision"]:
            return False
        previous = version["revision"]
    return len({version["revision"] for version in versions}) == len(versions)


def text_agrees(vector):
    text = unhex(vector["units"])
    listed = {(w["start"], w["end"]): unhex(w["quote"]) for w in vector["windows"]}
    bounds = range(-1, len(text) + 2)
    whole = [window(text, start, end) == listed.get((start, end)) for start in bounds for end in bounds]
    storable = not lone(text) and 0 not in text
    return (
        all(whole)
        and len(listed) == len(vector["windows"])
        and vector["length"] == len(text)
        and vector["storable"] == storable
        and vector["utf8"] == (None if lone(text) else utf8(text).hex())
    )


def canonical_agrees(vector):
    form = canonical(parse(vector["json"]))
    return form == vector["canonical"] and hashlib.sha256(form.encode()).hexdigest() == vector["sha256"]


CHECKS = {
    "windows": text_agrees,
    "pages": lambda v: pages(unhex(v["text"]), v["maxChars"]) == v["pages"],
    "quotes": lambda v: refusal(unhex(v["text"]), v["start"], v["end"], unhex(v["quote"])) == v["refusal"],
    "canonicalJson": canonical_agrees,
    "refusedJson": lambda v: is_refused(v["json"]),
    "numbers": lambda v: number(struct.unpack(">d", bytes.fromhex(v["bits"]))[0]) == v["canonical"],
    "revisions": lambda v: canonical(v["object"]) == v["canonical"] and revision(v["object"]) == v["revision"],
    "trails": lambda v: first_unfit(v["links"]) == v["firstUnfit"],
}


def main(path):
    with open(path, encoding="ascii") as file:
        vectors = json.load(file)
    vectors.pop("about")
    wrong = [] if chained(vectors.pop("answerChain")) else ["answerChain"]
    count = 1
    for kind, check in CHECKS.items():
        for vector in vectors.pop(kind):
            count += 1
            if not check(vector):
                wrong.append("%s: %s" % (kind, json.dumps(vector)[:200]))
    wrong += ["no check of %s" % kind for kind in vectors]
    print("\n".join(wrong + ["%d of %d vectors agree" % (count - len(wrong), count)]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
