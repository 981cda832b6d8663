"""The Soul page: wires the session to ladder, text and editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from newt_gui.core.soul import SoulKind, SoulRung, SoulState
from newt_gui.core.soul_files import SoulTooLong
from newt_gui.qt.messages import Message
from newt_gui.qt.services import Services
from newt_gui.soul.choosing import Choosing
from newt_gui.soul.page_view import SoulPageView
from newt_gui.soul.session import SoulSession
from newt_gui.soul.wishes import SoulWishes
from newt_gui.soul.words import title

if TYPE_CHECKING:
    from newt_gui.core.drafts import DraftStore
    from newt_gui.soul.draft_keeper import SoulDraftKeeper
    from newt_gui.soul.versions_flow import VersionsFlow


class SoulPage(SoulPageView):
    """Holds no state of its own. The window ends it with `stop`."""

    message_posted = Signal(object)
    """A Message for the window's message bar."""
    state_changed = Signal()
    """What can be done here may have changed."""

    def __init__(
        self,
        session: SoulSession,
        services: Services,
        parent: QWidget | None = None,
        drafts: DraftStore | None = None,
    ) -> None:
        """`drafts`: where unsaved text is kept against a crash; None: nowhere."""
        super().__init__(session.editing, services, parent)
        self.session = session
        self.wishes = SoulWishes(session, services, self)
        self.choosing = Choosing(self)
        self._versions: VersionsFlow | None = None
        self._connect_session()
        self._connect_panes()
        services.tasks.busy_changed.connect(self.state_changed)
        self._keeper = self._keep_drafts(drafts, services) if drafts is not None else None
        self._refresh()

    def _connect_session(self) -> None:
        session, editing = self.session, self.session.editing
        session.looked.connect(self._refresh)
        session.place_changed.connect(self._on_place_changed)
        editing.opened.connect(self._on_opened)
        editing.closed.connect(self._on_closed)
        editing.vanished.connect(self._on_vanished)
        editing.changed.connect(self._on_draft_changed)
        editing.saved.connect(self._on_saved)
        editing.refused.connect(self._on_refused)
        editing.trouble.connect(self.wishes.tell_trouble)

    def _connect_panes(self) -> None:
        wishes, pane = self.wishes, self.text_pane
        wishes.message_posted.connect(self.message_posted)
        self.ladder.chosen.connect(self.choosing.chosen)
        self.ladder.opened.connect(pane.do_primary)
        self.ladder.chain.folder_requested.connect(wishes.open_folder)
        self.ladder.chain.setting_requested.connect(wishes.set_in_config)
        self.ladder.chain.history_requested.connect(lambda file: self._open_versions(file.path, None))
        pane.history_requested.connect(self.show_history)
        pane.edit_requested.connect(lambda: self._with_current(wishes.edit))
        pane.create_requested.connect(lambda: self._with_current(wishes.create))
        pane.own_requested.connect(self.choosing.go_to_own)
        pane.setting_requested.connect(lambda: wishes.set_in_config())
        pane.banner.setting_requested.connect(lambda: wishes.set_in_config())
        pane.folder_requested.connect(lambda: self._with_current(wishes.open_folder_of))
        pane.gone_supposed.connect(lambda: self._with_current(wishes.suppose_gone))
        pane.text_supposed.connect(lambda: self._with_current(wishes.suppose_text))
        pane.as_is_requested.connect(self.session.suppose_nothing)
        self.top.as_is_requested.connect(self.session.suppose_nothing)
        self.top.folder_requested.connect(wishes.open_folder)
        self.editor_built.connect(self._connect_editor)

    def _connect_editor(self) -> None:
        editor = self.edit_pane
        editor.save_requested.connect(self.save)
        editor.revert_requested.connect(self.revert)
        editor.done_requested.connect(self.wishes.done)
        editor.history_requested.connect(self.show_history)
        editor.notice.connect(lambda text: self.message_posted.emit(Message(text)))

    def _keep_drafts(self, store: DraftStore, services: Services) -> SoulDraftKeeper:
        from newt_gui.soul.draft_keeper import SoulDraftKeeper

        keeper = SoulDraftKeeper(self.session, store, services, self)
        keeper.message_posted.connect(self.message_posted)
        keeper.look()
        return keeper

    def stop(self) -> None:
        """The window closes in an orderly way: nothing is watched or kept any more."""
        if self._keeper is not None:
            self._keeper.stop()
        if self._versions is not None:
            self._versions.stop()
        self.session.stop()

    # What the window asks for

    def handlers(self) -> dict[str, Callable[[], object]]:
        """What the actions of this page do, by the action's name."""
        return {
            "action_save": self.save,
            "action_save_all": self.save,
            "action_revert": self.revert,
            "action_refresh": self.session.refresh,
            "action_history": self.show_history,
        }

    def enabled(self) -> dict[str, bool]:
        """Which of these actions can be done now."""
        unsaved = dict.fromkeys(("action_save", "action_save_all", "action_revert"), self.has_drafts)
        return {**unsaved, "action_refresh": True, "action_history": self._with_history() is not None}

    def action_texts(self) -> Mapping[str, str]:
        """No action of this page changes its words."""
        return {}

    @property
    def has_drafts(self) -> bool:
        return self.session.editing.is_dirty

    @property
    def is_saving(self) -> bool:
        return self.session.editing.is_saving

    def settle(self, then: Callable[[], None]) -> None:
        """Run `then` once no unsaved text can be lost by it, or not at all."""
        self.commit()
        self.wishes.settle(then)

    def focus_first(self) -> None:
        """Whoever came by keyboard goes on in the ladder."""
        self.ladder.focus_current()

    def save(self) -> None:
        """Save the soul that is being edited."""
        self.commit()
        self.session.editing.save()

    def revert(self) -> None:
        """Go back to what is in the file; the editor's own undo brings the text back."""
        self.commit()
        self.session.editing.revert()

    # Earlier versions

    def show_history(self) -> None:
        """Show earlier versions of the file that is being edited, or else of the chosen rung's."""
        found = self._with_history()
        if found is not None:
            self._open_versions(*found)

    def leave_versions(self) -> None:
        """Show the text or the editor again, if earlier versions stand there."""
        if self._versions is not None:
            self._versions.leave()

    def _with_history(self) -> tuple[Path, SoulKind] | None:
        draft, rung = self.session.editing.draft, self.choosing.current()
        if draft is not None and self.shows_editor:
            return draft.path, draft.kind
        return (rung.path, rung.kind) if rung is not None and rung.path is not None else None

    def _open_versions(self, path: Path, kind: SoulKind | None) -> None:
        history = self.session.history
        if history is None:
            return
        if self._versions is None:
            from newt_gui.soul.versions_flow import VersionsFlow

            self._versions = VersionsFlow(self, history, self._services)
            self._versions.message_posted.connect(self.message_posted)
        self._versions.open(path, kind)

    # What happened

    def _on_place_changed(self) -> None:
        self.text_pane.show_waiting()
        self.top.clear()
        self.choosing.start_anew()
        self.state_changed.emit()

    def _refresh(self) -> None:
        shown = self.session.shown
        if shown is not None:
            self.top.show_resolution(shown, self.session.suppositions)
            self.choosing.show()
            self.state_changed.emit()

    def _with_current(self, wish: Callable[[SoulRung], None]) -> None:
        rung = self.choosing.current()
        if rung is not None:
            wish(rung)

    def _on_draft_changed(self) -> None:
        self.choosing.show_ladder()
        self.state_changed.emit()

    def _on_opened(self) -> None:
        draft = self.session.editing.draft
        if draft is not None:
            self.choosing.editing_began(draft.kind)
            self.edit_pane.show_draft()
            self.state_changed.emit()

    def _on_closed(self) -> None:
        self.choosing.editing_ended()
        self.state_changed.emit()

    def _on_vanished(self) -> None:
        text = self.tr("The file that you had open is gone. Nothing of yours was unsaved.")
        self.message_posted.emit(Message(text, "caution"))

    def _on_saved(self) -> None:
        resolution, rung = self.session.resolution, self.choosing.edited()
        text = self.tr("Saved; counts from the next session.")
        if resolution is not None and rung is not None and rung.state is SoulState.SHADOWED:
            text = self.tr("Saved; but “{winner}” comes first, so the agent does not get this text.")
            text = text.format(winner=title(resolution.winner.kind))
        self.message_posted.emit(Message(text))
        self.state_changed.emit()

    def _on_refused(self, error: object) -> None:
        if self.session.editing.draft is not None and not isinstance(error, SoulTooLong):
            self.edit_pane.show_refusal(error)
        else:
            self.wishes.tell_trouble(error)
        self.state_changed.emit()
