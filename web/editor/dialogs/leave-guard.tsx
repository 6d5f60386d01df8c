import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { type EditorState, statusOf } from '../model/editor-state.ts'
import { type EditorSession, now } from '../session/editor-session.ts'
import { isCarried } from '../session/send-save.ts'
import { useEditorState } from '../session/use-session.ts'

const patience = 3_000

type Props<Text> = {
  session: EditorSession<Text>
  unsent?: string | undefined
}

/** Saves before leaving. Asks if saving fails or takes too long, or if there is unsent text. */
export function LeaveGuard<Text>({ session, unsent }: Props<Text>) {
  const blocker = useBlocker(() => session.isDirty() || (unsent !== undefined && !session.isOver()))
  const status = useEditorState(session, statusOf)
  const isUnkept = useEditorState(session, (state) => state.isUnkept)
  const isLeaving = blocker.state === 'blocked'
  /** Unsent text may become part of the project while the dialog is open. */
  const isWhole = isLeaving && unsent === undefined
  const isLate = useWait(isLeaving, patience)

  useEffect(() => {
    if (isWhole) session.dispatch({ type: 'leaving', at: now() })
  }, [isWhole, session])
  const isSafe = isWhole && (status === 'saved' || status === 'no-title')
  useEffect(() => {
    if (isSafe) blocker.proceed?.()
  }, [isSafe, blocker])

  const isStuck = isLeaving && !isSafe && (!isWhole || status !== 'saving' || isLate)
  if (!isStuck) return null
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || blocker.reset()}
      title={unsent ? 'Leave now?' : 'Leave without saving?'}
      sentence={unsent ?? (isUnkept ? onlyHere : kept)}
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => blocker.proceed()}
    />
  )
}

const onlyHere = 'Your last changes are only in this tab. If you leave now, they are lost.'
const kept =
  'Your last changes are not saved yet. They stay in this browser and will be here when you come back.'

function useWait(isOn: boolean, ms: number) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setOver(true), ms)
    return () => {
      clearTimeout(timer)
      setOver(false)
    }
  }, [isOn, ms])
  return isOver
}

/** Asks before the tab closes if text can be neither stored here nor sent on unload. */
export function usePageGuard<Text>(session: EditorSession<Text>) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!session.isDirty()) return
      // A synthetic event asks whether there is unsaved work.
      if (!event.isTrusted || mustAsk(session.read())) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [session])
}

function mustAsk<Text>(state: EditorState<Text>) {
  const isOnItsWay = ['unsaved', 'saving'].includes(statusOf(state))
  return state.isUnkept || !isOnItsWay || !isCarried(JSON.stringify(state.text))
}
