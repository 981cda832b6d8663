"""Makes PySide6 load what describes the signatures of Qt's functions when it is asked for, not at each start.

That is seven modules of its support code, about 110 KB, which it carries as source and compiles anew in
every process, and Python's `inspect`: a third of the time that a window takes to appear. They serve error
messages, help texts and tools; the program calls for them only where a bug passes a wrong argument.
How these modules are asked for is no promise of PySide6's: this is done for the versions it was tried with.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from threading import RLock
from types import ModuleType
from typing import Any

_NAMES = ("errorhandler", "layout", "lib.enum_sig", "lib.pyi_generator", "lib.tool", "mapping", "parser")
_MAPPING = "shibokensupport.signature.mapping"
_LATE = frozenset([*(f"shibokensupport.signature.{name}" for name in _NAMES), "inspect"])
_TRIED = "6.11."
_FEATURE = "shibokensupport.feature"
_THEIR_IMPORTER = "EmbeddableZipImporter"
_loading = RLock()


@contextmanager
def put_off() -> Iterator[None]:
    """While this lasts PySide6 may be imported for the first time. Where it works in another way than is
    known here, or is imported already, nothing changes.
    """
    finder = _Finder()
    sys.meta_path = _MetaPath(finder, sys.meta_path)
    try:
        yield
    finally:
        sys.meta_path = [other for other in sys.meta_path if other is not finder]


class _MetaPath(list[Any]):
    """Their importer goes to the very front while it is needed; ours stays before it."""

    def __init__(self, finder: _Finder, before: list[Any]) -> None:
        super().__init__([finder, *before])
        self._finder = finder

    def insert(self, index: Any, other: Any) -> None:
        super().insert(index, other)
        if type(other).__name__ == _THEIR_IMPORTER:
            self.remove(self._finder)
            super().insert(index, self._finder)


class _Finder:
    """Finds the same modules as all others do, but empty."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name != _FEATURE and not (name in _LATE and _is_tried()):
            return None
        others = (finder.find_spec(name, path, target) for finder in sys.meta_path if finder is not self)
        spec: ModuleSpec | None = next(filter(None, others), None)
        if spec is not None:
            loader: Any = _FeatureLoader(spec.loader) if name == _FEATURE else _Loader(spec.loader)
            spec.loader = loader
        return spec


def _is_tried() -> bool:
    version = getattr(sys.modules.get("PySide6"), "__version__", "")
    return str(version).startswith(_TRIED)


class _FeatureLoader:
    """PySide6 reads the source of each module imported after it, to see whether it might use `__feature__`.
    None does here.
    """

    def __init__(self, real: Any) -> None:
        self._real = real

    def create_module(self, spec: ModuleSpec) -> None:
        """An ordinary one."""

    def exec_module(self, module: Any) -> None:
        self._real.exec_module(module)
        if hasattr(module, "_mod_uses_pyside"):
            module._mod_uses_pyside = lambda _module: True


class _Loader:
    def __init__(self, real: Any) -> None:
        self._real = real

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _LateModule(spec.name, self._real)

    def exec_module(self, module: ModuleType) -> None:
        """That is left to whoever asks for something of the module."""
        if module.__name__ == _MAPPING:
            _serve_libshiboken(module)


def _serve_libshiboken(mapping: ModuleType) -> None:
    """Before it says which argument is wrong, libshiboken takes this one function out of the module's
    dictionary, calls it, and reads the dictionary only then. It ends the process where it finds none.
    """

    def update_mapping(*arguments: Any) -> Any:
        mapping.namespace  # noqa: B018 (loads it)
        return mapping.__dict__["update_mapping"](*arguments)

    mapping.__dict__["update_mapping"] = update_mapping


class _LateModule(ModuleType):
    def __init__(self, name: str, loader: Any) -> None:
        super().__init__(name)
        self._real: Any = loader

    def __getattr__(self, name: str) -> Any:
        if name == "__all__" or not name.startswith("__"):
            with _loading:
                self._load()
        if name in self.__dict__:
            return self.__dict__[name]
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")

    def _load(self) -> None:
        loader, self._real = self._real, None
        spec = self.__spec__
        if loader is None or spec is None:
            return
        spec.loader = self.__loader__ = loader
        published, spec.name = spec.name, self.__name__  # PySide6 publishes its own under a second name
        try:
            loader.exec_module(self)
        finally:
            spec.name = published
