"""Which soul a config file names: the person picks the file, and sees what it says before and after."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from newt_gui.core.config import ConfigFile, ConfigResolution
from newt_gui.qt.plain import WrappedText, plain_label
from newt_gui.qt.services import Services
from newt_gui.qt.text_view import FaithfulTextView
from newt_gui.soul.chain_words import chain_lines, soul_setting
from newt_gui.soul.setting_preview import Preview, preview
from newt_gui.soul.setting_words import remark

COLUMNS, LINES = 84, 30
"""The usual size, in average characters and lines of text."""


class SettingDialog(QDialog):
    """`file`, `value` (None: clear it) are what the person decided, once it is accepted."""

    def __init__(
        self,
        config: ConfigResolution,
        files: Sequence[ConfigFile],
        chosen: ConfigFile,
        value: str,
        services: Services,
        parent: QWidget | None = None,
    ) -> None:
        """`files`: what may be picked; `chosen`: which is first; `value`: what is proposed."""
        super().__init__(parent)
        self._config, self._files, self._services = config, files, services
        self._theme = services.theme
        self._channel = f"soul setting {id(self)}"
        self.setObjectName("soul_setting_dialog")
        self.setWindowTitle(QGuiApplication.applicationDisplayName())
        self.setAccessibleName(self.tr("Name a soul in newt's configuration"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self._build(chosen, value)
        self._lay_out()
        self._connect()
        self._refresh()
        self.path_field.setFocus()
        self.path_field.selectAll()
        metrics = self.fontMetrics()
        # Not the dialog's own `screen()`: PySide would let it go together with a dialog of Python's.
        room = QGuiApplication.primaryScreen().availableGeometry().size() * 0.9
        self.resize(
            min(COLUMNS * metrics.averageCharWidth(), room.width()),
            min(LINES * metrics.lineSpacing(), room.height()),
        )

    # Building

    def _build(self, chosen: ConfigFile, value: str) -> None:
        self.title = plain_label(self.tr("Name a soul in newt's configuration"), role="title", wrap=True)
        self.file_box = QComboBox()
        self.file_box.setObjectName("setting_file")
        self.file_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.file_box.setMinimumContentsLength(20)
        lines = {line.file: line for line in chain_lines(self._config)}
        for file in self._files:
            self.file_box.addItem(
                self.tr("{file} ({state})").format(file=lines[file].name, state=lines[file].state)
            )
        self.file_box.setCurrentIndex(self._files.index(chosen))
        self.set_way = QRadioButton(self.tr("&Name this file as the soul:"))
        self.clear_way = QRadioButton(self.tr("Name n&one, and take the line out"))
        self.set_way.setChecked(True)
        self.ways = QButtonGroup(self)
        for way in (self.set_way, self.clear_way):
            self.ways.addButton(way)
        self.path_field = QLineEdit(value)
        self.path_field.setObjectName("setting_path")
        self.path_field.setAccessibleName(self.tr("Path of the soul, as newt is to read it"))
        self.browse_button = QPushButton(self.tr("Choose…"))
        self.remark = WrappedText()
        self.remark.setAccessibleName(self.tr("What to know"))
        self.change = FaithfulTextView(self._theme)
        self.change.setObjectName("setting_change")
        self.change.setAccessibleName(self.tr("What changes in the file"))
        self.change.set_locked(True)
        self.change.setTabChangesFocus(True)
        self.change.setMinimumHeight(4 * self.change.fontMetrics().lineSpacing())
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.go_button = QPushButton(self.tr("Change the file"))
        self.go_button.setObjectName("setting_go")
        self.go_button.setProperty("primary", True)
        self.go_button.setDefault(True)

    def _lay_out(self) -> None:
        unit = self._theme.unit
        form = QWidget()
        column = QVBoxLayout(form)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * unit)
        column.addWidget(self.title)
        column.addWidget(self._label(self.tr("In this con&fig file:"), self.file_box))
        column.addWidget(self.file_box)
        column.addWidget(self.set_way)
        path = QHBoxLayout()
        path.setSpacing(2 * unit)
        path.addWidget(self.path_field, 1)
        path.addWidget(self.browse_button)
        column.addLayout(path)
        column.addWidget(self.clear_way)
        column.addWidget(self.remark)
        column.addWidget(
            plain_label(
                self.tr("− before   + after; nothing else in it changes"), role="small", quiet=True, wrap=True
            )
        )
        column.addWidget(self.change, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(2 * unit)
        buttons.addStretch()
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.go_button)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(*(6 * unit,) * 4)
        outer.setSpacing(3 * unit)
        outer.addWidget(self._scrolling(form), 1)
        outer.addLayout(buttons)

    def _scrolling(self, form: QWidget) -> QScrollArea:
        """On a low screen the buttons stay in view."""
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(form)
        return area

    def _label(self, text: str, field: QWidget) -> QLabel:
        label = plain_label(text, wrap=True)
        label.setBuddy(field)
        return label

    def _connect(self) -> None:
        self.file_box.currentIndexChanged.connect(self._on_file_chosen)
        self.ways.buttonToggled.connect(self._refresh)
        self.path_field.textChanged.connect(self._refresh)
        self.browse_button.clicked.connect(self._browse)
        self.cancel_button.clicked.connect(self.reject)
        self.go_button.clicked.connect(self.accept)

    # What is decided

    @property
    def file(self) -> ConfigFile:
        """The config file that is picked."""
        return self._files[self.file_box.currentIndex()]

    @property
    def value(self) -> str | None:
        """What soul_file is to say; None: the line goes."""
        return self.path_field.text() if self.set_way.isChecked() else None

    # What happens

    def _on_file_chosen(self) -> None:
        setting = soul_setting(self.file)
        if setting is not None and not self.path_field.isModified():
            self.path_field.setText(str(setting.value))
        self._refresh()

    def _refresh(self) -> None:
        is_setting = self.set_way.isChecked()
        self.path_field.setEnabled(is_setting)
        self.browse_button.setEnabled(is_setting)
        self.go_button.setEnabled(False)
        path, value = self.file.path, self.value
        if path is None or value == "":
            self._services.tasks.interrupt(self._channel)
            self._show(Preview(None))
        else:
            self._services.tasks.query(self._channel, lambda _job: preview(path, value), self._show)

    def _show(self, seen: Preview) -> None:
        said = remark(seen, self.file, self.value, self._config)
        self.remark.setPlainText(said)
        self.remark.setVisible(bool(said))
        found = seen.difference
        self.change.set_text(found.text if found and not found.is_same else "")
        self.change.set_highlights(found.changed if found else ())
        self.go_button.setEnabled(found is not None and not seen.is_same)

    def _browse(self) -> None:
        def picked(path: Path | None) -> None:
            if path is not None:
                self.path_field.setText(str(path))
                self.path_field.setModified(True)

        self._services.dialogs.pick_file(
            self.tr("Choose the file with the soul"),
            self._config.workspace,
            ((self.tr("Markdown"), ("md", "markdown", "txt")),),
            picked,
        )

    def done(self, result: int) -> None:
        self._services.tasks.interrupt(self._channel)
        super().done(result)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.file_box.setMaximumWidth(self.width())
