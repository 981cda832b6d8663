"""What PySide6 knows of signatures comes when it is asked for, and is the same as without our doing."""

from __future__ import annotations

import pytest

from tests.harness.children import output_of, run_python

START = """
import sys
from newt_gui import late_signatures
if sys.argv[1] == "late":
    with late_signatures.put_off():
        from PySide6.QtWidgets import QApplication, QLabel
else:
    from PySide6.QtWidgets import QApplication, QLabel

def loaded():
    modules = {name: sys.modules[name] for name in late_signatures._LATE if name in sys.modules}
    assert len(modules) == len(late_signatures._LATE), modules
    return sorted(name for name, module in modules.items() if getattr(module, "_real", None) is None)
"""
ASKED = {
    "a wrong argument": "app = QApplication([])\ntry: QLabel().setText(5)\nexcept TypeError as e: print(e)",
    "a wrong argument of a constructor": "try: QLabel({}, {}, {}, {})\nexcept TypeError as e: print(e)",
    "a wrong name": "app = QApplication([])\ntry: QLabel(colour=5)\nexcept Exception as e: print(type(e), e)",
    "help": "print(QLabel.setText.__doc__)",
    "a signature": (
        "from PySide6.support.signature import get_signature\n"
        "print(get_signature(QLabel.setText), QLabel.__doc__)"
    ),
    "everything of a module": "from inspect import *\nprint(getdoc(print), signature(sys.exit))",
    "a module by its public name": (
        "import PySide6.support.signature.mapping as mapping\nprint(sorted(map(str, mapping.type_map))[:9])"
    ),
    "source": "import inspect\nprint(inspect.getsource(inspect.getdoc), inspect.__file__)",
    "from several threads": """
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(8) as pool:
    list(pool.map(lambda _: QLabel.setText.__doc__, range(64)))
print(QLabel.setText.__doc__)
""",
}


def said(way: str, script: str) -> str:
    return output_of(run_python(START + script, way, environment={"QT_QPA_PLATFORM": "offscreen"}))


def test_nothing_is_loaded_by_a_window() -> None:
    window = "app = QApplication([])\nlabel = QLabel('x')\nlabel.show()\napp.processEvents()\nprint(loaded())"
    assert said("late", window) == "[]\n"
    assert "shibokensupport.signature.parser" in said("at once", window)


@pytest.mark.parametrize("asked", ASKED)
def test_whoever_asks_gets_the_same(asked: str) -> None:
    late = said("late", ASKED[asked])
    assert late == said("at once", ASKED[asked])
    assert len(late) > 20


def test_it_is_loaded_once_it_is_asked_for() -> None:
    assert "parser" in said("late", "QLabel.setText.__doc__\nprint(loaded())")


def test_importing_is_as_before_afterwards() -> None:
    script = "print(type(sys.meta_path) is list, [f for f in sys.meta_path if 'late' in type(f).__module__])"
    assert said("late", script) == "True []\n"


def test_where_pyside_is_there_already_nothing_changes() -> None:
    script = """
with late_signatures.put_off():
    import PySide6.QtGui
print(loaded() == sorted(late_signatures._LATE))
"""
    assert said("at once", script) == "True\n"


def test_in_a_version_that_was_not_tried_nothing_is_late() -> None:
    script = "import newt_gui.late_signatures as late\nlate._TRIED = '5.'\n" + START
    assert output_of(run_python(script + "print(len(loaded()))", "late")) == "8\n"
