"""What is counted of a run of Swift Testing, from streams as the toolchain writes them."""

import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))

from count_tests import Run, count  # noqa: E402


def function(name):
    return {"kind": "test", "payload": {"id": name, "kind": "function", "name": name}}


def suite(name):
    return {"kind": "test", "payload": {"id": name, "kind": "suite", "name": name}}


def event(kind, test=None, symbol="default", text=""):
    return {
        "kind": "event",
        "payload": {"kind": kind, "testID": test, "messages": [{"symbol": symbol, "text": text}]},
    }


def whole(name, symbol):
    return [function(name), event("testStarted", name), event("testEnded", name, symbol)]


END = [event("runEnded")]

# name, stream, exit status, (passed, failed, skipped), a word of the notes
ROWS = [
    (
        "a crash: one test did not end, one had no turn",
        whole("P.S/a()", "pass")
        + [function("P.S/b()"), event("testStarted", "P.S/b()"), function("P.S/c()")],
        1,
        (1, 1, 0),
        "P.S/b() did not end",
    ),
    (
        "tests that had no turn are named",
        whole("P.a()", "pass") + [function("P.b()")],
        1,
        (1, 1, 0),
        "1 tests did not get",
    ),
    ("nothing was built", [], 1, (0, 1, 0), "no test ran"),
    ("there are no tests", END, 0, (0, 1, 0), "no test ran"),
    ("another package's tests ran", whole("Q.S/a()", "pass") + END, 0, (0, 1, 0), "another package"),
    ("a name that begins like the module", whole("PQ.a()", "pass") + END, 0, (0, 1, 0), "another package"),
    ("a failure outside of the tests", whole("P.a()", "pass") + END, 1, (1, 1, 0), "outside of its tests"),
    ("a run cut off that says all is well", whole("P.a()", "pass"), 0, (1, 1, 0), "before its end"),
    ("a failed test", whole("P.a()", "fail") + whole("P.b()", "pass") + END, 1, (1, 1, 0), ""),
    ("a known issue passes", whole("P.a()", "passWithKnownIssue") + END, 0, (1, 0, 0), ""),
    (
        "a skipped test, with its reason",
        whole("P.a()", "pass")
        + [function("P.b()"), event("testSkipped", "P.b()", "skip", 'Test b() skipped: "no vectors"')]
        + END,
        0,
        (1, 0, 1),
        "no vectors",
    ),
    (
        "a suite is no test",
        [suite("P.S"), event("testStarted", "P.S")]
        + whole("P.S/a()", "pass")
        + [event("testEnded", "P.S", "pass")]
        + END,
        0,
        (1, 0, 0),
        "",
    ),
]


class Counting(unittest.TestCase):
    def test_rows(self):
        for name, stream, status, expected, word in ROWS:
            with self.subTest(name):
                *counts, notes = count(Run(stream), {"P"}, status)
                self.assertEqual(tuple(counts), expected, notes)
                self.assertIn(word, "\n".join(notes))

    def test_a_line_that_a_crash_cut_short_is_left_out(self):
        import tempfile

        from count_tests import records

        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "events"
            path.write_text(json.dumps(function("P.a()")) + "\n" + '{"kind":"ev', encoding="utf-8")
            self.assertEqual(len(list(records(path))), 1)


if __name__ == "__main__":
    unittest.main()
