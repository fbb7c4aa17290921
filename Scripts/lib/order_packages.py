"""Prints the folders of the workspace's packages, each after those it depends on."""

import pathlib
import re
import sys

from workspace import package_folders


def main(root):
    folders = {folder.name: folder for _, folder in package_folders(root)}
    edges = {
        name: re.findall(
            r'\.package\(path:\s*"[^"]*?([^"/]+)"\)', (folder / "Package.swift").read_text(encoding="utf-8")
        )
        for name, folder in folders.items()
    }
    done = []

    def visit(name):
        if name in done or name not in folders:
            return
        for other in sorted(edges[name]):
            visit(other)
        done.append(name)

    for name in folders:
        visit(name)
    for name in done:
        print(folders[name])


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
