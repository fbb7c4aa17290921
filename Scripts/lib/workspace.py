"""The workspace as the dependency check sees it: Workspace.md's tables, the manifests, the sources."""

import concurrent.futures
import json
import pathlib
import re
import subprocess

from swift_source import line_at

GROUPS = ("Packages", "Apps", "Tests")


class Row:
    """A table row with the line it stands on."""

    def __init__(self, cells, line):
        self.cells = cells
        self.line = line

    def names(self, column):
        text = self.cells[column]
        return [] if text in ("", "–", "-") else [name.strip() for name in text.split(",")]


class Tables:
    """Workspace.md: each table is known by the first cell of its header."""

    def __init__(self, path):
        self.path = path
        self.tables = {}
        current = None
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
            if not line.startswith("|"):
                current = None
                continue
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if set("".join(cells)) <= set("-: "):
                continue
            if current is None:
                current = self.tables.setdefault("/".join(cells[:2]), [])
            else:
                current.append(Row(cells, number))

    def rows(self, header):
        if header not in self.tables:
            raise SystemExit(f"{self.path}: no table whose header starts with '{header.replace('/', ' | ')}'")
        return self.tables[header]


class Target:
    """A target of a manifest."""

    def __init__(self, package, data):
        self.package = package
        self.name = data["name"]
        self.kind = data["type"]
        if data.get("path"):
            folder = data["path"]
        else:
            folder = ("Tests/" if self.kind == "test" else "Sources/") + self.name
        self.folder = package.folder / folder
        self.dependencies = []
        for entry in data["dependencies"]:
            ((form, values),) = entry.items()
            self.dependencies.append(values[0])

    @property
    def module(self):
        return self.name.replace("-", "_")

    def sources(self):
        return sorted(self.folder.rglob("*.swift")) if self.folder.is_dir() else []

    def headers(self):
        return sorted(self.folder.rglob("*.h")) if self.folder.is_dir() else []


class Package:
    """A folder with a manifest."""

    def __init__(self, group, folder, data):
        self.group = group
        self.folder = folder
        self.name = data["name"]
        self.manifest = folder / "Package.swift"
        self.text = self.manifest.read_text(encoding="utf-8")
        self.targets = [Target(self, target) for target in data["targets"]]
        self.products = {product["name"]: product["targets"] for product in data["products"]}
        self.package_paths = []
        self.outside = []
        for dependency in data["dependencies"]:
            for form in dependency.get("fileSystem", []):
                self.package_paths.append(pathlib.Path(form["path"]))
            for form in dependency.get("sourceControl", []) + dependency.get("registry", []):
                self.outside.append(str(form.get("identity")))

    def declaration(self, target):
        """Where the manifest's text declares a target: from its call to the next target's."""
        calls = list(re.finditer(r'\.\w*(?:[tT]arget|Library|plugin|macro)\(\s*name:\s*"([^"]+)"', self.text))
        # A library product is declared like a target, and before it.
        ends = [match.start() for match in calls[1:]] + [len(self.text)]
        found = [
            (match.start(), end)
            for match, end in zip(calls, ends)
            if match.group(1) == target and not match.group(0).startswith(".library")
        ]
        return found[-1] if found else (0, 0)

    def line_of_target(self, target):
        return line_at(self.text, self.declaration(target)[0])

    def line_of_edge(self, target, dependency):
        """The line that names the dependency inside the target's declaration, or else the target's."""
        start, end = self.declaration(target)
        place = (
            self.text.find(f'"{dependency}"', self.text.find("dependencies:", start, end), end) if end else -1
        )
        return line_at(self.text, place if place >= 0 else start)

    def line_of_text(self, words):
        return line_at(self.text, max(0, self.text.find(words)))


def package_folders(root):
    for group in GROUPS:
        base = root / group
        if base.is_dir():
            for folder in sorted(base.iterdir()):
                if (folder / "Package.swift").is_file():
                    yield group, folder


def dump(root, folder, manifests):
    if manifests:
        return json.loads((manifests / f"{folder.name}.json").read_text(encoding="utf-8"))
    # A scratch folder apart: the package's own may be locked by a build for minutes.
    scratch = root / ".build" / "manifests" / folder.name
    run = subprocess.run(
        ["swift", "package", "dump-package", "--package-path", str(folder), "--scratch-path", str(scratch)],
        capture_output=True,
        text=True,
    )
    if run.returncode != 0:
        raise SystemExit(f"{folder / 'Package.swift'}:1: the manifest can't be read:\n{run.stderr.strip()}")
    return json.loads(run.stdout)


def load_packages(root, manifests=None):
    found = list(package_folders(root))
    with concurrent.futures.ThreadPoolExecutor(max_workers=4) as pool:
        dumps = list(pool.map(lambda entry: dump(root, entry[1], manifests), found))
    return [Package(group, folder, data) for (group, folder), data in zip(found, dumps)]
