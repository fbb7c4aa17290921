"""Runs the Python tests of a folder, verbosely on stderr, and prints `passed failed skipped` on stdout.

run_python_tests.py FOLDER
"""

import pathlib
import sys
import unittest


def test_of(case):
    """A subtest's failure is its test's."""
    return getattr(case, "test_case", case).id()


def main(folder):
    folder = str(pathlib.Path(folder).resolve())
    suite = unittest.defaultTestLoader.discover(folder, top_level_dir=folder)
    result = unittest.TextTestRunner(stream=sys.stderr, verbosity=2).run(suite)
    failed = {test_of(case) for case, _ in result.failures + result.errors}
    failed |= {test_of(case) for case in result.unexpectedSuccesses}
    skipped = {test_of(case) for case, _ in result.skipped} - failed
    # A module or a class that fails to set up counts as a failure, though none of its tests ran.
    set_up = sum(1 for name in failed if name.startswith(("setUpClass ", "setUpModule ", "tearDown")))
    passed = max(0, result.testsRun - (len(failed) - set_up) - len(skipped))
    for case, reason in result.skipped:
        print(f"{test_of(case)} skipped: {reason}", file=sys.stderr)
    if passed + len(failed) + len(skipped) == 0:
        print(f"there are no tests in {folder}", file=sys.stderr)
        failed = {folder}
    print(passed, len(failed), len(skipped))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
