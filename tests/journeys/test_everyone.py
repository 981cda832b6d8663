"""For everyone: what can be seen has a name, can be reached by key, is not cut off, can be translated.

The quick tier takes one state of each kind, the long one all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QModelIndex, QPoint, QRect, Qt, QTranslator
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QRadioButton,
    QScrollArea,
    QScrollBar,
    QSplitter,
    QTreeView,
    QWidget,
)

from newt_gui.qt.elided import ElidedButton
from newt_gui.qt.meter import BudgetMeter
from newt_gui.qt.plain import WrappedText
from tests.shots.stage import Stage
from tests.shots.states import NARROW, STATES, State

LARGE = 18  # points
MOST_TABS = 80


@pytest.fixture
def stage(tmp_path: Path, qapp: QApplication) -> Iterator[Stage]:
    before = QLocale()
    QLocale.setDefault(QLocale("en_US"))
    stage = Stage(tmp_path, dark=False)
    yield stage
    stage.close()
    QLocale.setDefault(before)


QUICK = {
    "notes-11-right-to-left",
    "notes-filtered-to-none",
    "large-type",
    "large-type-paste",
    "large-type-sizes",
    "mirrored",
    "narrow-findings",
    "narrow-find-and-replace",
    "narrow-find-in-all",
    "narrow-several",
    "narrow-conflict",
    "order-menu",
    "row-menu",
    "two-unsaved",
    "import-preview",
    "over-budget-sizes",
    "replaced-all",
    "only-flagged",
    "citation-question",
    "nearly-the-same",
    "sliced",
    "controls",
    "refused-delimiter",
    "refused-too-much",
    "legacy-question",
    "not-utf-8",
    "empty",
}
assert {state.name for state in STATES} >= QUICK


def each(states: Iterable[State]) -> pytest.MarkDecorator:
    """A test for each of these states; those that are not of the quick tier run in the long one."""
    params = [
        pytest.param(state, id=state.name, marks=() if state.name in QUICK else pytest.mark.long)
        for state in states
    ]
    return pytest.mark.parametrize("state", params)


def reach(stage: Stage, state: State, points: int = 0) -> None:
    state.before(stage)
    stage.open(*state.size, points or state.points, mirrored=state.mirrored)
    state.then(stage)
    stage.await_shown(state.shown)


# Looking at what is there


def windows() -> list[QWidget]:
    return [top for top in QApplication.topLevelWidgets() if top.isVisible()]


def visible_parts() -> list[QWidget]:
    return [part for top in windows() for part in (top, *top.findChildren(QWidget)) if part.isVisible()]


def described(part: QWidget) -> str:
    said = part.text() if isinstance(part, QLabel | QAbstractButton) else part.accessibleName()
    return f"{type(part).__name__} {part.objectName()} {said!r}"


def spoken(part: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(part)
    return "" if interface is None else interface.text(QAccessible.Text.Name)


def takes_focus(part: QWidget) -> bool:
    inner = isinstance(part, QScrollBar | QSplitter)
    return part.focusPolicy() != Qt.FocusPolicy.NoFocus and part.isEnabled() and not inner


def nameless(interface: QAccessibleInterface, path: str = "") -> Iterator[str]:
    """What can take the focus below `interface` and has no name, as assistive technology walks the tree."""
    state = interface.state()
    path += f"/{interface.role().name}"
    counts = state.focusable and not state.invisible and not isinstance(interface.object(), QScrollBar)
    if counts and not interface.text(QAccessible.Text.Name).strip():
        yield path
    for at in range(interface.childCount()):
        child = interface.child(at)
        if child is not None and child.isValid():
            yield from nameless(child, path)


@each(STATES)
def test_named_reached_by_key_and_not_cut_off(stage: Stage, state: State) -> None:
    reach(stage, state)
    check_names()
    check_tab(stage)
    check_marks(stage)
    stage.let_settle()
    assert cut_off() == []
    if state.size != NARROW and QApplication.activeModalWidget() is None:
        stage.window.resize(*NARROW)
        stage.let_settle()
        assert cut_off() == []


def check_names() -> None:
    """What takes the focus has a name."""
    parts = [part for part in visible_parts() if takes_focus(part)]
    assert len(parts) >= 3
    assert [described(part) for part in parts if not spoken(part).strip()] == []
    for top in windows():
        interface = QAccessible.queryAccessibleInterface(top)
        assert interface is not None
        assert list(nameless(interface)) == []


# By key


def window_with_focus(stage: Stage) -> QWidget:
    return QApplication.activeModalWidget() or stage.window


def tabbed_through(window: QWidget) -> list[QWidget]:
    """What the Tab key comes to, one after the other."""
    window.activateWindow()
    start = window.focusWidget()
    come_to: list[QWidget] = []
    for _ in range(MOST_TABS):
        window.focusNextChild()
        part = window.focusWidget()
        if part is None or part in come_to:
            break
        come_to.append(part)
    if start is not None:
        start.setFocus()
    return come_to


def is_in_the_group_of(part: QWidget, others: list[QWidget]) -> bool:
    """Arrow keys go from one answer of several to the next."""
    if not isinstance(part, QRadioButton) or part.group() is None:
        return False
    return any(isinstance(other, QRadioButton) and other.group() is part.group() for other in others)


def check_tab(stage: Stage) -> None:
    """Every control is reached by Tab."""
    window = window_with_focus(stage)
    if QApplication.activePopupWidget() is not None:
        return  # arrow keys go through a menu
    come_to = tabbed_through(window)
    kinds = (QAbstractButton, QLineEdit, QAbstractItemView, QComboBox)
    controls = [
        part
        for part in (*window.findChildren(QWidget),)
        if isinstance(part, kinds)
        and part.isVisible()
        and part.isEnabled()
        and part.window() is window
        and not isinstance(part.parent(), QLineEdit | QComboBox)  # a field's own clear button: Esc
        and not isinstance(part, QHeaderView)  # nothing can be done there
        and not part.objectName().startswith("qt_")
    ]
    missed = [part for part in controls if part not in come_to and not is_in_the_group_of(part, come_to)]
    assert [described(part) for part in missed] == []


# Nothing is cut off


def lacks_room(part: QWidget) -> bool:
    if isinstance(part, QLabel) and part.text():
        if part.wordWrap():
            return part.height() < part.heightForWidth(part.width())
        return part.width() < part.sizeHint().width() or part.height() < part.fontMetrics().height()
    if isinstance(part, ElidedButton):
        return part.width() < part.minimumSizeHint().width()
    if isinstance(part, QAbstractButton) and part.text():
        return part.width() < part.sizeHint().width() or part.height() < part.minimumSizeHint().height()
    if isinstance(part, WrappedText):
        return part.height() < part.heightForWidth(part.width())
    if isinstance(part, BudgetMeter):
        return part.height() < part.heightForWidth(part.width())
    return False


def cut_off() -> list[str]:
    """What has less room than its words need, or stands outside of what holds it."""
    parts = visible_parts()
    return [described(part) for part in parts if lacks_room(part) or is_out(part)]


def is_out(part: QWidget) -> bool:
    """Whether words or a button reach over the edge of what holds them; what scrolls can be scrolled to."""
    if not isinstance(part, QLabel | QAbstractButton | BudgetMeter | WrappedText) or part.isWindow():
        return False
    around = part.parentWidget()
    while around is not None and not isinstance(around.parentWidget(), QScrollArea):
        if not around.rect().contains(QRect(part.mapTo(around, QPoint(0, 0)), part.size())):
            return True
        around = None if around.isWindow() else around.parentWidget()
    return False


@each(state for state in STATES if not state.points)
def test_nothing_is_cut_off_in_large_type(stage: Stage, state: State) -> None:
    reach(stage, state, LARGE)
    assert cut_off() == []


# Not by colour alone


def check_marks(stage: Stage) -> None:
    """Every mark of a row is said in words."""
    for view in stage.window.findChildren(QAbstractItemView, "notes_list"):
        model = view.model()
        roles = {bytes(name.data()).decode(): number for number, name in model.roleNames().items()}
        for at in range(model.rowCount()):
            index = model.index(at, 0)
            said = index.data(Qt.ItemDataRole.AccessibleTextRole)
            for _kind, label in index.data(roles["badge_labels"]):
                assert label in said


# Every word of ours can be translated

OPEN, CLOSE = "⟦", "⟧"
NOT_WORDS = {"user", "project", "§", "~/.newt", "garden-site", "NOTES.md", "B", "F"}


class Marking(QTranslator):
    """Puts a bracket around every text of ours that it is asked for."""

    def isEmpty(self) -> bool:  # noqa: N802
        return False

    def translate(
        self, context: str, source: str, disambiguation: str | None = None, number: int = -1
    ) -> str | None:
        return None if re.match("Q[A-Z]", context) else f"{OPEN}{source}{CLOSE}"


@pytest.fixture
def marked(qapp: QApplication) -> Iterator[None]:
    translator = Marking()
    assert QCoreApplication.installTranslator(translator)
    yield
    QCoreApplication.removeTranslator(translator)


def outside(text: str) -> str:
    """What of `text` stands in no bracket."""
    depth, left = 0, []
    for ch in text:
        depth += (ch == OPEN) - (ch == CLOSE)
        left.append(" " if depth or ch == CLOSE else ch)
    return "".join(left)


def words_shown() -> Iterator[tuple[str, str]]:
    """Every text that a person sees, hears or gets by pointing, and where."""
    for part in visible_parts():
        yield from ((described(part), text) for text in texts_of(part))
    for top in windows():
        for action in top.findChildren(QAction):
            if action.objectName().startswith("action_"):
                yield action.objectName(), action.text()
                yield action.objectName(), action.toolTip()


def texts_of(part: QWidget) -> Iterator[str]:
    yield from (part.accessibleName(), part.accessibleDescription(), part.toolTip())
    if isinstance(part, QLabel | QAbstractButton):
        yield part.text()
    elif isinstance(part, QLineEdit):
        yield part.placeholderText()
    elif isinstance(part, WrappedText):
        yield part.toPlainText()
    elif isinstance(part, BudgetMeter):
        yield part.caption
    elif isinstance(part, QMenu):
        yield from (action.text() for action in part.actions())
    elif isinstance(part, QComboBox):
        yield from (part.itemText(at) for at in range(part.count()))
    elif isinstance(part, QAbstractItemView):
        yield from texts_of_rows(part)


def texts_of_rows(view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    for column in range(model.columnCount(QModelIndex()) if isinstance(view, QTreeView) else 1):
        if view.objectName() == "arrivals":
            yield model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole)
        for at in range(model.rowCount()):
            index = model.index(at, column)
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
                yield str(index.data(role) or "")


def is_theirs(word: str, texts: str) -> bool:
    """Whether a word comes from the person's files or names what has no other name."""
    return word in NOT_WORDS or word in texts


def key_names(stage: Stage) -> set[str]:
    """What the keys are called: the system's own words."""
    keys = (key for action in stage.window.findChildren(QAction) for key in action.shortcuts())
    return {part for key in keys for part in key.toString(QKeySequence.SequenceFormat.NativeText).split("+")}


@each(STATES)
def test_every_word_can_be_translated(stage: Stage, state: State, marked: None) -> None:
    reach(stage, state)
    texts, keys = written(stage), key_names(stage)
    ours = {
        (where, word)
        for where, text in words_shown()
        for word in re.findall(r"[A-Za-z][A-Za-z./~-]*", re.sub(r"<[^>]*>", " ", outside(text)))
        if not is_theirs(word.strip("./-"), texts) and word not in keys
    }
    assert sorted(ours) == []


def written(stage: Stage) -> str:
    """Everything that a person or an agent wrote."""
    on_disk = stage.notes.read_bytes().decode(errors="replace") if stage.notes.is_file() else ""
    drafts = [row.text for row in stage.window.notes.session.rows]
    beside = [file.read_text(encoding="utf-8") for file in stage.home.parent.glob("*.md")]
    return "\n".join([on_disk, *drafts, *beside, QApplication.clipboard().text(), str(stage.home)])
