"""Brings the catalogue of translations up to date: ``python -m tests.translations``.

It takes every visible sentence out of the source, keeps the translations there are in ``resources/i18n/relviz_zh.ts``,
says which are missing, and makes the ``.qm`` file that the program reads.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import PySide6

import relviz
from relviz import errors
from relviz.app.exporting.choices import KINDS
from relviz.checkpoints.load import CARDS
from relviz.checkpoints.native import bundled_models
from relviz.core.lab.checks import checks
from relviz.core.model.card import trained_on
from relviz.resources import resource
from relviz.ui.commands.shortcut_sheet import GESTURES
from relviz.ui.commands.table import MENUS, SUBMENUS, commands
from relviz.ui.pages import PAGES

PACKAGE = Path(relviz.__file__).parent
ROOMS = ("core", "checkpoints", "figure", "app", "ui")
TS, QM = resource("i18n", "relviz_zh.ts"), resource("i18n", "relviz_zh.qm")
Message = tuple[str, str]
"""Context and English text: what a translation is found by."""


@dataclass
class Found(ast.NodeVisitor):
    """Finds what is translated in one file.

    Attributes:
        path: the file.
        messages: what was found.
        unclear: lines on which something is translated that is not written there.
    """

    path: Path
    messages: list[Message] = field(default_factory=list)
    unclear: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Read the file; its constants and its own functions that translate are needed before anything is found."""
        self._context = ""
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        self._constants: dict[str, str] = {}
        self._functions: dict[str, str] = {}
        self._inside: set[ast.AST] = set()
        for line in tree.body:
            if isinstance(line, ast.Assign) and isinstance(line.value, ast.Constant):
                for target in line.targets:
                    if isinstance(target, ast.Name) and isinstance(line.value.value, str):
                        self._constants[target.id] = line.value.value
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and (context := self._translates(node)):
                self._functions[node.name] = context
                self._inside |= set(ast.walk(node))
            elif isinstance(node, ast.ImportFrom):
                self._functions |= {alias.name: SHARED[alias.name] for alias in node.names if alias.name in SHARED}
        self.visit(tree)

    def _translates(self, function: ast.FunctionDef) -> str:
        """Return the context if a function does nothing but translate the text it is given."""
        last = function.body[-1]
        if not isinstance(last, ast.Return) or not isinstance(last.value, ast.Call) or len(function.args.args) != 1:
            return ""
        call = last.value
        if not _is_qts(call.func) or len(call.args) != 2 or not isinstance(call.args[1], ast.Name):
            return ""
        return self._text(call.args[0]) or ""

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Texts that a class translates have its name for a context."""
        outer, self._context = self._context, node.name
        self.generic_visit(node)
        self._context = outer

    def visit_Assign(self, node: ast.Assign) -> None:
        """Refuse another name for a function that translates: what it is called with would not be found."""
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id in self._functions:
            self._refuse(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Take what is translated here."""
        self.generic_visit(node)
        if node in self._inside:
            return
        name = _name(node.func)
        if isinstance(node.func, ast.Name) and name in self._functions:
            self._take(self._functions[name], node.args[0], node)
        elif len(node.args) == 2 and (name in {"marked", "tr"} or _is_qts(node.func)):
            self._take(self._text(node.args[0]) or "", node.args[1], node)
        elif name == "tr" and len(node.args) == 1:
            self._take(self._context, node.args[0], node)
        elif name == "Sentence":
            self._take("Sentences", node.args[0], node)
        elif name in ERRORS and node.args:
            self._take_error(node)

    def _take_error(self, call: ast.Call) -> None:
        """Take the sentence of an error, which is translated where it is shown; no word may hide in its values."""
        sentence, *values = call.args
        text = self._text(sentence)
        if text:
            self.messages.append(("Errors", text))
        if text is None or any(self._holds_words(value) for value in values):
            self._refuse(call)

    def _holds_words(self, node: ast.expr) -> bool:
        """Whether an expression comes to a string that is written there."""
        if isinstance(node, ast.IfExp):
            return self._holds_words(node.body) or self._holds_words(node.orelse)
        if isinstance(node, ast.BoolOp):
            return any(self._holds_words(value) for value in node.values)
        return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))

    def _refuse(self, node: ast.expr | ast.stmt) -> None:
        self.unclear.append(f"{self.path.relative_to(PACKAGE.parent)}:{node.lineno}: {ast.unparse(node)}")

    def _take(self, context: str, node: ast.expr, call: ast.Call) -> None:
        text = self._text(node)
        if isinstance(node, ast.IfExp):
            self._take(context, node.body, call)
            self._take(context, node.orelse, call)
        elif isinstance(node, (ast.JoinedStr, ast.BinOp)) or not context:
            self._refuse(call)
        elif text:  # what is looked up in a table is marked there
            self.messages.append((context, text))

    def _text(self, node: ast.expr) -> str | None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return node.value
        if isinstance(node, ast.Name):
            return self._constants.get(node.id)
        return None


SHARED = {"figure_tr": "Figure"}
"""Functions that several files translate with, and their contexts."""
ERRORS = {
    name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, errors.RelvizError)
} - {"DisplayError", "Cancelled"}
"""Errors that a window shows: not those by which there is none, nor what it says in words of its own."""


def _name(function: ast.expr) -> str:
    """Return the last word of what is called."""
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _is_qts(function: ast.expr) -> bool:
    """Whether a function is QCoreApplication.translate, and not that of a painter."""
    return isinstance(function, ast.Attribute) and ast.unparse(function) == "QCoreApplication.translate"


def sources() -> list[Path]:
    """Return the files that hold visible sentences."""
    places = [PACKAGE / room for room in ROOMS]
    return sorted(path for place in places for path in ([place] if place.is_file() else place.rglob("*.py")))


@cache
def messages() -> dict[Message, None]:
    """Return everything to be translated, in the order of the source, each once."""
    found = [message for path in sources() for message in Found(path).messages]
    found += [("Actions", title) for title in (*MENUS, *SUBMENUS)]
    found += [("Sentences", check.said) for check in checks(())]
    cards = (resource("models", name) / CARDS[0] for name in bundled_models())
    found += [("Cards", said) for card in cards if (said := trained_on(card.read_text(encoding="utf-8")))]
    found += [("PageTabs", page.title) for page in PAGES.values()]
    found += [("Actions", text) for command in commands() for text in (command.text, command.tip) if text]
    found += [("Gestures", text) for gesture in GESTURES for text in (gesture.where, gesture.how, gesture.does)]
    found += [("ExportForm", title) for title in KINDS.values()]
    return dict.fromkeys(found)


def unclear() -> list[str]:
    """Return the lines whose sentences cannot be found."""
    return [line for path in sources() for line in Found(path).unclear]


def read_catalogue(path: Path = TS) -> dict[Message, str]:
    """Return the translations in a ``.ts`` file; those that are missing are empty."""
    if not path.exists():
        return {}
    return {
        (context.findtext("name", ""), message.findtext("source", "")): message.findtext("translation", "")
        for context in ET.parse(path).getroot().iter("context")
        for message in context.iter("message")
    }


def write_catalogue(translations: dict[Message, str], path: Path = TS) -> None:
    """Write a ``.ts`` file, contexts by name, and what is missing marked as Qt's tools do."""
    root = ET.Element("TS", version="2.1", language="zh_CN", sourcelanguage="en")
    contexts: dict[str, ET.Element] = {}
    for name in sorted({context for context, _ in translations}):
        contexts[name] = ET.SubElement(root, "context")
        ET.SubElement(contexts[name], "name").text = name
    for (context, source), translation in translations.items():
        message = ET.SubElement(contexts[context], "message")
        ET.SubElement(message, "source").text = source
        told = ET.SubElement(message, "translation", {} if translation else {"type": "unfinished"})
        told.text = translation
    ET.indent(root, " ")
    text = ET.tostring(root, encoding="unicode")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{text}\n', encoding="utf-8")


def compile_catalogue(ts: Path = TS, qm: Path = QM) -> None:
    """Make the file that the program reads, with Qt's own tool."""
    tool = Path(PySide6.__file__).parent / "lrelease"
    subprocess.run([tool, "-silent", "-removeidentical", str(ts), "-qm", str(qm)], check=True)


def main() -> None:
    """Bring the catalogue up to date; the exit status is 1 if a translation is missing."""
    known = read_catalogue()
    elsewhere = {source: translation for (_, source), translation in known.items() if translation}
    new = {message: known.get(message) or elsewhere.get(message[1], "") for message in messages()}
    write_catalogue(new)
    compile_catalogue()
    missing = [message for message, translation in new.items() if not translation]
    for context, source in missing:
        sys.stdout.write(f"{context}: {source!r}\n")
    for line in unclear():
        sys.stdout.write(f"{line}: write the sentence in the call\n")
    sys.stdout.write(f"{len(new)} sentences, {len(missing)} without a translation\n")
    sys.exit(bool(missing))


if __name__ == "__main__":
    main()
