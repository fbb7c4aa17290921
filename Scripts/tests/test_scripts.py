"""Runs the scripts in a small workspace whose `swift` answers as told: what they sum up, refuse and install."""

import json
import os
import pathlib
import shutil
import stat
import subprocess
import tempfile
import textwrap
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[1]
NAMES = ["setup", "build", "test", "demo", "bench", "format", "check-dependencies"]

# Answers from the folder $ANSWERS: NAME.json for dump-package, NAME.events and NAME.status for test, and so on.
SWIFT = r"""
package=; events=; product=
all="$*"
while [ $# -gt 0 ]; do
    case "$1" in
        --package-path) package="$(basename "$2")" ;;
        --event-stream-output-path) events="$2" ;;
        --product) product="$2" ;;
    esac
    shift
done
echo "$all" >>"$ANSWERS/calls"
case "$all" in
    --version*) cat "$ANSWERS/version" ;;
    "package dump-package"*) cat "$ANSWERS/$package.json" ;;
    test*)
        echo "log of $package"
        if [ -f "$ANSWERS/$package.events" ]; then cat "$ANSWERS/$package.events" >"$events"; fi
        exit "$(cat "$ANSWERS/$package.status" 2>/dev/null || echo 0)"
        ;;
    format*) exit "$(cat "$ANSWERS/format.status" 2>/dev/null || echo 0)" ;;
esac
"""

SETTINGS = "// The settings block: the same.\n"


def stream(module, tests, ended=True):
    """An event stream: each test of a module with the symbol it ended with, None for one that did not end."""
    lines = []
    for name, symbol in tests.items():
        test = f"{module}.{name}()"
        lines.append({"kind": "test", "payload": {"id": test, "kind": "function"}})
        kind = {"skip": "testSkipped"}.get(symbol, "testStarted")
        lines.append(
            {"kind": "event", "payload": {"kind": kind, "testID": test, "messages": [{"text": "because"}]}}
        )
        if symbol in ("pass", "fail"):
            lines.append(
                {
                    "kind": "event",
                    "payload": {"kind": "testEnded", "testID": test, "messages": [{"symbol": symbol}]},
                }
            )
    if ended:
        lines.append({"kind": "event", "payload": {"kind": "runEnded", "messages": [{}]}})
    return "".join(json.dumps(line) + "\n" for line in lines)


class ScriptCase(unittest.TestCase):
    def setUp(self):
        base = tempfile.TemporaryDirectory()
        self.addCleanup(base.cleanup)
        # A space in the path, as in some people's homes.
        self.base = pathlib.Path(base.name).resolve()
        self.root = self.base / "a workspace"
        self.answers = self.base / "answers"
        self.answers.mkdir()
        self.tools = self.base / "tools"
        self.tools.mkdir()
        shutil.copytree(SCRIPTS, self.root / "Scripts", ignore=shutil.ignore_patterns("tests", "__pycache__"))
        self.write(
            "Scripts/tests/test_one.py",
            "import unittest\nclass A(unittest.TestCase):\n    def test_a(self): pass\n",
        )
        self.write(
            "Tests/Reuse/test_two.py",
            "import unittest\nclass A(unittest.TestCase):\n    def test_a(self): pass\n",
        )
        self.write(".swift-format", "{}")
        # The leaf comes last by name, so that the order is not the alphabet's.
        self.package("Zeta", [])
        self.package("Alpha", ["Zeta"])
        self.write(
            "Workspace.md",
            textwrap.dedent("""\
            | where | what it is |
            |---|---|
            | Packages/Zeta | z |
            | Packages/Alpha | a |

            | target | may import | system libraries |
            |---|---|---|
            | Zeta | – | – |
            | Alpha | Zeta | – |

            | support target | package |
            |---|---|

            | library | module | owner |
            |---|---|---|

            | target | file |
            |---|---|

            | file | count |
            |---|---|
            """),
        )
        self.tool("swift", SWIFT)
        (self.answers / "version").write_text("Swift version 6.3.1 (swift-6.3.1-RELEASE)\n")

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def tool(self, name, text):
        path = self.tools / name
        path.write_text("#!/usr/bin/env bash\n" + text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def package(self, name, uses):
        paths = "".join(f'.package(path: "../{other}"), ' for other in uses)
        self.write(
            f"Packages/{name}/Package.swift",
            f"// swift-tools-version: 6.2\n// {paths}\nlet a = 1 // swiftLanguageModes: [.v6]\n"
            f'.target(name: "{name}"),\n.testTarget(name: "{name}Tests")\n{SETTINGS}',
        )
        self.write(f"Packages/{name}/Sources/{name}/A.swift", "")
        targets = [
            {
                "name": name,
                "type": "regular",
                "dependencies": [{"product": [other, other, None, None]} for other in uses],
            },
            {"name": name + "Tests", "type": "test", "dependencies": [{"byName": [name, None]}]},
        ]
        (self.answers / f"{name}.json").write_text(
            json.dumps(
                {
                    "name": name,
                    "targets": targets,
                    "products": [{"name": name, "targets": [name]}],
                    "dependencies": [{"fileSystem": [{"path": f"/x/{other}"}]} for other in uses],
                }
            )
        )
        self.results(name, {"a": "pass"})

    def results(self, name, tests, status=0, **options):
        (self.answers / f"{name}.events").write_text(stream(f"{name}Tests", tests, **options))
        (self.answers / f"{name}.status").write_text(str(status))

    def run_script(self, name, *arguments, **variables):
        environment = dict(
            os.environ, PATH=f"{self.tools}:{os.environ['PATH']}", ANSWERS=str(self.answers), **variables
        )
        return subprocess.run(
            [str(self.root / "Scripts" / name), *arguments],
            cwd="/",
            env=environment,
            capture_output=True,
            text=True,
        )

    def calls(self, word):
        text = (self.answers / "calls").read_text() if (self.answers / "calls").exists() else ""
        return [line for line in text.split("\n") if word in line]

    def ends(self, run, status, last):
        self.assertEqual(run.returncode, status, run.stdout + run.stderr)
        self.assertEqual(run.stdout.rstrip("\n").split("\n")[-1], last, run.stdout + run.stderr)


class TestScript(ScriptCase):
    def test_everything_passes(self):
        self.results("Alpha", {"a": "pass", "b": "skip"})
        run = self.run_script("test")
        self.ends(run, 0, "4 passed, 0 failed, 1 skipped")
        self.assertIn("because", run.stdout)
        self.assertEqual(len(self.calls("format lint --strict")), 1)

    def test_leaves_come_first(self):
        self.run_script("test")
        order = [line.split("/Packages/")[1].split(" ")[0] for line in self.calls("test --scratch-path")]
        self.assertEqual(order, ["Zeta", "Alpha"])

    def test_the_manifest_cache_of_the_shared_scratch_stays_off(self):
        self.run_script("test", "Zeta")
        self.assertEqual(len(self.calls("test --scratch-path")), 1)
        self.assertIn("--disable-build-manifest-caching", self.calls("test --scratch-path")[0])

    def test_a_failing_package_does_not_stop_the_next(self):
        self.results("Zeta", {"a": "fail", "b": "pass"}, status=1)
        run = self.run_script("test")
        self.ends(run, 1, "4 passed, 1 failed, 0 skipped")
        self.assertIn("log of Zeta", run.stdout)
        self.assertNotIn("log of Alpha", run.stdout)
        self.assertIn(f"Zeta: {self.root}/.build/logs/Zeta.log", run.stdout)

    def test_a_crash_is_a_failure(self):
        self.results("Zeta", {"a": "pass", "b": None}, status=1, ended=False)
        run = self.run_script("test", "Zeta")
        self.ends(run, 1, "1 passed, 1 failed, 0 skipped")
        self.assertIn("ZetaTests.b() did not end", run.stdout)

    def test_a_package_that_does_not_build_is_a_failure(self):
        self.results("Zeta", {}, status=1)
        (self.answers / "Zeta.events").unlink()
        self.ends(self.run_script("test", "Zeta", "Alpha"), 1, "1 passed, 1 failed, 0 skipped")

    def test_results_of_an_earlier_run_do_not_count(self):
        self.run_script("test", "Zeta")
        (self.answers / "Zeta.events").unlink()
        self.ends(self.run_script("test", "Zeta"), 1, "0 passed, 1 failed, 0 skipped")

    def test_another_packages_tests_are_a_failure(self):
        shutil.copy(self.answers / "Alpha.events", self.answers / "Zeta.events")
        run = self.run_script("test", "Zeta")
        self.ends(run, 1, "0 passed, 1 failed, 0 skipped")
        self.assertIn("another package", run.stdout)

    def test_no_test_at_all_is_a_failure(self):
        self.results("Zeta", {})
        self.ends(self.run_script("test", "Zeta"), 1, "0 passed, 1 failed, 0 skipped")

    def test_a_broken_rule_is_a_failure_and_the_tests_run_all_the_same(self):
        self.write("notes.txt", "")
        run = self.run_script("test", "Zeta")
        self.ends(run, 1, "1 passed, 1 failed, 0 skipped")
        self.assertIn("notes.txt:1: does not belong at the top level", run.stdout)

    def test_a_badly_formatted_file_is_a_failure(self):
        (self.answers / "format.status").write_text("1")
        self.ends(self.run_script("test"), 1, "4 passed, 1 failed, 0 skipped")

    def test_failing_python_tests_are_counted(self):
        self.write(
            "Tests/Reuse/test_two.py",
            textwrap.dedent("""\
            import unittest
            class A(unittest.TestCase):
                def test_a(self): self.fail()
                def test_b(self): self.skipTest("not there")
                def test_c(self):
                    for i in (1, 2):
                        with self.subTest(i): self.fail()
                def test_d(self): pass
            class B(unittest.TestCase):
                @classmethod
                def setUpClass(cls): raise ValueError()
                def test_e(self): pass
            """),
        )
        run = self.run_script("test", "Reuse")
        self.ends(run, 1, "1 passed, 3 failed, 1 skipped")
        self.assertIn("skipped: not there", run.stdout)

    def test_python_tests_that_do_not_load_are_a_failure(self):
        self.write("Tests/Reuse/test_two.py", "import nonsense_that_is_not_there\n")
        self.ends(self.run_script("test", "Reuse"), 1, "0 passed, 1 failed, 0 skipped")

    def test_no_python_test_at_all_is_a_failure(self):
        (self.root / "Tests/Reuse/test_two.py").unlink()
        self.ends(self.run_script("test", "Reuse"), 1, "0 passed, 1 failed, 0 skipped")

    def test_an_unknown_name(self):
        run = self.run_script("test", "Zet")
        self.assertEqual(run.returncode, 1)
        self.assertIn("there is no package Zet; there are: Zeta Alpha", run.stderr)


class SetupScript(ScriptCase):
    def debian(self, installed):
        """A machine with these packages; apt-get only writes down what it is asked."""
        words = " ".join(f"installed:{name}" for name in installed)
        self.tool("dpkg-query", f'printf "%s " {words}\n')
        self.tool("apt-get", 'echo "apt-get $*" >>"$ANSWERS/calls"\n')
        self.tool("id", "echo 0\n")

    def needed(self):
        text = (self.root / "Scripts/setup").read_text()
        block = text.split("DEBIAN_PACKAGES=(\n")[1].split("\n)")[0]
        return [line.split()[0] for line in block.split("\n")]

    def test_nothing_is_missing(self):
        self.debian(self.needed())
        run = self.run_script("setup")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
        self.assertEqual(self.calls("apt-get"), [])

    def test_only_what_is_missing_is_installed(self):
        self.debian([name for name in self.needed() if name not in ("libssl-dev", "openssl")])
        run = self.run_script("setup")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(run.stdout, "setup: installing libssl-dev openssl\n")
        self.assertEqual([call.split()[1] for call in self.calls("apt-get")], ["update", "install"])
        self.assertTrue(self.calls("install")[0].endswith(" libssl-dev openssl"), self.calls("install"))

    def test_a_name_that_is_part_of_another(self):
        self.debian([name if name != "openssl" else "libopenssl" for name in self.needed()])
        self.assertIn("installing openssl", self.run_script("setup").stdout)

    def test_old_toolchains(self):
        self.debian(self.needed())
        for version, status in [("6.1.2", 1), ("5.10", 1), ("6.2", 0), ("6.10", 0), ("7.0", 0)]:
            with self.subTest(version):
                (self.answers / "version").write_text(
                    f"swift-driver version: 1\nSwift version {version} (x)\n"
                )
                run = self.run_script("setup")
                self.assertEqual(run.returncode, status, run.stderr)
                self.assertEqual("too old; install 6.2 or later" in run.stderr, status == 1)

    def test_a_toolchain_that_does_not_run(self):
        self.debian(self.needed())
        self.tool("swift", "echo 'cannot open shared object file' >&2\nexit 127\n")
        run = self.run_script("setup")
        self.assertEqual(run.returncode, 1)
        self.assertIn("does not say its version, but: cannot open shared object file", run.stderr)

    def test_packages_that_can_not_be_installed(self):
        self.debian([])
        self.tool("apt-get", "echo 'no such mirror'\nexit 100\n")
        run = self.run_script("setup")
        self.assertEqual(run.returncode, 1)
        self.assertIn("no such mirror\nsetup: apt-get could not install them", run.stderr)


class EveryScript(ScriptCase):
    def test_help(self):
        for name in NAMES:
            with self.subTest(name):
                run = self.run_script(name, "--help")
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertIn("sage: ", run.stdout)
                self.assertIn("Example", run.stdout)
                self.assertEqual(self.calls("build"), [])

    def test_an_unknown_option(self):
        for name in NAMES:
            if name != "demo":
                with self.subTest(name):
                    run = self.run_script(name, "--frobnicate")
                    self.assertNotEqual(run.returncode, 0, run.stdout)
                    self.assertIn("--frobnicate" if name != "setup" else "no arguments", run.stderr)

    def test_build_builds_in_order_with_tests(self):
        run = self.run_script("build")
        self.assertEqual(run.returncode, 0, run.stderr)
        order = [line.split("/Packages/")[1] for line in self.calls("--build-tests")]
        self.assertEqual(order, ["Zeta", "Alpha"])

    def test_bench_without_benchmarks(self):
        run = self.run_script("bench", "Zeta")
        self.assertEqual(run.returncode, 1)
        self.assertIn("no benchmarks in Zeta", run.stderr)

    def test_shell_sources_parse(self):
        for path in [*(self.root / "Scripts" / name for name in NAMES), self.root / "Scripts/lib/common.sh"]:
            subprocess.run(["bash", "-n", str(path)], check=True)


if __name__ == "__main__":
    unittest.main()
