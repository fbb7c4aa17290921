"""Prints `passed failed skipped` of one step.

    count_tests.py swift PACKAGE_FOLDER XUNIT_FILE   what Swift Testing wrote for a package
    count_tests.py python LOG                        what unittest -v printed
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as tree


def swift(folder, results):
    results = pathlib.Path(results)
    if not results.is_file():
        return 0, 0, 0
    own = set(re.findall(r'\.testTarget\(\s*name:\s*"([^"]+)"', (pathlib.Path(folder) / "Package.swift").read_text()))
    passed = failed = skipped = foreign = 0
    for case in tree.parse(results).getroot().iter("testcase"):
        module = case.get("classname", "").split(".")[0]
        if module not in {name.replace("-", "_") for name in own}:
            foreign += 1
        elif case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    if foreign:
        print(f"{foreign} tests of another package ran instead of {folder}'s", file=sys.stderr)
        failed += foreign
    return passed, failed, skipped


def python(log):
    text = pathlib.Path(log).read_text(encoding="utf-8", errors="replace")
    failed = len(re.findall(r"\.\.\. (?:FAIL|ERROR)$", text, re.M)) + len(re.findall(r"^ERROR: .*_FailedTest", text, re.M))
    return len(re.findall(r"\.\.\. ok$", text, re.M)), failed, len(re.findall(r"\.\.\. skipped ", text))


if __name__ == "__main__":
    kind, *rest = sys.argv[1:]
    print(*(swift(*rest) if kind == "swift" else python(*rest)))
