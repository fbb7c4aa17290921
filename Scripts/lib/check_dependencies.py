"""Checks the workspace's dependency rules: see Workspace.md. Prints `file:line: what is wrong and what to do`."""

import argparse
import pathlib
import re
import sys

from workspace import Tables, code_lines, imports, load_packages

ALLOWED_ENTRIES = {"Packages", "Apps", "Tests", "Scripts", "Workspace.md", "README.md"}
TOOLCHAIN = {
    "Swift", "Synchronization", "Testing", "Dispatch", "Glibc", "Musl", "Darwin", "Observation", "RegexBuilder",
    "PackageDescription", "Foundation", "FoundationEssentials", "os", "_Concurrency",
}
FOUNDATION = {"Foundation", "FoundationEssentials"}
SETTINGS_MARK = "// The settings block:"
UNCHECKED = re.compile(r"@unchecked\s+Sendable|nonisolated\(unsafe\)")
UNSAFE = re.compile(r"(?<!\()\bunsafe\b(?!\))")


class Check:
    def __init__(self, root, manifests=None):
        self.root = root
        self.tables = Tables(root / "Workspace.md")
        self.packages = load_packages(root, manifests)
        self.problems = []
        self.targets = {}
        self.owner_of_target = {}
        self.rows = {row.cells[0]: row for row in self.tables.rows("target/may import")}
        self.support = {row.cells[0]: row for row in self.tables.rows("support target/package")}
        libraries = self.tables.rows("library/module")
        self.modules_of_library = {row.cells[0]: row.cells[1] for row in libraries}
        self.owner_of_module = {row.cells[1]: (row.cells[2], row.line) for row in libraries}

    def problem(self, path, line, text):
        path = path.relative_to(self.root) if path.is_absolute() else path
        self.problems.append((str(path), line, text))

    def run(self):
        self.check_entries()
        self.check_targets()
        self.check_table()
        for package in self.packages:
            self.check_settings(package)
            self.check_manifest(package)
            for target in package.targets:
                self.check_imports(package, target)
        self.check_cycles()
        self.check_unsafe()
        self.check_sendable()
        return sorted(set(self.problems))

    # The tree

    def check_entries(self):
        for entry in sorted(self.root.iterdir()):
            if entry.name not in ALLOWED_ENTRIES and not entry.name.startswith("."):
                self.problem(entry, 1, "does not belong at the top level; move it into one of the folders")

    def check_settings(self, package):
        expected = self.settings_block(self.packages[0])
        for other in self.packages:
            if other.name == "NostrCore":
                expected = self.settings_block(other)
        block = self.settings_block(package)
        if block is None:
            self.problem(package.manifest, 1, f"has no settings block; copy the end of NostrCore's manifest")
        elif expected is not None and block[1] != expected[1]:
            self.problem(package.manifest, block[0], "the settings block differs from NostrCore's; copy it unchanged")

    @staticmethod
    def settings_block(package):
        text = package.manifest.read_text(encoding="utf-8")
        if SETTINGS_MARK not in text:
            return None
        start = text.index(SETTINGS_MARK)
        return text.count("\n", 0, start) + 1, text[start:].strip()

    # Targets and the table

    def check_targets(self):
        for package in self.packages:
            for target in package.targets:
                if target.name in self.targets:
                    other = self.owner_of_target[target.name]
                    self.problem(
                        package.manifest, package.line_of(target.name),
                        f"target {target.name} is declared by {other.name} too; names are unique in the whole graph")
                    continue
                self.targets[target.name] = target
                self.owner_of_target[target.name] = package
                line = package.line_of(target.name)
                if target.kind == "system":
                    owner = self.owner_of_module.get(target.name)
                    if owner is None:
                        self.problem(
                            package.manifest, line,
                            f"system library {target.name} is missing from Workspace.md's table of system libraries")
                    elif owner[0] != package.name:
                        self.problem(
                            package.manifest, line,
                            f"{target.name} is owned by {owner[0]} (Workspace.md:{owner[1]}); depend on its product")
                elif target.kind != "test" and target.name not in self.rows and target.name not in self.support:
                    self.problem(
                        package.manifest, line,
                        f"target {target.name} is missing from Workspace.md; add a row that says what it may import")
        self.by_module = {target.module: target for target in self.targets.values()}

    def check_table(self):
        path = self.tables.path
        for row in self.rows.values():
            for name in row.names(1):
                if name not in self.rows:
                    self.problem(path, row.line, f"{row.cells[0]} may import {name}, which has no row of its own")
            for library in row.names(2):
                if library not in self.modules_of_library:
                    self.problem(path, row.line, f"{library} is not in the table of system libraries")
        for name, row in list(self.rows.items()) + list(self.support.items()):
            if name not in self.targets:
                self.problem(path, row.line, f"there is no target {name}; remove the row")
        for module, (owner, line) in self.owner_of_module.items():
            if module not in self.targets:
                self.problem(path, line, f"there is no system library target {module}; remove the row")

    def allowed(self, target):
        """The targets and modules that a target may use, or None if nothing is known of it."""
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
            result |= {name for name in self.rows}
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

    def check_manifest(self, package):
        for path in package.package_paths:
            if path.startswith("outside:"):
                self.problem(package.manifest, 1, f"depends on {path[8:]}, which is not of this workspace")
        for target in package.targets:
            if target.kind == "system":
                continue
            allowed = self.allowed(target)
            for name in sorted(self.declared(target)):
                if name not in allowed:
                    self.problem(package.manifest, package.line_of(target.name), self.refusal(target, name))

    def check_imports(self, package, target):
        if target.kind == "system":
            return
        allowed = self.allowed(target)
        declared = self.declared(target)
        for path in target.sources():
            for line, module in imports(path):
                if module == target.module:
                    continue
                if module == "FoundationNetworking":
                    self.problem(path, line, "FoundationNetworking is used nowhere; use HTTPTransport")
                elif module in FOUNDATION and target.name in self.rows:
                    self.problem(path, line, f"{module} stays out of {target.name}; use the standard library and Glibc")
                elif module in TOOLCHAIN:
                    continue
                elif module not in self.by_module:
                    self.problem(path, line, f"module {module} is not of this workspace or the toolchain")
                else:
                    name = self.by_module[module].name
                    if name not in allowed:
                        self.problem(path, line, self.refusal(target, name))
                    elif name not in declared:
                        self.problem(
                            path, line,
                            f"{target.name} imports {name}, which its manifest does not declare; add the dependency")

    def refusal(self, target, name):
        other = self.targets[name].package
        if target.package.group == "Apps" and other.group == "Apps" and other is not target.package:
            if name != "CommandLineKit":
                return f"{target.name} imports {name} of the app {other.name}; apps share code through packages only"
        return f"{target.name} may not import {name} (Workspace.md's table); change the design or the row, with a reason"

    def check_cycles(self):
        edges = {name: set(row.names(1)) for name, row in self.rows.items()}
        for target in self.targets.values():
            if target.kind != "system":
                edges.setdefault(target.name, set()).update(self.declared(target))
        done, path = set(), []

        def visit(name):
            if name in path:
                cycle = path[path.index(name):] + [name]
                row = self.rows.get(cycle[0])
                where = (self.tables.path, row.line) if row else (self.targets[name].package.manifest, 1)
                self.problem(*where, f"a cycle: {' → '.join(cycle)}")
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
                self.problem(self.tables.path, row.line, f"there is no file {row.cells[1]} in target {row.cells[0]}")
            fences.setdefault(row.cells[0], set()).add(path)
        for name in self.rows:
            target = self.targets.get(name)
            for path in target.sources() if target else []:
                if path in fences.get(name, ()):
                    continue
                for line, text in code_lines(path):
                    if UNSAFE.search(text):
                        self.problem(
                            path, line,
                            f"says `unsafe`, but pointers of {name} are touched elsewhere only (Workspace.md)")
                        break

    def check_sendable(self):
        listed = {row.cells[0]: (int(row.cells[1]), row.line) for row in self.tables.rows("file/count")}
        found = {}
        for target in self.targets.values():
            if target.kind == "system":
                continue
            for path in target.sources():
                lines = [line for line, text in code_lines(path) for _ in UNCHECKED.findall(text)]
                if lines:
                    found[str(path.relative_to(self.root))] = lines
        for path, lines in found.items():
            expected = listed.get(path, (0, 0))[0]
            if len(lines) != expected:
                self.problem(
                    pathlib.Path(path), lines[-1],
                    f"{len(lines)} unproven Sendable (@unchecked or nonisolated(unsafe)), Workspace.md lists {expected}")
        for path, (count, line) in listed.items():
            if path not in found:
                self.problem(self.tables.path, line, f"{path} has none any more; remove the row")


def main(arguments):
    parser = argparse.ArgumentParser(
        prog="check-dependencies",
        description="Checks every manifest and import line against the tables of Workspace.md.",
        epilog="Example: Scripts/check-dependencies",
    )
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    parser.add_argument("--manifests", type=pathlib.Path, help="read manifests as JSON from this folder, for tests")
    options = parser.parse_args(arguments)
    check = Check(options.root.resolve(), options.manifests)
    problems = check.run()
    for path, line, text in problems:
        print(f"{path}:{line}: {text}")
    if problems:
        print(f"check-dependencies: {len(problems)} problems", file=sys.stderr)
        return 1
    targets = sum(1 for target in check.targets.values() if target.kind != "system")
    print(f"check-dependencies: {len(check.packages)} packages, {targets} targets, nothing to complain about")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
