"""The right half of the Recall page: one conversation to be read, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from newt_gui.qt.elided import ElidedLabel
from newt_gui.qt.empty import EmptyState
from newt_gui.qt.flow import FlowBox
from newt_gui.qt.messages import Banner, Message
from newt_gui.qt.numbers import number
from newt_gui.qt.plain import plain_label, plain_tip
from newt_gui.qt.tasks import Tasks
from newt_gui.qt.theme import Theme
from newt_gui.recall.conversation_view import ConversationView
from newt_gui.recall.findings import Reading
from newt_gui.recall.reader_find import ReaderFind
from newt_gui.recall.rows import shown

LONGEST_LINE = 92
"""Width of the text in average characters: about 80 of prose, which read well, and its margins."""
LEAST_LINES = 3
LOW = 18
"""With less height than so many lines there is no room for anything but title, text and one button."""


class ReaderPane(QWidget):
    """Shows a Reading; asks for everything else."""

    remember_requested = Signal()
    export_requested = Signal()
    left = Signal()
    """The person is done here and wants the list (Esc)."""

    def __init__(self, theme: Theme, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.reading: Reading | None = None
        self.banner = Banner(theme)
        self.banner.setObjectName("reader_banner")
        self._build_header()
        self._build_view(tasks)
        self._build_footer()
        self.empty = EmptyState(theme, "")
        self._lay_out()
        self.show_nothing()
        theme.changed.connect(self._dress)
        self._dress()

    def _build_header(self) -> None:
        self.title = ElidedLabel()
        self.title.setObjectName("conversation_title")
        self.title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.about = ElidedLabel()
        self.about.setForegroundRole(self.about.palette().ColorRole.PlaceholderText)
        self.about.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.place = plain_label(role="small", quiet=True)
        self.place.setObjectName("conversation_place")

    def _build_view(self, tasks: Tasks) -> None:
        self.view = ConversationView(self._theme)
        self.view.setObjectName("conversation_view")
        self.view.setAccessibleName(self.tr("The conversation, read only"))
        self.view.setProperty("bare", True)
        self.view.moved.connect(self._show_place)
        self.view.filled.connect(self._show_place)
        self.view.menu_requested.connect(self._open_menu)
        self.finding = ReaderFind(self.view, tasks, self._theme)
        back = QShortcut(QKeySequence(Qt.Key.Key_Escape), self.view)
        back.setContext(Qt.ShortcutContext.WidgetShortcut)
        back.activated.connect(self.left)

    def _build_footer(self) -> None:
        self.find_button = QPushButton(self.tr("Find in conversation"))
        self.find_button.clicked.connect(lambda: self.finding.open())
        self.export_button = QPushButton(self.tr("Export…"))
        self.export_button.setToolTip(self.tr("Put this conversation into a Markdown file"))
        self.export_button.clicked.connect(self.export_requested)
        self.remember_button = QPushButton(self.tr("Remember this…"))
        self.remember_button.setObjectName("remember_button")
        self.remember_button.setProperty("primary", True)
        self.remember_button.setToolTip(
            self.tr("Begin a note with what is selected, or with what was said at the cursor")
        )
        self.remember_button.clicked.connect(self.remember_requested)

    def _lay_out(self) -> None:
        unit = self._theme.unit
        head = QHBoxLayout()
        head.setSpacing(3 * unit)
        head.addWidget(self.title, 1)
        head.addWidget(self.place)
        self._footer = FlowBox(2 * unit)
        for button in (self.find_button, self.export_button, self.remember_button):
            button.setParent(self._footer)
        body = QWidget()
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(6 * unit, 4 * unit, 6 * unit, 4 * unit)
        self._column.setSpacing(2 * unit)
        self._column.addLayout(head)
        self._column.addWidget(self.about)
        for part in (self.banner, self.finding.bar):
            self._column.addWidget(part)
        self._column.addWidget(self.view, 1)
        self._column.addWidget(self._footer)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(body)

    def _dress(self) -> None:
        self.title.setFont(self._theme.font("page"))
        self.about.setFont(self._theme.font("small", tabular=True))
        self.find_button.setIcon(self._theme.icon("search", "quiet"))
        self.export_button.setIcon(self._theme.icon("file-down", "quiet"))
        self.remember_button.setIcon(self._theme.icon("bookmark-plus", "on_accent"))

    def set_zoom(self, steps: int) -> None:
        """The body font, `steps` points larger."""
        font = self._theme.font("body")
        font.setPointSizeF(max(4.0, font.pointSizeF() + steps))
        metrics_before = self.view.font()
        self.view.setFont(font)
        metrics = self.view.fontMetrics()
        self.view.setMaximumWidth(LONGEST_LINE * metrics.averageCharWidth())
        self.view.setMinimumHeight(LEAST_LINES * metrics.lineSpacing())
        if metrics_before != font:
            self.view.restyle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """With little height the text needs it more; what goes is in the menus, too."""
        is_low, unit = self.height() < LOW * self.fontMetrics().lineSpacing(), self._theme.unit
        across, down = (3, 2) if is_low else (6, 4)
        self._column.setContentsMargins(across * unit, down * unit, across * unit, down * unit)
        self.about.setHidden(is_low)
        for button in (self.find_button, self.export_button):
            button.setHidden(is_low)
        self._footer.arrange()

    # What is shown

    def show_nothing(self) -> None:
        """Nothing is open; say what to do."""
        sentence = self.tr("Choose something on the list to read the conversation here.")
        self.reading = None
        self.empty.show_text(sentence, False)
        self._stack.setCurrentIndex(0)

    def show_reading(self, reading: Reading) -> None:
        """Open a conversation, or the one that is open at another place."""
        self.finding.forget()
        self.banner.clear()
        self.reading = reading
        self.title.set_text(shown(reading.title))
        self.title.setToolTip(plain_tip(shown(reading.title)))
        self.about.set_text(shown(reading.about))
        self._stack.setCurrentIndex(1)
        self.view.show_parts(reading.parts, reading.goal)
        self._show_place()

    def show_trouble(self, message: Message) -> None:
        """Say over the text why the conversation that was wanted is not there."""
        if self.reading is None:
            self.title.set_text("")
            self.about.set_text("")
            self.view.show_parts([], None)
        self._stack.setCurrentIndex(1)
        self.banner.show_message(message)

    def _show_place(self) -> None:
        at = self.view.current_part()
        if self.reading is None or not 0 <= at < len(self.view.parts):
            self.place.setText("")
            return
        said = self.tr("turn {turn} of {turns}")
        turn = number(self.view.parts[at].turn + 1)
        self.place.setText(said.format(turn=turn, turns=number(self.reading.turns)))

    @property
    def is_open(self) -> bool:
        """Whether a conversation is open."""
        return self.reading is not None

    def wanted_text(self) -> str:
        """What is selected, else everything that was said where the cursor is."""
        selected = self.view.selected_text()
        if selected:
            return selected
        at = self.view.current_part()
        return self.view.parts[at].text if 0 <= at < len(self.view.parts) else ""

    def _open_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setObjectName("reader_menu")
        copy = menu.addAction(self.tr("&Copy"), self.view.copy)
        copy.setEnabled(self.view.textCursor().hasSelection())
        menu.addAction(self.tr("Select &all"), self.view.selectAll)
        menu.addSeparator()
        menu.addAction(self.tr("&Remember this…"), self.remember_requested.emit)
        menu.addAction(self.tr("&Find in conversation…"), lambda: self.finding.open())
        menu.addAction(self.tr("E&xport…"), self.export_requested.emit)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)
