import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ArrowLeft, Ellipsis, LogOut, Redo2, Save, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { useAfterSignOut, useSignOut } from '#web/accounts/use-sign-out.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import { Tooltip, TooltipGroup } from '#web/ui/controls/tooltip.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { type EditorSession, now } from './editor-session.ts'
import css from './session.module.css'
import { type Status, statusOf } from './session-state.ts'
import { canRedo, canUndo } from './undo-history.ts'
import { OfflineCopyContext } from './use-offline-copy.ts'
import { useEditorState } from './use-session.ts'

type Props<Text> = {
  session: EditorSession<Text>
  noun: 'project' | 'draft'
  backTo: string
  /** What is not saved yet although the session is. */
  unsavedNote?: string | undefined
  items?: ReactNode
  deleteSentence: string
  onDelete: () => Promise<unknown>
}

export function SessionBar<Text>({ session, noun, backTo, unsavedNote, items, deleteSentence, onDelete }: Props<Text>) {
  const { t } = useLingui()
  const [isConfirming, setConfirming] = useState(false)
  const deleteLabel = noun === 'project' ? t`Delete Project` : t`Delete draft`
  const signOut = useSignOut(useAfterSignOut())
  const leave = () => {
    session.dispatch({ type: 'leaving', at: now() })
    void signOut()
  }
  return (
    <header className={css.bar}>
      <Link className={buttonClass({ look: 'quiet' }, css.backLink)} aria-label={t`Back`} to={backTo}>
        <ArrowLeft className="ico" aria-hidden="true" />
        <span className={css.backLabel}>{t`Back`}</span>
      </Link>
      <UndoButtons session={session} />
      <SaveState session={session} unsavedNote={unsavedNote} />
      <Button
        size="small"
        className={css.save}
        aria-label={noun === 'project' ? t`Save project` : t`Save draft`}
        onClick={() => session.dispatch({ type: 'saveRequested', at: now() })}
      >
        <Save className="ico" aria-hidden="true" />
        <span className={css.label}>{t`Save`}</span>
      </Button>
      <Menu trigger={<IconButton icon={Ellipsis} aria-label={noun === 'project' ? t`Project menu` : t`Draft menu`} />}>
        {items}
        <MenuItem danger icon={Trash2} onSelect={() => setConfirming(true)}>
          {deleteLabel}
        </MenuItem>
        <MenuItem icon={LogOut} onSelect={leave}>{t`Logout`}</MenuItem>
      </Menu>
      {isConfirming && (
        <ConfirmDialog
          open
          onOpenChange={setConfirming}
          title={deleteLabel}
          message={deleteSentence}
          confirmLabel={deleteLabel}
          busyLabel={t`Deleting…`}
          onConfirm={onDelete}
        />
      )}
    </header>
  )
}

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

function UndoButtons<Text>({ session }: { session: EditorSession<Text> }) {
  const { t } = useLingui()
  const command = isApple ? '⌘' : t`Ctrl+`
  const isUndoable = useEditorState(session, ({ history }) => canUndo(history))
  const isRedoable = useEditorState(session, ({ history }) => canRedo(history))
  return (
    <TooltipGroup>
      <Tooltip label={t`Undo (${command}Z)`}>
        <IconButton
          icon={Undo2}
          aria-label={t`Undo`}
          disabled={!isUndoable}
          onClick={() => session.dispatch({ type: 'undone', at: now() })}
        />
      </Tooltip>
      <Tooltip label={isApple ? t`Redo (${command}⇧Z)` : t`Redo (${command}Y)`}>
        <IconButton
          icon={Redo2}
          aria-label={t`Redo`}
          disabled={!isRedoable}
          onClick={() => session.dispatch({ type: 'redone', at: now() })}
        />
      </Tooltip>
    </TooltipGroup>
  )
}

const statusLabels: Record<Status, MessageDescriptor> = {
  saved: msg`Saved`,
  saving: msg`Saving...`,
  unsaved: msg`Unsaved`,
  offline: msg`Offline`,
  'no-title': msg`A project needs a title`,
  'too-long': msg`Not saved`,
  conflict: msg`Not saved`,
  failed: msg`Not saved`,
  refused: msg`Not saved`,
  'signed-out': msg`Not saved`,
  gone: msg`Not saved`,
}

function SaveState<Text>({ session, unsavedNote }: Pick<Props<Text>, 'session' | 'unsavedNote'>) {
  const { t } = useLingui()
  const isOfflineCopy = useContext(OfflineCopyContext)
  const sessionStatus = useEditorState(session, statusOf)
  // The site may have a newer version.
  const status = sessionStatus === 'saved' && isOfflineCopy ? 'offline' : sessionStatus
  if (status === 'saved' && unsavedNote)
    return (
      <p className={`${css.state} meta`} data-state="waiting" role="status">
        {unsavedNote}
      </p>
    )
  const isProblem = !['saved', 'saving', 'unsaved', 'no-title'].includes(status)
  return (
    <>
      <p className={`${css.state} meta`} data-state={status} data-trouble={isProblem || undefined}>
        {t(statusLabels[status])}
        {status === 'unsaved' && <span className={css.label}>{t`, saves automatically`}</span>}
      </p>
      <SavedAnnouncement session={session} isSaved={status === 'saved'} />
    </>
  )
}

function SavedAnnouncement<Text>({ session, isSaved }: { session: EditorSession<Text>; isSaved: boolean }) {
  const { t } = useLingui()
  const manualSaves = useEditorState(session, (state) => state.manualSaves)
  const [announcedSaves, setAnnouncedSaves] = useState(manualSaves)
  const isNewSave = isSaved && manualSaves > announcedSaves
  useEffect(() => {
    if (!isSaved) setAnnouncedSaves(session.read().manualSaves)
  }, [isSaved, session])
  return (
    <span className="sr" role="status">
      {isNewSave && t`Saved`}
    </span>
  )
}
