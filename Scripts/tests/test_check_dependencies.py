"""Injects each kind of violation into a small workspace; the check must name the file, the line and what is wrong."""

import json
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[1]
CHECK = SCRIPTS / "lib" / "check_dependencies.py"

SETTINGS = "// The settings block: the same text closes every manifest.\nfor target in package.targets {}\n"

TABLES = """\
# The workspace

| target | may import | system libraries |
|---|---|---|
| Leaf | – | – |
| Core | Leaf | libone |
| Tool | Core, Leaf | – |
| Other | – | – |

| support target | package |
|---|---|
| CoreBenchmarks | Core |

| library | module | owner |
|---|---|---|
| libone | COne | Core |

| target | file |
|---|---|
| Core | Fence.swift |

| file | count |
|---|---|
| Packages/Core/Sources/Core/Box.swift | 1 |
"""


def target(name, *dependencies, kind="regular", path=None):
    return {"name": name, "type": kind, "path": path, "dependencies": [{"byName": [d, None]} for d in dependencies]}


class Workspace:
    """A small workspace on disk: two packages, two programs, all of it allowed."""

    def __init__(self, root):
        self.root = root
        self.manifests = {
            "Leaf": self.manifest("Leaf", [target("Leaf")]),
            "Core": self.manifest(
                "Core",
                [
                    target("COne", kind="system"),
                    target("Core", "COne", "Leaf"),
                    target("CoreBenchmarks", "Core", kind="executable", path="Benchmarks"),
                    target("CoreTests", "Core", kind="test"),
                ],
                uses=["Leaf"],
            ),
            "Tool": self.manifest("Tool", [target("Tool", "Core", kind="executable")], uses=["Core"]),
            "Other": self.manifest("Other", [target("Other", kind="executable")]),
        }
        self.write("Workspace.md", TABLES)
        self.write("README.md", "")
        self.write("Packages/Leaf/Sources/Leaf/Leaf.swift", "public struct Leaf: Sendable {}\n")
        self.write("Packages/Core/Sources/Core/Core.swift", "import Leaf\nimport Synchronization\n")
        self.write("Packages/Core/Sources/Core/Fence.swift", "internal import COne\nlet x = unsafe one()\n")
        self.write("Packages/Core/Sources/Core/Box.swift", "final class Box: @unchecked Sendable {}\n")
        self.write("Packages/Core/Tests/CoreTests/Tests.swift", "import Foundation\n@testable import Core\n")
        self.write("Packages/Core/Benchmarks/main.swift", "import Core\nimport Foundation\n")
        self.write("Apps/Tool/Sources/Tool/main.swift", 'let text = """\nimport Other\n"""\nimport Core\n// import Other\n')
        self.write("Apps/Other/Sources/Other/main.swift", "import Glibc\n")
        for group, name in [("Packages", "Leaf"), ("Packages", "Core"), ("Apps", "Tool"), ("Apps", "Other")]:
            lines = "".join(f'.target(name: "{t["name"]}"),\n' for t in self.manifests[name]["targets"])
            self.write(f"{group}/{name}/Package.swift", f"{lines}\n{SETTINGS}")

    @staticmethod
    def manifest(name, targets, uses=()):
        return {
            "name": name,
            "targets": targets,
            "products": [{"name": t["name"], "targets": [t["name"]]} for t in targets if t["type"] != "test"],
            "dependencies": [{"fileSystem": [{"path": f"/somewhere/{other}"}]} for other in uses],
        }

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def target(self, name):
        return next(t for m in self.manifests.values() for t in m["targets"] if t["name"] == name)

    def check(self):
        folder = self.root / ".manifests"
        folder.mkdir()
        for name, data in self.manifests.items():
            (folder / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
        run = subprocess.run(
            [sys.executable, "-B", str(CHECK), "--root", str(self.root), "--manifests", str(folder)],
            capture_output=True, text=True,
        )
        return run.returncode, run.stdout


class CheckDependencies(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.workspace = Workspace(pathlib.Path(folder.name).resolve())

    def refused(self, where, words):
        status, output = self.workspace.check()
        self.assertEqual(status, 1, output)
        lines = [line for line in output.split("\n") if line]
        self.assertEqual(len(lines), 1, output)
        self.assertTrue(lines[0].startswith(where + ": "), f"{lines[0]}\nshould start with {where}")
        for word in words:
            self.assertIn(word, lines[0])

    def test_a_workspace_that_keeps_the_rules_passes(self):
        status, output = self.workspace.check()
        self.assertEqual(status, 0, output)
        self.assertIn("4 packages, 6 targets", output)

    def test_an_undeclared_import_of_a_swift_module(self):
        self.workspace.write("Apps/Tool/Sources/Tool/more.swift", "\npublic import struct Leaf.Leaf\n")
        self.refused("Apps/Tool/Sources/Tool/more.swift:2", ["Leaf", "does not declare"])

    def test_an_undeclared_import_of_a_C_module(self):
        self.workspace.write("Apps/Tool/Sources/Tool/more.swift", "#if true\n  @preconcurrency import COne\n#endif\n")
        self.refused("Apps/Tool/Sources/Tool/more.swift:2", ["COne", "may not import"])

    def test_a_declared_C_module_that_the_manifest_does_not_give(self):
        self.workspace.target("Core")["dependencies"].pop(0)
        self.refused("Packages/Core/Sources/Core/Fence.swift:1", ["COne", "does not declare"])

    def test_an_edge_that_the_table_does_not_allow(self):
        self.workspace.target("Leaf")["dependencies"].append({"product": ["Other", "Other", None, None]})
        self.refused("Packages/Leaf/Package.swift:1", ["Leaf may not import Other"])

    def test_an_app_that_imports_another_app(self):
        self.workspace.write("Apps/Tool/Sources/Tool/more.swift", "import Other\n")
        self.refused("Apps/Tool/Sources/Tool/more.swift:1", ["the app Other", "apps share code through packages"])

    def test_a_cycle(self):
        text = TABLES.replace("| Leaf | – | – |", "| Leaf | Core | – |")
        self.workspace.write("Workspace.md", text)
        self.refused("Workspace.md:6", ["a cycle", "Core → Leaf → Core"])

    def test_a_cycle_of_manifests(self):
        self.workspace.target("Core")["dependencies"].append({"byName": ["CoreBenchmarks", None]})
        status, output = self.workspace.check()
        self.assertEqual(status, 1)
        self.assertIn("a cycle: Core → CoreBenchmarks → Core", output)

    def test_a_target_without_a_row(self):
        self.workspace.manifests["Leaf"]["targets"].append(target("Twig"))
        self.refused("Packages/Leaf/Package.swift:1", ["target Twig", "missing from Workspace.md"])

    def test_a_package_without_rows(self):
        self.workspace.manifests["New"] = Workspace.manifest("New", [target("New")])
        self.workspace.write("Packages/New/Package.swift", f'.target(name: "New"),\n\n{SETTINGS}')
        self.refused("Packages/New/Package.swift:1", ["target New", "missing from Workspace.md"])

    def test_a_row_without_a_target(self):
        self.workspace.write("Workspace.md", TABLES.replace("| Other | – | – |", "| Other | – | – |\n| Gone | – | – |"))
        self.refused("Workspace.md:9", ["no target Gone"])

    def test_a_row_that_allows_what_is_not_there(self):
        self.workspace.write("Workspace.md", TABLES.replace("| Other | – | – |", "| Other | Gone | – |"))
        self.refused("Workspace.md:8", ["Gone", "no row"])

    def test_a_system_library_of_another_owner(self):
        self.workspace.manifests["Leaf"]["targets"].append(target("COne", kind="system"))
        status, output = self.workspace.check()
        self.assertEqual(status, 1)
        self.assertIn("target COne is declared by", output)

    def test_a_system_library_without_a_row(self):
        self.workspace.manifests["Leaf"]["targets"].append(target("CTwo", kind="system"))
        self.refused("Packages/Leaf/Package.swift:1", ["system library CTwo", "missing"])

    def test_an_outside_package(self):
        self.workspace.manifests["Leaf"]["dependencies"].append({"sourceControl": [{"identity": "stranger"}]})
        self.refused("Packages/Leaf/Package.swift:1", ["stranger", "not of this workspace"])

    def test_an_unknown_module(self):
        self.workspace.write("Packages/Leaf/Sources/Leaf/more.swift", "import NIOCore\n")
        self.refused("Packages/Leaf/Sources/Leaf/more.swift:1", ["NIOCore"])

    def test_foundation_in_a_library(self):
        self.workspace.write("Packages/Leaf/Sources/Leaf/more.swift", "// first\nimport Foundation\n")
        self.refused("Packages/Leaf/Sources/Leaf/more.swift:2", ["Foundation stays out of Leaf"])

    def test_foundation_networking_anywhere(self):
        self.workspace.write("Packages/Core/Tests/CoreTests/more.swift", "import FoundationNetworking\n")
        self.refused("Packages/Core/Tests/CoreTests/more.swift:1", ["FoundationNetworking", "HTTPTransport"])

    def test_a_second_file_that_says_unsafe(self):
        self.workspace.write("Packages/Core/Sources/Core/more.swift", 'let a = "unsafe" // unsafe\nlet b = unsafe f()\n')
        self.refused("Packages/Core/Sources/Core/more.swift:2", ["unsafe", "Core"])

    def test_an_unproven_sendable_that_is_not_listed(self):
        self.workspace.write("Packages/Leaf/Sources/Leaf/more.swift", "nonisolated(unsafe) var a = 1\n")
        self.refused("Packages/Leaf/Sources/Leaf/more.swift:1", ["1 unproven Sendable", "lists 0"])

    def test_a_listed_sendable_that_is_gone(self):
        self.workspace.write("Packages/Core/Sources/Core/Box.swift", "final class Box: Sendable {}\n")
        self.refused("Workspace.md:24", ["Box.swift", "remove the row"])

    def test_a_settings_block_that_drifted(self):
        self.workspace.write("Packages/Leaf/Package.swift", f'.target(name: "Leaf"),\n\n{SETTINGS}// more\n')
        status, output = self.workspace.check()
        self.assertEqual(status, 1)
        self.assertIn("the settings block differs", output)

    def test_a_manifest_without_the_settings_block(self):
        self.workspace.write("Packages/Leaf/Package.swift", '.target(name: "Leaf")\n')
        status, output = self.workspace.check()
        self.assertEqual(status, 1)
        self.assertIn("Packages/Leaf/Package.swift:1: has no settings block", output)

    def test_something_else_at_the_top_level(self):
        self.workspace.write("notes.txt", "")
        self.refused("notes.txt:1", ["does not belong at the top level"])


class RealManifests(unittest.TestCase):
    def test_the_package_manager_reports_what_the_check_reads(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder).resolve()
            workspace = Workspace(root)
            for path in ["Apps", "Packages/Core"]:
                subprocess.run(["rm", "-r", str(root / path)], check=True)
            workspace.write(
                "Packages/Leaf/Package.swift",
                textwrap.dedent(
                    """\
                    // swift-tools-version: 6.2
                    import PackageDescription

                    let package = Package(
                        name: "Leaf",
                        targets: [.target(name: "Leaf"), .target(name: "Twig", dependencies: ["Leaf"])]
                    )

                    """
                ) + SETTINGS,
            )
            workspace.write("Packages/Leaf/Sources/Twig/Twig.swift", "import Leaf\n")
            workspace.write(
                "Workspace.md",
                "| target | may import | system libraries |\n|---|---|---|\n| Leaf | – | – |\n| Twig | – | – |\n\n"
                "| support target | package |\n|---|---|\n\n| library | module | owner |\n|---|---|---|\n\n"
                "| target | file |\n|---|---|\n\n| file | count |\n|---|---|\n",
            )
            run = subprocess.run(
                [sys.executable, "-B", str(CHECK), "--root", str(root)], capture_output=True, text=True
            )
            self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
            self.assertIn("Packages/Leaf/Sources/Twig/Twig.swift:1: Twig may not import Leaf", run.stdout)


if __name__ == "__main__":
    unittest.main()
