"""Injects each kind of violation into a small workspace; the check must name the file, the line and what is wrong."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest

from small_workspace import CHECK, SETTINGS, START, TABLES, Workspace, target


class CheckDependencies(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.workspace = Workspace(pathlib.Path(folder.name).resolve())

    def refused(self, where, words):
        status, output = self.workspace.check()
        self.assertEqual(status, 1, output)
        lines = [line for line in output.split("\n") if line]
        self.assertEqual(len(lines), 1, output + self.workspace.errors)
        self.assertTrue(lines[0].startswith(where + ": "), f"{lines[0]}\nshould start with {where}")
        for word in words:
            self.assertIn(word, lines[0])

    def test_a_workspace_that_keeps_the_rules_passes(self):
        status, output = self.workspace.check()
        self.assertEqual(status, 0, output)
        self.assertIn("5 packages, 7 targets", output)

    # Imports that the manifest or the table does not give

    def test_an_undeclared_import_of_a_swift_module(self):
        self.workspace.write("Apps/Tool/Sources/Tool/most.swift", "\npublic import struct Leaf.Leaf\n")
        self.refused(
            "Apps/Tool/Sources/Tool/most.swift:2", ["Leaf", "does not declare", "add the dependency"]
        )

    def test_an_undeclared_import_in_each_form(self):
        for form in [
            "import",
            "public import",
            "internal import",
            "@testable import",
            "@preconcurrency import",
            "@_exported import",
            "import struct",
            "#if canImport(Leaf)\nimport",
        ]:
            with self.subTest(form):
                self.workspace.write("Apps/Tool/Sources/Tool/most.swift", f"{form} Leaf\n")
                line = 1 + form.count("\n")
                self.refused(f"Apps/Tool/Sources/Tool/most.swift:{line}", ["Leaf", "does not declare"])

    def test_an_undeclared_import_of_a_C_module(self):
        self.workspace.write(
            "Apps/Tool/Sources/Tool/most.swift", "#if true\n  @preconcurrency import COne\n#endif\n"
        )
        self.refused("Apps/Tool/Sources/Tool/most.swift:2", ["COne", "may not import"])

    def test_an_allowed_C_module_that_the_manifest_does_not_give(self):
        self.workspace.target("Core")["dependencies"].pop(0)
        self.refused("Packages/Core/Sources/Core/Fence.swift:1", ["COne", "does not declare"])

    def test_an_undeclared_import_of_a_test(self):
        self.workspace.write("Packages/Core/Tests/CoreTests/more.swift", "import Leaf\n")
        self.refused(
            "Packages/Core/Tests/CoreTests/more.swift:1", ["CoreTests imports Leaf", "does not declare"]
        )

    def test_a_test_that_imports_what_its_package_may_not(self):
        self.workspace.write("Packages/Leaf/Tests/LeafTests/Tests.swift", "import Core\n")
        self.workspace.manifests["Leaf"]["targets"].append(target("LeafTests", "Leaf", kind="test"))
        self.refused("Packages/Leaf/Tests/LeafTests/Tests.swift:1", ["LeafTests may not import Core"])

    def test_an_unknown_module(self):
        self.workspace.write("Packages/Leaf/Sources/Leaf/more.swift", "import NIOCore\n")
        self.refused("Packages/Leaf/Sources/Leaf/more.swift:1", ["NIOCore", "remove the import"])

    def test_xctest(self):
        self.workspace.write("Packages/Core/Tests/CoreTests/more.swift", "import XCTest\n")
        self.refused("Packages/Core/Tests/CoreTests/more.swift:1", ["Testing"])

    def test_foundation_in_a_library(self):
        self.workspace.write("Packages/Leaf/Sources/Leaf/more.swift", "// first\nimport Foundation\n")
        self.refused("Packages/Leaf/Sources/Leaf/more.swift:2", ["Foundation stays out of Leaf"])

    def test_foundation_networking_anywhere(self):
        self.workspace.write("Packages/Core/Tests/CoreTests/more.swift", "import FoundationNetworking\n")
        self.refused("Packages/Core/Tests/CoreTests/more.swift:1", ["FoundationNetworking", "HTTPTransport"])

    def test_a_shim_that_includes_another_folder(self):
        self.workspace.write(
            "Packages/Core/Sources/COne/shim.h", '#include <one.h>\n# include "../Core/core.h"\n'
        )
        self.refused("Packages/Core/Sources/COne/shim.h:2", ["../Core/core.h", "COne"])

    # Edges of manifests

    def test_an_edge_that_the_table_does_not_allow(self):
        self.workspace.target("Leaf")["dependencies"].append({"product": ["COne", "Core", None, None]})
        more = '.target(\n  name: "Leaf",\n  dependencies: [\n    .product(name: "COne", package: "Core")\n])'
        self.workspace.write("Packages/Leaf/Package.swift", START.format("Leaf") + more + "\n" + SETTINGS)
        status, output = self.workspace.check()
        self.assertEqual(status, 1)
        self.assertIn("Packages/Leaf/Package.swift:6: Leaf may not import COne (Workspace.md:13)", output)

    def test_an_edge_declared_through_a_constant_is_reported_at_the_target(self):
        self.workspace.target("CoreTests")["dependencies"].append({"byName": ["Other", None]})
        self.refused("Packages/Core/Package.swift:6", ["CoreTests", "Other"])

    def test_an_app_that_imports_another_app(self):
        self.workspace.write("Apps/Tool/Sources/Tool/most.swift", "import Other\n")
        self.refused(
            "Apps/Tool/Sources/Tool/most.swift:1", ["Tool uses the app Other", "share code through Packages"]
        )

    def test_an_app_that_imports_another_app_although_the_table_says_so(self):
        self.workspace.write("Workspace.md", TABLES.replace("| Tool | Core,", "| Tool | Other, Core,"))
        self.workspace.target("Tool")["dependencies"].append({"product": ["Other", "Other", None, None]})
        self.workspace.write("Apps/Tool/Sources/Tool/most.swift", "import Other\n")
        self.refused("Apps/Tool/Sources/Tool/most.swift:1", ["Tool uses the app Other"])

    def test_an_app_whose_manifest_takes_another_app(self):
        self.workspace.manifests["Tool"]["dependencies"].append(
            {"fileSystem": [{"path": "/somewhere/Other"}]}
        )
        text = self.workspace.manifest_text("Tool", '.package(path: "../Other"),\n')
        self.workspace.write("Apps/Tool/Package.swift", text)
        self.refused("Apps/Tool/Package.swift:4", ["Tool uses the app Other"])

    def test_a_package_whose_manifest_takes_an_app(self):
        self.workspace.manifests["Leaf"]["dependencies"].append(
            {"fileSystem": [{"path": "/x/CommandLineKit"}]}
        )
        text = self.workspace.manifest_text("Leaf", '.package(path: "../../Apps/CommandLineKit"),\n')
        self.workspace.write("Packages/Leaf/Package.swift", text)
        self.refused(
            "Packages/Leaf/Package.swift:4", ["Leaf uses the app CommandLineKit", "without the programs"]
        )

    def test_an_outside_package(self):
        self.workspace.manifests["Leaf"]["dependencies"].append({"sourceControl": [{"identity": "stranger"}]})
        text = self.workspace.manifest_text(
            "Leaf", '.package(url: "https://example.com/stranger", from: "1.0.0"),\n'
        )
        self.workspace.write("Packages/Leaf/Package.swift", text)
        self.refused("Packages/Leaf/Package.swift:4", ["stranger", "not of this workspace"])

    def test_a_cycle(self):
        text = TABLES.replace("| Leaf | – | – |", "| Leaf | Core | – |")
        self.workspace.write("Workspace.md", text)
        self.refused("Workspace.md:14", ["a cycle", "Core → Leaf → Core"])

    def test_a_cycle_of_manifests(self):
        self.workspace.target("Core")["dependencies"].append({"byName": ["CoreBenchmarks", None]})
        status, output = self.workspace.check()
        self.assertEqual(status, 1)
        self.assertIn("Workspace.md:14: a cycle: Core → CoreBenchmarks → Core", output)

    # The tables

    def test_a_target_without_a_row(self):
        self.workspace.manifests["Leaf"]["targets"].append(target("Twig"))
        self.workspace.write("Packages/Leaf/Package.swift", self.workspace.manifest_text("Leaf"))
        self.refused(
            "Packages/Leaf/Package.swift:4", ["target Twig", "missing from Workspace.md", "add a row"]
        )

    def test_a_package_missing_from_the_map(self):
        self.workspace.manifests["New"] = Workspace.manifest("New", [])
        self.workspace.write("Packages/New/Package.swift", self.workspace.manifest_text("New"))
        self.refused("Packages/New/Package.swift:1", ["package Packages/New", "add a row"])

    def test_a_map_row_without_a_package(self):
        self.workspace.write(
            "Workspace.md",
            TABLES.replace("Packages/Leaf | a", "Packages/Leaf | a leaf |\n| Packages/Gone | a"),
        )
        self.refused("Workspace.md:7", ["no Packages/Gone", "remove the row"])

    def test_a_row_without_a_target(self):
        self.workspace.write(
            "Workspace.md", TABLES.replace("| Other | – | – |", "| Other | – | – |\n| Gone | – | – |")
        )
        self.refused("Workspace.md:17", ["no target Gone", "remove the row"])

    def test_a_row_that_allows_what_is_not_there(self):
        self.workspace.write("Workspace.md", TABLES.replace("| Other | – | – |", "| Other | Gone | – |"))
        self.refused("Workspace.md:16", ["Gone", "no row"])

    def test_a_row_with_a_library_that_is_not_listed(self):
        self.workspace.write("Workspace.md", TABLES.replace("| Other | – | – |", "| Other | – | libtwo |"))
        self.refused("Workspace.md:16", ["libtwo", "table of system libraries"])

    def test_a_support_target_of_another_package(self):
        self.workspace.write(
            "Workspace.md", TABLES.replace("| CoreBenchmarks | Core |", "| CoreBenchmarks | Leaf |")
        )
        self.refused("Workspace.md:21", ["CoreBenchmarks belongs to Core"])

    def test_a_missing_table(self):
        self.workspace.write("Workspace.md", TABLES.replace("| library | module |", "| library | C module |"))
        status, _ = self.workspace.check()
        self.assertEqual(status, 1)
        self.assertIn("no table whose header starts with 'library | module'", self.workspace.errors)

    def test_two_owners_of_a_C_target(self):
        self.workspace.manifests["Leaf"]["targets"].append(target("COne", kind="system"))
        self.workspace.write("Packages/Leaf/Package.swift", self.workspace.manifest_text("Leaf"))
        status, output = self.workspace.check()
        self.assertEqual(status, 1)
        self.assertIn("Packages/Leaf/Package.swift:4: target COne is declared by Core too", output)

    def test_a_C_target_away_from_its_owner(self):
        self.workspace.write(
            "Workspace.md", TABLES.replace("| libone | COne | Core |", "| libone | COne | Leaf |")
        )
        self.refused("Packages/Core/Package.swift:3", ["COne is owned by Leaf", "depend on its product"])

    def test_a_system_library_without_a_row(self):
        self.workspace.manifests["Leaf"]["targets"].append(target("CTwo", kind="system"))
        self.workspace.write("Packages/Leaf/Package.swift", self.workspace.manifest_text("Leaf"))
        self.refused("Packages/Leaf/Package.swift:4", ["system library CTwo", "missing"])

    # Pointers and Sendable

    def test_a_second_file_that_says_unsafe(self):
        self.workspace.write(
            "Packages/Core/Sources/Core/more.swift", 'let a = "unsafe" // unsafe\nlet b = f(unsafe g())\n'
        )
        self.refused("Packages/Core/Sources/Core/more.swift:2", ["unsafe", "Core", "move this there"])

    def test_a_fence_without_pointers(self):
        self.workspace.write("Packages/Core/Sources/Core/Fence.swift", "internal import COne\n")
        self.refused("Workspace.md:29", ["Fence.swift", "no more", "remove the row"])

    def test_a_fence_that_is_not_there(self):
        self.workspace.write(
            "Workspace.md",
            TABLES.replace("| Core | Fence.swift |", "| Core | Fence.swift |\n| Leaf | A.swift |"),
        )
        self.refused("Workspace.md:30", ["no file A.swift in target Leaf"])

    def test_an_unproven_sendable_that_is_not_listed(self):
        text = "// Written once, before any thread starts.\nnonisolated(unsafe) var a = 1\n"
        self.workspace.write("Packages/Leaf/Sources/Leaf/more.swift", text)
        self.refused("Packages/Leaf/Sources/Leaf/more.swift:2", ["1 of `@unchecked`", "lists 0"])

    def test_one_unproven_sendable_more_than_listed(self):
        text = "// Its lock.\nfinal class A: @unchecked Sendable {}\nfinal class B: @unchecked Sendable {}\n"
        self.workspace.write("Packages/Core/Sources/Core/Box.swift", text)
        self.refused("Packages/Core/Sources/Core/Box.swift:3", ["2 of `@unchecked`", "lists 1"])

    def test_an_unproven_sendable_without_a_reason(self):
        self.workspace.write(
            "Packages/Core/Sources/Core/Box.swift", "final class Box: @unchecked Sendable {}\n"
        )
        self.refused("Packages/Core/Sources/Core/Box.swift:1", ["no comment", "what protects"])

    def test_a_listed_sendable_that_is_gone(self):
        self.workspace.write("Packages/Core/Sources/Core/Box.swift", "final class Box: Sendable {}\n")
        self.refused("Workspace.md:33", ["Box.swift", "remove the row"])

    # The form of manifests and of the top level

    def test_a_settings_block_that_drifted(self):
        text = self.workspace.manifest_text("Leaf", settings=SETTINGS.replace("{}", "{ print(target) }"))
        self.workspace.write("Packages/Leaf/Package.swift", text)
        status, output = self.workspace.check()
        self.assertEqual(status, 1)
        self.assertIn("Packages/Leaf/Package.swift:6: the settings block differs here", output)

    def test_something_after_the_settings_block(self):
        text = self.workspace.manifest_text("Leaf", settings=SETTINGS + "package.targets.removeAll()\n")
        self.workspace.write("Packages/Leaf/Package.swift", text)
        status, output = self.workspace.check()
        self.assertEqual(status, 1)
        self.assertIn("Packages/Leaf/Package.swift:7: the settings block differs here", output)

    def test_a_manifest_without_the_settings_block(self):
        self.workspace.write("Packages/Leaf/Package.swift", self.workspace.manifest_text("Leaf", settings=""))
        self.refused("Packages/Leaf/Package.swift:1", ["has no settings block", "copy the end of"])

    def test_another_language_mode(self):
        text = self.workspace.manifest_text("Leaf").replace(".v6", ".v5")
        self.workspace.write("Packages/Leaf/Package.swift", text)
        self.refused("Packages/Leaf/Package.swift:1", ["swiftLanguageModes: [.v6]"])

    def test_another_tools_version(self):
        text = self.workspace.manifest_text("Leaf").replace("6.2", "6.0")
        self.workspace.write("Packages/Leaf/Package.swift", text)
        self.refused("Packages/Leaf/Package.swift:1", ["swift-tools-version: 6.2"])

    def test_something_else_at_the_top_level(self):
        self.workspace.write("notes.txt", "")
        self.refused("notes.txt:1", ["does not belong at the top level", "move it"])


class RealManifests(unittest.TestCase):
    """With what the package manager says of the manifests, rather than prepared JSON."""

    def check(self, root):
        # The package manager leaves its lock files in the temporary directory.
        return subprocess.run(
            [sys.executable, "-B", str(CHECK), "--root", str(root)],
            env=dict(os.environ, TMPDIR=str(root)),
            capture_output=True,
            text=True,
        )

    def test_an_import_that_the_package_manager_lets_pass(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder).resolve()
            workspace = Workspace(root)
            for path in ["Apps", "Packages/Core"]:
                shutil.rmtree(root / path)
            workspace.write(
                "Packages/Leaf/Package.swift",
                textwrap.dedent(
                    """\
                    // swift-tools-version: 6.2
                    import PackageDescription

                    let package = Package(
                        name: "Leaf",
                        products: [.library(name: "Twig", targets: ["Twig"])],
                        targets: [
                            .target(name: "Leaf"),
                            .target(
                                name: "Twig",
                                dependencies: ["Leaf"]),
                        ],
                        swiftLanguageModes: [.v6]
                    )

                    """
                )
                + SETTINGS,
            )
            workspace.write("Packages/Leaf/Sources/Twig/Twig.swift", "import Leaf\n")
            workspace.write(
                "Workspace.md",
                "| where | what it is |\n|---|---|\n| Packages/Leaf | a leaf |\n\n"
                "| target | may import | system libraries |\n|---|---|---|\n| Leaf | – | – |\n| Twig | – | – |\n\n"
                "| support target | package |\n|---|---|\n\n| library | module | owner |\n|---|---|---|\n\n"
                "| target | file |\n|---|---|\n\n| file | count |\n|---|---|\n",
            )
            run = self.check(root)
            self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
            self.assertIn("Packages/Leaf/Sources/Twig/Twig.swift:1: Twig may not import Leaf", run.stdout)
            self.assertIn("Packages/Leaf/Package.swift:11: Twig may not import Leaf", run.stdout)

    def test_a_manifest_that_does_not_compile(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder).resolve()
            Workspace(root)
            for path in ["Apps", "Packages/Core"]:
                shutil.rmtree(root / path)
            run = self.check(root)
            self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
            self.assertIn("Package.swift:1: the manifest can't be read", run.stderr)


if __name__ == "__main__":
    unittest.main()
