"""What counts as code and as an import in a Swift file."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))

from swift_source import Source, code_only  # noqa: E402

IMPORTS = [
    ("plain", "import A", [(1, "A")]),
    ("with access", "public import A\ninternal import B\nprivate import C", [(1, "A"), (2, "B"), (3, "C")]),
    ("testable", "@testable import A", [(1, "A")]),
    ("attribute with an argument", "@_spi(Inner) public import A", [(1, "A")]),
    ("several attributes", "@preconcurrency @_exported import A", [(1, "A")]),
    ("attribute after the access level", "public @preconcurrency import A", [(1, "A")]),
    ("attribute on its own line", "@testable\nimport A", [(2, "A")]),
    ("one declaration of a module", "import struct A.B", [(1, "A")]),
    ("a submodule", "import A.B.C", [(1, "A")]),
    ("a name in back quotes", "import `A`", [(1, "A")]),
    ("two on a line", "import A; import B", [(1, "A"), (1, "B")]),
    ("the module on the next line", "import\n    A", [(2, "A")]),
    ("under a condition", "#if canImport(A)\n    import A\n#endif", [(2, "A")]),
    ("behind a comment", "/* here */ import A // import B", [(1, "A")]),
    ("a line comment", "// import A", []),
    ("a nested comment", "/* /* */ \nimport A\n*/ import B", [(3, "B")]),
    ("a text", 'let a = """\nimport A\n"""', []),
    ("a raw text with quotes inside", 'let a = #"""\n"""\nimport A\n"""#\nimport B', [(5, "B")]),
    ("a text with an escaped quote", 'let a = "\\"/*"\nimport B', [(2, "B")]),
    ("a comment mark in a text", 'let a = "//"; import B', [(1, "B")]),
    ("a word that begins like it", "importer A\nlet importA = 1", []),
    ("a member of that name", "x.import A", []),
]

CODE = [
    ("interpolation stays", '"a \\(unsafe f("unsafe")) unsafe"', 1),
    ("raw interpolation stays", '#"\\(unsafe) \\#(unsafe g()) unsafe"#', 1),
    ("parentheses inside", '"\\(f((1), unsafe (2))) unsafe"; unsafe g()', 2),
    ("a text in an interpolation in a text", '"\\("\\(unsafe f()) unsafe") unsafe"', 1),
    ("an argument", "f(unsafe g())", 1),
    ("an attribute", "@unsafe func f() {}", 1),
    ("told to trust", "nonisolated(unsafe) var a = 1", 0),
    ("part of a word", "let unsafeValue = withUnsafe(a)", 0),
    ("a text left open ends with its line", 'let a = "unsafe\nunsafe f()', 1),
]


class Reading(unittest.TestCase):
    def test_imports(self):
        for name, text, expected in IMPORTS:
            with self.subTest(name):
                self.assertEqual(Source(text).imports(), expected)

    def test_the_word_unsafe_in_code(self):
        for name, text, expected in CODE:
            with self.subTest(name):
                self.assertEqual(len(Source(text).unsafe_lines()), expected, code_only(text))

    def test_lines_stay_where_they_are(self):
        text = '/* a\nb */\nlet a = """\n  x\n  """\n// c\nunsafe f()\n'
        self.assertEqual(Source(text).unsafe_lines(), [7])
        self.assertEqual(len(code_only(text)), len(text))

    def test_a_comment_near(self):
        source = Source(
            "// protected by the lock\n\nfinal class A: @unchecked Sendable {}\n" + "\n" * 5 + "let a = 1\n"
        )
        self.assertTrue(source.has_comment_near(3))
        self.assertFalse(source.has_comment_near(9))


if __name__ == "__main__":
    unittest.main()
