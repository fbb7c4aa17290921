"""Checks the workspace's dependency rules: see Workspace.md. Prints `file:line: what is wrong and what to do`."""

import argparse
import pathlib
import re
import sys

from swift_source import Source
from workspace import Tables, load_packages

ALLOWED_ENTRIES = {"Packages", "Apps", "Tests", "Scripts", "Workspace.md", "README.md"}
# What comes with Swift and the system: allowed everywhere, but for the two Foundations.
TOOLCHAIN = {
    "Swift",
    "Synchronization",
    "Testing",
    "Dispatch",
    "Distributed",
    "Glibc",
    "Musl",
    "Darwin",
    "Observation",
    "RegexBuilder",
    "PackageDescription",
    "Foundation",
    "FoundationEssentials",
    "os",
    "_Concurrency",
    "_StringProcessing",
}
FOUNDATION = {"Foundation", "FoundationEssentials"}
# The one app that others may use: what both programs share.
SHARED_APP = "CommandLineKit"
MANIFEST_START = "// swift-tools-version: 6.2\n"
LANGUAGE_MODE = "swiftLanguageModes: [.v6]"
SETTINGS_MARK = "// The settings block:"
INCLUDE = re.compile(r'^\s*#\s*(?:include|import)\s*"([^"]+)"')


class Check:
    """One run over a workspace; `run` gives the problems as (path, line, text), sorted."""

    def __init__(self, root, manifests=None):
        self.root = root
        self.tables = Tables(root / "Workspace.md")
        self.packages = load_packages(root, manifests)
        self.problems = []
        self.targets = {}
        self.sources = {}
        self.rows = {row.cells[0]: row for row in self.tables.rows("target/may import")}
        self.support = {row.cells[0]: row for row in self.tables.rows("support target/package")}
        libraries = self.tables.rows("library/module")
        self.modules_of_library = {row.cells[0]: row.cells[1] for row in libraries}
        self.owner_of_module = {row.cells[1]: (row.cells[2], row.line) for row in libraries}

    def problem(self, path, line, text):
        path = path.relative_to(self.root) if path.is_absolute() else path
        self.problems.append((str(path), line, text))

    def source(self, path):
        if path not in self.sources:
            self.sources[path] = Source(path.read_text(encoding="utf-8"))
        return self.sources[path]

    def run(self):
        self.check_entries()
        self.check_map()
        self.check_targets()
        self.check_table()
        for package in self.packages:
            self.check_manifest_form(package)
            self.check_package_edges(package)
            self.check_manifest_edges(package)
            for target in package.targets:
                if target.kind == "system":
                    self.check_headers(target)
                else:
                    self.check_imports(target)
        self.check_cycles()
        self.check_unsafe()
        self.check_unproven()
        return sorted(set(self.problems))

    # The tree

    def check_entries(self):
        for entry in sorted(self.root.iterdir()):
            if entry.name not in ALLOWED_ENTRIES and not entry.name.startswith("."):
                self.problem(
                    entry,
                    1,
                    "does not belong at the top level; move it into Packages, Apps, Tests or Scripts",
                )

    def check_map(self):
        listed = {row.cells[0]: row.line for row in self.tables.rows("where/what it is")}
        for package in self.packages:
            place = str(package.folder.relative_to(self.root))
            if place not in listed:
                self.problem(
                    package.manifest,
                    1,
                    f"package {place} is missing from Workspace.md's map; add a row: what it is",
                )
        for place, line in listed.items():
            if not (self.root / place).exists():
                self.problem(self.tables.path, line, f"there is no {place}; remove the row")

    def check_manifest_form(self, package):
        if not package.text.startswith(MANIFEST_START):
            self.problem(
                package.manifest, 1, f"does not start with `{MANIFEST_START.strip()}`; every manifest does"
            )
        if LANGUAGE_MODE not in package.text:
            self.problem(package.manifest, 1, f"lacks `{LANGUAGE_MODE}`; add it to Package(…)")
        model = next((other for other in self.packages if other.name == "NostrCore"), self.packages[0])
        expected, block = self.settings_block(model), self.settings_block(package)
        if block is None:
            self.problem(
                package.manifest, 1, f"has no settings block; copy the end of {model.name}'s manifest"
            )
        elif expected is not None and block[1] != expected[1]:
            ours, theirs = block[1].split("\n"), expected[1].split("\n")
            same = [our == their for our, their in zip(ours, theirs)]
            line = block[0] + min(same.index(False) if False in same else len(same), len(ours) - 1)
            self.problem(
                package.manifest,
                line,
                f"the settings block differs here from {model.name}'s; copy that one unchanged",
            )

    @staticmethod
    def settings_block(package):
        """The line on which a manifest's settings block starts, and its text up to the end of the file."""
        if SETTINGS_MARK not in package.text:
            return None
        return package.line_of_text(SETTINGS_MARK), package.text[package.text.index(SETTINGS_MARK) :].rstrip()

    # Targets and the table

    def check_targets(self):
        for package in self.packages:
            for target in package.targets:
                line = package.line_of_target(target.name)
                if target.name in self.targets:
                    other = self.targets[target.name].package.name
                    self.problem(
                        package.manifest,
                        line,
                        f"target {target.name} is declared by {other} too; names are unique in the whole graph:"
                        f" rename it, or depend on {other}'s product",
                    )
                    continue
                self.targets[target.name] = target
                if target.kind == "system":
                    self.check_owner(package, target, line)
                elif target.kind != "test":
                    self.check_row_of(package, target, line)
        self.by_module = {target.module: target for target in self.targets.values()}

    def check_owner(self, package, target, line):
        owner, row = self.owner_of_module.get(target.name, (None, 0))
        if owner is None:
            self.problem(
                package.manifest,
                line,
                f"system library {target.name} is missing from Workspace.md's table of system libraries; add a row",
            )
        elif owner != package.name:
            self.problem(
                package.manifest,
                line,
                f"{target.name} is owned by {owner} (Workspace.md:{row}); depend on its product",
            )

    def check_row_of(self, package, target, line):
        row = self.support.get(target.name)
        if target.name not in self.rows and row is None:
            self.problem(
                package.manifest,
                line,
                f"target {target.name} is missing from Workspace.md; add a row that says what it may import",
            )
        elif row is not None and row.cells[1] != package.name:
            self.problem(
                self.tables.path,
                row.line,
                f"{target.name} belongs to {package.name}, not {row.cells[1]}; correct it",
            )

    def check_table(self):
        path = self.tables.path
        for row in self.rows.values():
            for name in row.names(1):
                if name not in self.rows:
                    self.problem(
                        path, row.line, f"{row.cells[0]} may import {name}, which has no row of its own"
                    )
            for library in row.names(2):
                if library not in self.modules_of_library:
                    self.problem(
                        path, row.line, f"{library} is not in the table of system libraries; add it there"
                    )
        for name, row in list(self.rows.items()) + list(self.support.items()):
            if name not in self.targets:
                self.problem(path, row.line, f"there is no target {name}; remove the row")
        for module, (_, line) in self.owner_of_module.items():
            if module not in self.targets:
                self.problem(path, line, f"there is no system library target {module}; remove the row")

    def allowed(self, target):
        """The targets and modules that a target may use."""
        package = target.package
        if target.name in self.rows:
            return self.allowed_by_row(target.name)
        result = set()
        for sibling in package.targets:
            if sibling.kind != "system":
                result.add(sibling.name)
            if sibling.name in self.rows:
                result |= self.allowed_by_row(sibling.name)
        if package.group == "Tests":
            result |= set(self.rows)
        return result

    def allowed_by_row(self, name):
        row = self.rows[name]
        modules = {self.modules_of_library.get(library) for library in row.names(2)}
        return set(row.names(1)) | modules

    # Edges

    def declared(self, target):
        """The targets that a target's manifest gives it, products taken apart."""
        result = set()
        for name in target.dependencies:
            if name in self.targets and self.targets[name].package is target.package:
                result.add(name)
                continue
            for package in self.packages:
                if package is not target.package and name in package.products:
                    result |= set(package.products[name])
        return result

    def across_apps(self, package, other):
        """Why a package may not use another whatever the table says, or None."""
        if other is package or other.group != "Apps" or package.group == "Tests":
            return None
        if package.group == "Packages":
            return f"uses the app {other.name}; a package is usable without the programs"
        if other.name == SHARED_APP:
            return None
        return f"uses the app {other.name}; programs share code through Packages and {SHARED_APP} only"

    def check_package_edges(self, package):
        for name in package.outside:
            self.problem(
                package.manifest,
                package.line_of_text(name),
                f"depends on {name}, which is not of this workspace; it uses system libraries and its own packages only",
            )
        for path in package.package_paths:
            other = next((other for other in self.packages if other.folder.name == path.name), None)
            line = package.line_of_text(f'{path.name}")')
            if other is None:
                self.problem(
                    package.manifest, line, f"depends on {path.name}, which is not of this workspace"
                )
            elif self.across_apps(package, other):
                self.problem(package.manifest, line, f"{package.name} {self.across_apps(package, other)}")

    def check_manifest_edges(self, package):
        for target in package.targets:
            if target.kind == "system":
                continue
            for name in sorted(self.declared(target) - self.allowed(target)):
                self.problem(
                    package.manifest, package.line_of_edge(target.name, name), self.refusal(target, name)
                )

    def check_imports(self, target):
        allowed = self.allowed(target)
        declared = self.declared(target)
        for path in target.sources():
            for line, module in self.source(path).imports():
                text = self.import_problem(target, module, allowed, declared)
                if text:
                    self.problem(path, line, text)

    def import_problem(self, target, module, allowed, declared):
        if module == target.module:
            return None
        if module == "FoundationNetworking":
            return "FoundationNetworking is used nowhere: it costs 20 MB and has no WebSockets; use HTTPTransport"
        if module == "XCTest":
            return "tests are written with Testing, not XCTest"
        if module in FOUNDATION and target.name in self.rows:
            return f"{module} stays out of {target.name}; use the standard library and Glibc"
        if module in TOOLCHAIN:
            return None
        if module not in self.by_module:
            return f"module {module} is neither of this workspace nor of the toolchain; remove the import"
        other = self.by_module[module]
        across = self.across_apps(target.package, other.package)
        if across:
            return f"{target.name} {across}"
        if other.name not in allowed:
            return self.refusal(target, other.name)
        if other.name not in declared:
            return (
                f"{target.name} imports {other.name}, which its manifest does not declare; add the dependency"
            )
        return None

    def refusal(self, target, name):
        across = self.across_apps(target.package, self.targets[name].package)
        if across:
            return f"{target.name} {across}"
        row = self.rows.get(target.name)
        where = f"Workspace.md:{row.line}" if row else "what Workspace.md allows its package"
        return f"{target.name} may not import {name} ({where}); change the design, or the row and say why"

    def check_headers(self, target):
        """A shim includes the library it wraps and its own files, not another target's."""
        for path in target.headers():
            for number, text in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
                match = INCLUDE.match(text)
                if match and not (path.parent / match.group(1)).resolve().is_relative_to(
                    target.folder.resolve()
                ):
                    self.problem(
                        path, number, f"{match.group(1)} is not of {target.name}; include <…> of the library"
                    )

    def check_cycles(self):
        edges = {name: set(row.names(1)) for name, row in self.rows.items()}
        for target in self.targets.values():
            if target.kind != "system":
                edges.setdefault(target.name, set()).update(self.declared(target))
        done, path = set(), []

        def visit(name):
            if name in path:
                cycle = path[path.index(name) :] + [name]
                row = self.rows.get(cycle[0])
                where = (self.tables.path, row.line) if row else (self.targets[name].package.manifest, 1)
                self.problem(*where, f"a cycle: {' → '.join(cycle)}; take one of these edges out")
            elif name not in done:
                path.append(name)
                for other in sorted(edges.get(name, ())):
                    visit(other)
                path.pop()
                done.add(name)

        for name in sorted(edges):
            visit(name)

    # Pointers and Sendable

    def check_unsafe(self):
        fences = {}
        for row in self.tables.rows("target/file"):
            target = self.targets.get(row.cells[0])
            path = target.folder / row.cells[1] if target else None
            if path is None or not path.is_file():
                self.problem(
                    self.tables.path,
                    row.line,
                    f"there is no file {row.cells[1]} in target {row.cells[0]}; correct it",
                )
            elif not self.source(path).unsafe_lines():
                self.problem(
                    self.tables.path, row.line, f"{row.cells[1]} says `unsafe` no more; remove the row"
                )
            fences.setdefault(row.cells[0], set()).add(path)
        for name in self.rows:
            target = self.targets.get(name)
            for path in target.sources() if target else []:
                lines = self.source(path).unsafe_lines()
                if lines and path not in fences.get(name, ()):
                    self.problem(
                        path,
                        lines[0],
                        f"says `unsafe`, but {name} touches pointers only in the files that Workspace.md lists;"
                        " move this there, or list the file and say why",
                    )

    def check_unproven(self):
        listed = {row.cells[0]: (int(row.cells[1]), row.line) for row in self.tables.rows("file/count")}
        found = {}
        for target in self.targets.values():
            for path in target.sources() if target.kind != "system" else []:
                lines = self.source(path).unproven_lines()
                if lines:
                    found[str(path.relative_to(self.root))] = lines
                for line in lines:
                    if not self.source(path).has_comment_near(line):
                        self.problem(
                            path, line, "no comment beside it names what protects this value; add one"
                        )
        for path, lines in found.items():
            expected = listed.get(path, (0, 0))[0]
            if len(lines) != expected:
                self.problem(
                    pathlib.Path(path),
                    lines[-1],
                    f"{len(lines)} of `@unchecked` or `(unsafe)` in this file, Workspace.md lists {expected};"
                    " let the compiler prove it, or correct the list",
                )
        for path, (_, line) in listed.items():
            if path not in found:
                self.problem(self.tables.path, line, f"{path} has none any more; remove the row")


def main(arguments):
    parser = argparse.ArgumentParser(
        prog="check-dependencies",
        description="Checks every manifest and import line against the tables of Workspace.md.",
        epilog="Example: Scripts/check-dependencies",
    )
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    parser.add_argument(
        "--manifests", type=pathlib.Path, help="read manifests as JSON from this folder, for tests"
    )
    options = parser.parse_args(arguments)
    check = Check(options.root.resolve(), options.manifests)
    problems = check.run()
    for path, line, text in problems:
        print(f"{path}:{line}: {text}")
    if problems:
        print(
            f"check-dependencies: {len(problems)} problem{'s' if len(problems) > 1 else ''}", file=sys.stderr
        )
        return 1
    targets = sum(1 for target in check.targets.values() if target.kind != "system")
    print(f"check-dependencies: {len(check.packages)} packages, {targets} targets, nothing to complain about")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
