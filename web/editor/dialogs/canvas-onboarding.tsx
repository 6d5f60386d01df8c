import { useEffect, useState } from 'react'
import { workspaceDelays } from '#contract/workspace-limits.ts'
import { keep, readKept } from '#web/browser/local-storage.ts'
import { Button } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import type { EditorSession } from '../session/editor-session.ts'
import css from './canvas-onboarding.module.css'

type Props = { session: EditorSession; userId: string; isHeld: boolean }

/** Shown once per member, a second after the editor opens or the member stops writing. */
export function CanvasOnboarding({ session, userId, isHeld }: Props) {
  const key = `foldout:${userId}:seen:editor`
  const [isNews, setNews] = useState(() => readKept(key) !== true)
  const isDue = useQuietSecond(session, isNews && !isHeld)
  const close = () => {
    keep(key, true)
    setNews(false)
  }
  if (!isNews || !isDue) return null
  return (
    <Dialog open onOpenChange={(open) => open || close()} title="Your Project Canvas" width="33rem">
      <ul className={css.ticks}>
        <li>Jot down ideas before they fly off</li>
        <li>Draft the content of each page</li>
        <li>Plan the layout, front cover to back</li>
        <li>Keep details together: paper, inks, print run</li>
      </ul>
      <p className="meta">Everything you write here is saved automatically.</p>
      <div className={dialog.row}>
        <Button onClick={close}>Got it, let's create!</Button>
      </div>
    </Dialog>
  )
}

function useQuietSecond(session: EditorSession, isWaiting: boolean) {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    if (!isWaiting || isQuiet) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => isInField() || setQuiet(true), workspaceDelays.editorOnboarding)
    }
    wait()
    const stop = session.subscribe(wait)
    document.addEventListener('focusout', wait)
    return () => {
      clearTimeout(timer)
      stop()
      document.removeEventListener('focusout', wait)
    }
  }, [session, isWaiting, isQuiet])
  return isQuiet
}

/** Waits while a text field has focus: text typed over an open dialog would be lost. */
const isInField = () => document.activeElement?.matches('input, textarea') ?? false
