"""Takes each module alone, as another project would, and looks at what a program that imports only it links."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRATCH = ROOT / ".build"

# module: its package's folder, the libraries of ours that it must bring and no others, a line that uses it
MODULES = {
    "ThreadRefs": ("Packages/ThreadRefs", set(), "print(ThreadReference(tags: []).isReply)"),
    "DeepLinks": ("Packages/DeepLinks", set(), "print(type(of: DeepLink.self))"),
    "NostrCore": ("Packages/NostrCore", {"secp256k1", "crypto"}, "print(SHA256.hash([]))"),
    "HTTPTransport": ("Packages/NostrCore", {"curl"}, 'print(HTTPRequest(url: "http://localhost/"))'),
    "RelayClient": (
        "Packages/NostrCore",
        {"curl", "wslay", "z", "secp256k1", "crypto"},
        'print(try RelayURL("wss://r.example"))',
    ),
    "WebSocket": (
        "Packages/NostrCore",
        {"curl", "wslay", "z", "secp256k1", "crypto"},
        'print(WebSocketUpgrade.accept(key: "dGhlIHNhbXBsZSBub25jZQ==") ?? "none")',
    ),
    "PushCache": (
        "Packages/PushCache",
        {"secp256k1", "crypto"},
        'print(PushCache(directory: "/nowhere").directory)',
    ),
    "NIPPL": ("Packages/NIPPL", {"secp256k1", "crypto"}, "print(SubscriptionPlan.messageKinds)"),
    "SQLiteKit": ("Packages/NIPPL", {"sqlite3"}, "print(SQLValue.integer(1))"),
    "Invites": (
        "Packages/Invites",
        {"curl", "secp256k1", "crypto", "wslay", "z"},
        'print(StarterChannel.plan(relayURL: "wss://r.example"))',
    ),
    "AgentCards": (
        "Packages/AgentCards",
        {"curl", "secp256k1", "crypto"},
        "print(AgentCardLimits().bytes)",
    ),
    "CommandLineKit": ("Apps/CommandLineKit", set(), "print(ExitCode.done.rawValue)"),
    "NotificationService": (
        "Apps/nse-sim",
        {"curl", "wslay", "z", "secp256k1", "crypto"},
        "print(NotificationContent.genericBody)",
    ),
}
OURS = {"secp256k1", "crypto", "ssl", "curl", "sqlite3", "microhttpd", "wslay", "nghttp2", "z"}

MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "reuse-{lower}",
    dependencies: [.package(path: "{folder}")],
    targets: [
        .executableTarget(
            name: "Reuse{module}", dependencies: [.product(name: "{module}", package: "{package}")], path: "Sources")
    ],
    swiftLanguageModes: [.v6]
)
"""


class Reuse(unittest.TestCase):
    """One test a module; added below."""

    def take(self, module):
        folder, expected, line = MODULES[module]
        with tempfile.TemporaryDirectory() as base:
            package = pathlib.Path(base).resolve() / f"reuse-{module.lower()}"
            (package / "Sources").mkdir(parents=True)
            manifest = MANIFEST.format(
                module=module, lower=module.lower(), folder=ROOT / folder, package=pathlib.Path(folder).name
            )
            (package / "Package.swift").write_text(manifest, encoding="utf-8")
            (package / "Sources" / "main.swift").write_text(f"import {module}\n\n{line}\n", encoding="utf-8")
            build = subprocess.run(
                [
                    "swift",
                    "build",
                    "--disable-build-manifest-caching",
                    "--scratch-path",
                    str(SCRATCH),
                    "--package-path",
                    str(package),
                    "--product",
                    f"Reuse{module}",
                ],
                capture_output=True,
                text=True,
            )
            self.assertEqual(
                build.returncode, 0, f"{module} does not build alone:\n{build.stdout}{build.stderr}"
            )
            program = SCRATCH / "debug" / f"Reuse{module}"
            self.addCleanup(program.unlink, missing_ok=True)
            run = subprocess.run([str(program)], capture_output=True, text=True, timeout=60)
            self.assertEqual(run.returncode, 0, f"a program that uses {module} fails:\n{run.stderr}")
            needed = subprocess.run(
                ["readelf", "-d", str(program)], capture_output=True, text=True, check=True
            ).stdout
            libraries = set(re.findall(r"\(NEEDED\).*\[lib([\w+-]+)\.so", needed))
            self.assertEqual(libraries & OURS, expected, f"{module} links other libraries than it should")
            foundation = {name for name in libraries if "Foundation" in name}
            self.assertEqual(foundation, set(), f"{module} brings Foundation")


def add(module):
    folder = MODULES[module][0]

    def test(self):
        if not (ROOT / folder / "Package.swift").is_file() and os.environ.get("CI") != "true":
            self.skipTest(f"{folder} is not there")
        self.take(module)

    test.__name__ = f"test_{module}_alone"
    setattr(Reuse, test.__name__, test)


for name in MODULES:
    add(name)


class Table(unittest.TestCase):
    def test_every_library_product_is_taken(self):
        """A new module must be added here, so that it stays one that can be taken alone."""
        products = set()
        for manifest in list(ROOT.glob("Packages/*/Package.swift")) + list(ROOT.glob("Apps/*/Package.swift")):
            products |= set(
                re.findall(r'\.library\(\s*name:\s*"([^"]+)"', manifest.read_text(encoding="utf-8"))
            )
        # DevStack is the development stack as a whole: nobody takes it for a small program.
        self.assertEqual(products - set(MODULES) - {"DevStack"}, set())


if __name__ == "__main__":
    unittest.main()
