"""Shows notes before they come in: what each is, what is wrong with it, and what it comes to."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from newt_gui.core.errors import ScanRejected
from newt_gui.core.transfer import Cut, How, has_list_marks
from newt_gui.notes import arrival_words
from newt_gui.notes.arrival_source import Source
from newt_gui.notes.arrivals import Arrivals, Outlook
from newt_gui.notes.arrivals_table import ArrivalsModel, ArrivalsView, Column
from newt_gui.notes.finding_words import sentence
from newt_gui.notes.session import NotesSession
from newt_gui.notes.slices import shown_text
from newt_gui.qt.fields import dress_chooser
from newt_gui.qt.marks import Mark
from newt_gui.qt.messages import Banner
from newt_gui.qt.meter import BudgetMeter
from newt_gui.qt.plain import plain_label
from newt_gui.qt.text_view import FaithfulTextView
from newt_gui.qt.theme import Theme

COLUMNS, LINES = 100, 36
"""The usual size, in average characters and lines of text."""
NARROW, NARROWEST = 72, 56
"""With less width than so many characters the sizes go; then, the numbers: both are read out all the same."""
LOWEST = 26
"""From so many lines of text on there is room for the text of the chosen note."""


class ArrivalsDialog(QDialog):
    """`arrivals` is what the person decided, once it is accepted."""

    def __init__(
        self, source: Source, session: NotesSession, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._source, self._session, self._theme = source, session, theme
        self.setObjectName("arrivals_dialog")
        self.setWindowTitle(QGuiApplication.applicationDisplayName())
        self.setAccessibleName(source.title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self._cuts, self._bare = source.cuts, False
        self._at_cut = self._cuts[0] if self._cuts else None
        self.arrivals = self._cut()
        self._build()
        self._lay_out()
        self._connect()
        self._tell()
        self.view.choose(0)
        self.view.setFocus()
        self._fit()

    # Building

    def _build(self) -> None:
        source = self._source
        self.title = plain_label(source.title, role="title", wrap=True)
        self.notice = plain_label(source.notice, quiet=True, wrap=True)
        self.notice.setVisible(bool(source.notice))
        self.cut = QComboBox()
        dress_chooser(self.cut)
        for cut in self._cuts:
            self.cut.addItem(arrival_words.cut_label(cut), cut.value)
        self.marks = QCheckBox(self.tr("Without the list &marks (“-”, “1.”)"))
        self.marks.setObjectName("drop_list_marks")
        self.marks.setVisible(any(map(has_list_marks, source.loose)))
        self.model = ArrivalsModel(self.arrivals, self._session.snapshot.limit, self._theme, self)
        self.view = ArrivalsView(self.model)
        self.view.setIconSize(QSize(4 * self._theme.unit, 4 * self._theme.unit))
        self.text = FaithfulTextView(self._theme)
        self.text.setObjectName("arrival_text")
        self.text.setAccessibleName(self.tr("Text of the note"))
        self.text.set_locked(True)
        self.text.setTabChangesFocus(True)
        self.text.document().setDocumentMargin(2 * self._theme.unit)
        self.remark = plain_label(quiet=True, wrap=True)
        self.remark.setObjectName("arrival_remark")
        self.reason = Banner(self._theme)
        self.reason.setObjectName("arrivals_reason")
        self.meter = BudgetMeter(self._theme)
        self.meter.setObjectName("arrivals_budget")
        self.summary = plain_label(quiet=True)
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.go_button = QPushButton()
        self.go_button.setProperty("primary", True)
        self.go_button.setDefault(True)
        self._build_ways()

    def _build_ways(self) -> None:
        """What becomes of the notes that are there."""
        self.ways = QButtonGroup(self)
        self._hows = list(How) if self._source.can_replace else []
        self._hows.sort(key=lambda how: how is not How.SKIP)
        for id, how in enumerate(self._hows):
            button = QRadioButton(arrival_words.how_label(how))
            button.setObjectName(f"import_{how}")
            button.setChecked(how is self.arrivals.how)
            self.ways.addButton(button, id)

    def _lay_out(self) -> None:
        unit = self._theme.unit
        rows = QVBoxLayout(self)
        rows.setContentsMargins(*(unit * 5,) * 4)
        rows.setSpacing(unit * 3)
        rows.addWidget(self.title)
        rows.addWidget(self.notice)
        if self._cuts:
            rows.addLayout(self._cut_row())
            rows.addLayout(_row(0, self.marks))
        if self._hows:
            rows.addLayout(_row(unit * 5, *self.ways.buttons()))
        rows.addWidget(self.view, 3)
        rows.addWidget(self.text, 1)
        rows.addWidget(self.remark)
        rows.addWidget(self.reason)
        rows.addWidget(self.summary)
        foot = QHBoxLayout()
        foot.setSpacing(unit * 2)
        foot.addWidget(self.meter, 1)
        foot.addSpacing(unit * 4)
        foot.addWidget(self.cancel_button)
        foot.addWidget(self.go_button)
        rows.addLayout(foot)

    def _cut_row(self) -> QHBoxLayout:
        label = QLabel(self.tr("&Make of it:"))
        label.setBuddy(self.cut)
        self.cut.setAccessibleName(self.tr("How the text becomes notes"))
        return _row(2 * self._theme.unit, label, self.cut)

    def _connect(self) -> None:
        self.cut.currentIndexChanged.connect(lambda at: self._recut(self._cuts[at]))
        self.marks.toggled.connect(self._drop_marks)
        self.ways.idClicked.connect(lambda id: self._choose_way(self._hows[id]))
        self.model.ticks_changed.connect(self._tell)
        self.view.selectionModel().currentRowChanged.connect(lambda index: self._show_text(index.row()))
        self.cancel_button.clicked.connect(self.reject)
        self.go_button.clicked.connect(self.accept)
        self._session.rows_changed.connect(self._settle)

    def _fit(self) -> None:
        metrics, room = self.fontMetrics(), self.screen().availableGeometry().size() * 0.9
        # Both scroll, so they give way to what must be read whole.
        self.view.setMinimumHeight(3 * metrics.lineSpacing())
        self.text.setMinimumHeight(2 * metrics.lineSpacing())
        self.resize(
            min(COLUMNS * metrics.averageCharWidth(), room.width()),
            min(LINES * metrics.lineSpacing(), room.height()),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """On a screen that is low for its letters the note's text gives way: its title is in the table."""
        super().resizeEvent(event)
        self.text.setVisible(self.height() >= LOWEST * self.fontMetrics().lineSpacing())
        columns = self.width() / self.fontMetrics().averageCharWidth()
        self.view.setColumnHidden(Column.SIZE, columns < NARROW)
        self.view.setColumnHidden(Column.NUMBER, columns < NARROWEST)

    # Deciding

    def _cut(self) -> Arrivals:
        return Arrivals(self._session.snapshot, self._source.texts(self._at_cut, self._bare))

    def _recut(self, cut: Cut) -> None:
        self._at_cut = cut
        self._show(self._cut())

    def _drop_marks(self, wanted: bool) -> None:
        """Without the marks they are the same notes still, so a tick that was taken stays away."""
        before, self._bare = self.arrivals, wanted
        arrivals = self._cut()
        if len(arrivals.items) == len(before.items):
            for at, item in enumerate(before.items):
                if not before.ticked[at] and not item.is_hopeless:
                    arrivals.tick(at, False)
        self._show(arrivals)

    def _show(self, arrivals: Arrivals) -> None:
        arrivals.how, self.arrivals = self.arrivals.how, arrivals
        self.model.show(arrivals)
        self.view.choose(0)
        self._tell()

    def _choose_way(self, how: How) -> None:
        self.arrivals.how = how
        self._tell()

    def _settle(self) -> None:
        """Somebody else wrote meanwhile."""
        self.arrivals.settle(self._session.snapshot)
        self._tell()

    # Telling

    def _show_text(self, at: int) -> None:
        if at < 0:
            return
        item = self.arrivals.items[at]
        shown = shown_text(item.text)
        self.text.set_text(shown)
        is_whole = shown == item.text
        findings = item.error.findings if isinstance(item.error, ScanRejected) and is_whole else ()
        self.text.set_marks(
            Mark(finding.start, finding.end, "caution", sentence(finding, item.text)) for finding in findings
        )
        remark = arrival_words.reason(item, self._session.snapshot.limit)
        self.remark.setText(remark)
        self.remark.setVisible(bool(remark))

    def _tell(self) -> None:
        outlook = self.arrivals.outlook()
        self.model.retell(at for at, _ in outlook.refused)
        self.summary.setText(arrival_words.summary(self.arrivals, outlook))
        check = outlook.check
        self.meter.set_values(check.bytes_after, check.limit, arrival_words.budget_line(outlook))
        self.go_button.setText(self._verb(outlook))
        self.go_button.setEnabled(outlook.is_possible)
        self._tell_reason(outlook)

    def _verb(self, outlook: Outlook) -> str:
        if self.arrivals.how is How.REPLACE:
            return self.tr("Replace the list")
        notes = arrival_words.notes(outlook.taken) if outlook.taken else self.tr("notes")
        return self._source.verb.format(notes=notes)

    def _tell_reason(self, outlook: Outlook) -> None:
        message = arrival_words.why_not(self.arrivals, outlook) or arrival_words.left_out(
            self.arrivals, outlook
        )
        if message is None:
            self.reason.clear()
        elif message != self.reason.message:
            self.reason.show_message(message)


def _row(spacing: int, *parts: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(spacing)
    for part in parts:
        row.addWidget(part)
    row.addStretch()
    return row
