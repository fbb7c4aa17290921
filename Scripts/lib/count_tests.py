"""Counts what a run of Swift Testing did, from its event stream.

    count_tests.py EVENTS MANIFEST STATUS

EVENTS is the file that `swift test --event-stream-output-path` wrote, MANIFEST the package's Package.swift, STATUS the
run's exit status. Prints `passed failed skipped`, and on stderr what was skipped and what broke outside of a test. A test
function counts once, however many arguments it has.
"""

import json
import pathlib
import re
import sys


def records(path):
    """The stream's records; a line that a crash cut short is left out."""
    if not path.is_file():
        return
    for line in path.read_text(encoding="utf-8", errors="replace").split("\n"):
        try:
            yield json.loads(line)
        except ValueError:
            continue


class Run:
    """One run: what each test function came to, by its identifier."""

    def __init__(self, stream):
        self.functions = {}
        self.started = set()
        self.ended = {}
        self.skipped = {}
        self.run_ended = False
        for record in stream:
            payload = record.get("payload", {})
            if record.get("kind") == "test" and payload.get("kind") == "function":
                self.functions[payload["id"]] = payload
            elif record.get("kind") == "event":
                self.add(payload.get("kind"), payload.get("testID"), payload.get("messages") or [{}])

    def add(self, kind, test, messages):
        if kind == "testStarted":
            self.started.add(test)
        elif kind == "testSkipped":
            self.skipped[test] = messages[0].get("text", "")
        elif kind == "testEnded":
            self.ended[test] = messages[0].get("symbol")
        elif kind == "runEnded":
            self.run_ended = True


def count(run, modules, status):
    """Passed, failed and skipped functions, and lines that say what else there is to know."""
    passed = failed = skipped = waiting = 0
    notes = []
    for test in run.functions:
        module = re.split(r"[./]", test)[0]
        if module not in modules:
            failed += 1
            notes.append(f"{test} is a test of another package; the scratch folder ran the wrong one")
        elif test in run.skipped:
            skipped += 1
            notes.append(run.skipped[test])
        elif test in run.ended:
            passed, failed = (passed, failed + 1) if run.ended[test] == "fail" else (passed + 1, failed)
        elif test in run.started:
            failed += 1
            notes.append(f"{test} did not end: it was running when the process crashed or was killed")
        else:
            waiting += 1
    if waiting:
        notes.append(f"{waiting} tests did not get their turn")
    if not run.functions:
        notes.append("no test ran: the package did not build, or has none")
    elif status != 0 and failed == 0:
        notes.append("the run failed outside of its tests")
    elif status == 0 and not run.run_ended:
        notes.append("the run stopped before its end")
    if failed == 0 and (status != 0 or not run.run_ended or passed + skipped == 0):
        failed = 1
    return passed, failed, skipped, notes


def main(events, manifest, status):
    text = pathlib.Path(manifest).read_text(encoding="utf-8")
    names = re.findall(r'\.testTarget\(\s*name:\s*"([^"]+)"', text)
    run = Run(records(pathlib.Path(events)))
    *counts, notes = count(run, {name.replace("-", "_") for name in names}, int(status))
    print(*counts)
    for note in notes:
        print(note, file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
