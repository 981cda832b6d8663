"""The floor: a bare window with one text edit."""

from __future__ import annotations

import sys

from first_paint import FirstPaint
from PySide6.QtWidgets import QApplication, QMainWindow, QPlainTextEdit

app = QApplication(sys.argv)
window = QMainWindow()
window.setCentralWidget(QPlainTextEdit())
FirstPaint(window)
window.show()
sys.exit(app.exec())
