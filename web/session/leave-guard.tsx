import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { type EditorSession, now } from './editor-session.ts'
import { fitsKeepalive } from './send-save.ts'
import { type EditorState, statusOf } from './session-state.ts'
import { useEditorState } from './use-session.ts'

const saveTimeoutMs = 3_000

type Props<Text> = {
  session: EditorSession<Text>
  unsentMessage?: string | undefined
}

/** Saves before leaving. Asks if saving fails or takes too long, or if there is unsent text. */
export function LeaveGuard<Text>({ session, unsentMessage }: Props<Text>) {
  const { t } = useLingui()
  const blocker = useBlocker(() => session.isDirty() || (unsentMessage !== undefined && !session.isEnded()))
  const status = useEditorState(session, statusOf)
  const hasStorageFailed = useEditorState(session, (state) => state.hasStorageFailed)
  const isLeaving = blocker.state === 'blocked'
  /** Unsent text may become part of the project while the dialog is open. */
  const canSaveAll = isLeaving && unsentMessage === undefined
  const hasTimedOut = useTimeout(isLeaving, saveTimeoutMs)

  useEffect(() => {
    if (canSaveAll) session.dispatch({ type: 'leaving', at: now() })
  }, [canSaveAll, session])
  const isSaved = canSaveAll && (status === 'saved' || status === 'no-title')
  useEffect(() => {
    if (isSaved) blocker.proceed?.()
  }, [isSaved, blocker])

  const needsConfirmation = isLeaving && !isSaved && (!canSaveAll || status !== 'saving' || hasTimedOut)
  if (!needsConfirmation) return null
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || blocker.reset()}
      title={unsentMessage ? t`Leave now?` : t`Leave without saving?`}
      message={unsentMessage ?? t(hasStorageFailed ? onlyInTabMessage : storedMessage)}
      confirmLabel={t`Leave`}
      cancelLabel={t`Stay`}
      onConfirm={() => blocker.proceed()}
    />
  )
}

const onlyInTabMessage = msg`Your last changes are only in this tab. If you leave now, they are lost.`
const storedMessage = msg`Your last changes are not saved yet. They stay in this browser and will be here when you come back.`

function useTimeout(isActive: boolean, ms: number) {
  const [hasElapsed, setElapsed] = useState(false)
  useEffect(() => {
    if (!isActive) return
    const timer = setTimeout(() => setElapsed(true), ms)
    return () => {
      clearTimeout(timer)
      setElapsed(false)
    }
  }, [isActive, ms])
  return hasElapsed
}

/** Asks before the tab closes if text can be neither stored here nor sent on unload. */
export function usePageGuard<Text>(session: EditorSession<Text>) {
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!session.isDirty()) return
      // A synthetic event asks whether there is unsaved work.
      if (!event.isTrusted || needsPrompt(session.read())) event.preventDefault()
    }
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => window.removeEventListener('beforeunload', onBeforeUnload)
  }, [session])
}

function needsPrompt<Text>(state: EditorState<Text>) {
  const isSending = ['unsaved', 'saving'].includes(statusOf(state))
  return state.hasStorageFailed || !isSending || !fitsKeepalive(JSON.stringify(state.text))
}
