import sys

from citing import locate, revision_of_source, window_of


def text_of(digits):
    return bytes.fromhex(digits).decode("utf-8")


def answer(asked, *given):
    if asked == "window":
        found = window_of(text_of(given[0]), int(given[1]), int(given[2]))
        return "-" if found is None else found.encode("utf-8").hex()
    if asked == "revision":
        return revision_of_source(given[0], given[1], text_of(given[2]))
    found = locate(text_of(given[0]), text_of(given[1]))
    return "-" if found is None else "%d %d" % found


for line in sys.stdin.read().split("\n")[:-1]:
    print(answer(*line.split(" ")))
