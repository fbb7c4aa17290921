"""Swift source as the dependency check reads it: code without its comments and texts, and what it imports."""

import re

_CODE = re.compile(r'//|/\*|(?P<hashes>#*)(?P<quotes>"""|")|[()]')
_BLOCK_COMMENT = re.compile(r"/\*|\*/")
_NOT_NEWLINE = re.compile(r"[^\n]")

# Attributes and access modifiers come in any order; the module may stand on the next line.
_IMPORT = re.compile(
    r"(?:^|;)[^\S\n]*"
    r"(?:(?:@\w+(?:[^\S\n]*\([^)]*\))?|public|package|internal|fileprivate|private)\s*)*"
    r"\bimport\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?`?(?P<module>[A-Za-z_]\w*)",
    re.MULTILINE,
)
_UNPROVEN = re.compile(r"@unchecked\b|\b(?:nonisolated|unowned)\s*\(\s*unsafe\s*\)")
_UNSAFE_ARGUMENT = re.compile(r"\b(?:nonisolated|unowned)\s*\(\s*unsafe\s*\)")
_UNSAFE = re.compile(r"\bunsafe\b")


def code_only(text):
    """The text with comments and the insides of strings blanked; what is interpolated stays. Line breaks stay too."""
    kept = []
    position = 0
    # One entry an open interpolation: its string, and how many parentheses are open inside.
    open_strings = []

    def blank_to(end):
        nonlocal position
        kept.append(_NOT_NEWLINE.sub(" ", text[position:end]))
        position = end

    def keep_to(end):
        nonlocal position
        kept.append(text[position:end])
        position = end

    def read_string(hashes, quotes):
        """From inside a string to behind its end, or into an interpolation."""
        escape = re.escape("\\" + hashes)
        ends = re.escape(quotes + hashes) + ("" if quotes == '"""' else r"|\n")
        token = re.compile(
            rf"(?P<interpolation>{escape}\()|(?P<escaped>{escape}.)|(?P<end>{ends})", re.DOTALL
        )
        while True:
            match = token.search(text, position)
            if match is None:
                return blank_to(len(text))
            blank_to(match.end())
            if match.group("interpolation"):
                return open_strings.append([hashes, quotes, 0])
            if match.group("end"):
                return None

    while position < len(text):
        match = _CODE.search(text, position)
        if match is None:
            keep_to(len(text))
            break
        keep_to(match.start())
        token = match.group(0)
        if token == "//":
            end = text.find("\n", position)
            blank_to(len(text) if end < 0 else end)
        elif token == "/*":
            depth = 0
            while position < len(text):
                mark = _BLOCK_COMMENT.search(text, position)
                blank_to(mark.end() if mark else len(text))
                depth += 1 if mark and mark.group(0) == "/*" else -1
                if depth <= 0:
                    break
        elif match.group("quotes"):
            blank_to(match.end())
            read_string(match.group("hashes"), match.group("quotes"))
        elif not open_strings:
            keep_to(match.end())
        elif token == "(":
            keep_to(match.end())
            open_strings[-1][2] += 1
        elif open_strings[-1][2] > 0:
            keep_to(match.end())
            open_strings[-1][2] -= 1
        else:
            hashes, quotes, _ = open_strings.pop()
            blank_to(match.end())
            read_string(hashes, quotes)
    return "".join(kept)


def line_at(text, position):
    """The line, from 1, that a position of a text is on."""
    return text.count("\n", 0, position) + 1


class Source:
    """A Swift file: its imports, and the lines of what the workspace counts."""

    def __init__(self, text):
        self.lines = text.split("\n")
        self.code = code_only(text)

    def imports(self):
        """Line and module of each import, whatever its form."""
        return [
            (line_at(self.code, match.start("module")), match.group("module"))
            for match in _IMPORT.finditer(self.code)
        ]

    def unsafe_lines(self):
        """The lines that say `unsafe`; `nonisolated(unsafe)` and `unowned(unsafe)` are counted with the Sendables."""
        code = _UNSAFE_ARGUMENT.sub(lambda match: _NOT_NEWLINE.sub(" ", match.group(0)), self.code)
        return [line_at(code, match.start()) for match in _UNSAFE.finditer(code)]

    def unproven_lines(self):
        """The lines where the compiler is told to trust: `@unchecked`, `nonisolated(unsafe)`, `unowned(unsafe)`."""
        return [line_at(self.code, match.start()) for match in _UNPROVEN.finditer(self.code)]

    def has_comment_near(self, line):
        """Whether a comment stands on the line or on one of the four above it."""
        return any("//" in text or "*/" in text for text in self.lines[max(0, line - 5) : line])
