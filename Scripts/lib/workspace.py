"""The workspace as the dependency check sees it: Workspace.md's tables, the manifests, the sources."""

import concurrent.futures
import json
import pathlib
import re
import subprocess

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
            (form, values), = entry.items()
            self.dependencies.append(values[0])

    @property
    def module(self):
        return self.name.replace("-", "_")

    def sources(self):
        return sorted(self.folder.rglob("*.swift")) if self.folder.is_dir() else []


class Package:
    """A folder with a manifest."""

    def __init__(self, group, folder, data):
        self.group = group
        self.folder = folder
        self.name = data["name"]
        self.manifest = folder / "Package.swift"
        self.targets = [Target(self, target) for target in data["targets"]]
        self.products = {product["name"]: product["targets"] for product in data["products"]}
        self.package_paths = []
        for dependency in data["dependencies"]:
            for form in dependency.get("fileSystem", []):
                self.package_paths.append(pathlib.Path(form["path"]).name)
            for form in dependency.get("sourceControl", []) + dependency.get("registry", []):
                self.package_paths.append("outside:" + str(form.get("identity")))

    def line_of(self, word):
        for number, line in enumerate(self.manifest.read_text(encoding="utf-8").split("\n"), start=1):
            if f'"{word}"' in line:
                return number
        return 1


def package_folders(root):
    for group in GROUPS:
        base = root / group
        if base.is_dir():
            for folder in sorted(base.iterdir()):
                if (folder / "Package.swift").is_file():
                    yield group, folder


def dump(folder, manifests):
    if manifests:
        return json.loads((manifests / f"{folder.name}.json").read_text(encoding="utf-8"))
    run = subprocess.run(
        ["swift", "package", "dump-package", "--package-path", str(folder)], capture_output=True, text=True
    )
    if run.returncode != 0:
        raise SystemExit(f"{folder / 'Package.swift'}:1: the manifest can't be read:\n{run.stderr.strip()}")
    return json.loads(run.stdout)


def load_packages(root, manifests=None):
    found = list(package_folders(root))
    with concurrent.futures.ThreadPoolExecutor(max_workers=4) as pool:
        dumps = list(pool.map(lambda entry: dump(entry[1], manifests), found))
    return [Package(group, folder, data) for (group, folder), data in zip(found, dumps)]


IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?([A-Za-z_]\w*)"
)


def code_lines(path):
    """The lines of a source with their numbers; comments and the insides of strings are blanked."""
    text = path.read_text(encoding="utf-8")
    blank = lambda match: re.sub(r"[^\n]", " ", match.group(0))
    pattern = r'"""[\s\S]*?"""|#"(?:[^"\n]|"(?!#))*"#|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*[\s\S]*?\*/'
    return enumerate(re.sub(pattern, blank, text).split("\n"), start=1)


def imports(path):
    for number, line in code_lines(path):
        match = IMPORT.match(line)
        if match:
            yield number, match.group(1)
