"""A small workspace on disk that keeps all the rules, for tests to break one at a time."""

import contextlib
import io
import json
import pathlib
import sys

CHECK = pathlib.Path(__file__).resolve().parents[1] / "lib" / "check_dependencies.py"
sys.path.insert(0, str(CHECK.parent))

import check_dependencies  # noqa: E402

START = (
    '// swift-tools-version: 6.2\nlet package = Package(name: "{}", swiftLanguageModes: [.v6], targets: [\n'
)
SETTINGS = "// The settings block: the same text closes every manifest.\nfor target in package.targets {}\n"

TABLES = """\
# The workspace

| where | what it is |
|---|---|
| Packages/Core | the core |
| Packages/Leaf | a leaf |
| Apps/Tool | a program |
| Apps/Other | another program |
| Apps/CommandLineKit | what programs share |

| target | may import | system libraries |
|---|---|---|
| Leaf | – | – |
| Core | Leaf | libone |
| Tool | Core, Leaf, CommandLineKit | – |
| Other | – | – |
| CommandLineKit | – | – |

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
    return {
        "name": name,
        "type": kind,
        "path": path,
        "dependencies": [{"byName": [d, None]} for d in dependencies],
    }


class Workspace:
    """A small workspace on disk: two packages, two programs and what they share, all of it allowed."""

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
            "Tool": self.manifest(
                "Tool",
                [target("Tool", "Core", "CommandLineKit", kind="executable")],
                uses=["Core", "CommandLineKit"],
            ),
            "Other": self.manifest("Other", [target("Other", kind="executable")]),
            "CommandLineKit": self.manifest("CommandLineKit", [target("CommandLineKit")]),
        }
        self.write("Workspace.md", TABLES)
        self.write("README.md", "")
        self.write("Packages/Leaf/Sources/Leaf/Leaf.swift", "public struct Leaf: Sendable {}\n")
        self.write("Packages/Core/Sources/Core/Core.swift", "import Leaf\nimport Synchronization\n")
        self.write("Packages/Core/Sources/Core/Fence.swift", "internal import COne\nlet x = unsafe one()\n")
        self.write(
            "Packages/Core/Sources/Core/Box.swift", "// Its lock.\nfinal class Box: @unchecked Sendable {}\n"
        )
        self.write("Packages/Core/Sources/COne/shim.h", "#include <one.h>\n")
        self.write("Packages/Core/Tests/CoreTests/Tests.swift", "import Foundation\n@testable import Core\n")
        self.write("Packages/Core/Benchmarks/main.swift", "import Core\nimport Foundation\n")
        self.write(
            "Apps/Tool/Sources/Tool/main.swift",
            'let text = """\nimport Other\n"""\nimport Core\n// import Other\n',
        )
        self.write("Apps/Tool/Sources/Tool/more.swift", "public import CommandLineKit\n")
        self.write("Apps/Other/Sources/Other/main.swift", "import Glibc\n")
        groups = {
            "Leaf": "Packages",
            "Core": "Packages",
            "Tool": "Apps",
            "Other": "Apps",
            "CommandLineKit": "Apps",
        }
        for name, group in groups.items():
            self.write(f"{group}/{name}/Package.swift", self.manifest_text(name))

    def manifest_text(self, name, more="", settings=SETTINGS):
        """The third line declares the first target, and each target has its own."""
        lines = "".join(f'.target(name: "{t["name"]}"),\n' for t in self.manifests[name]["targets"])
        return f"{START.format(name)}{lines}{more}\n{settings}"

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
        folder.mkdir(exist_ok=True)
        for name, data in self.manifests.items():
            (folder / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
        output, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            try:
                status = check_dependencies.main(["--root", str(self.root), "--manifests", str(folder)])
            except SystemExit as stop:
                # What Python does with it: the text goes to stderr, the status is 1.
                status = 1
                errors.write(str(stop))
        self.errors = errors.getvalue()
        return status, output.getvalue()
