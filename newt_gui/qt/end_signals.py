"""The signals by which a system asks a program to end, as a Qt signal on the UI thread.

Python runs a handler between any two lines of whatever is going on, a slot in the middle of a save
included. So the handlers here do nothing; a socket wakes the event loop, which tells when it is due.
"""

from __future__ import annotations

import signal
import socket

from PySide6.QtCore import QObject, QSocketNotifier, Signal

_ASKING_TO_END = ("SIGINT", "SIGTERM", "SIGHUP")


class EndSignals(QObject):
    """Listens from its making until `stop`. Made on the main thread, where Python wants it."""

    arrived = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ours, self._pythons = socket.socketpair()
        for end in (self._ours, self._pythons):
            end.setblocking(False)
        self._wakeup_before = signal.set_wakeup_fd(self._pythons.fileno(), warn_on_full_buffer=False)
        self._handlers_before = {
            number: signal.signal(number, lambda *_: None)
            for number in (getattr(signal, name, None) for name in _ASKING_TO_END)
            if number is not None
        }
        self._notifier = QSocketNotifier(self._ours.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_awake)

    def stop(self) -> None:
        """Give the signals back to whoever had them."""
        self._notifier.setEnabled(False)
        for number, handler in self._handlers_before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._wakeup_before)
        self._ours.close()
        self._pythons.close()

    def _on_awake(self) -> None:
        numbers = set(self._ours.recv(64))
        if numbers & set(self._handlers_before):
            self.arrived.emit()
