import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { workspaceDelays } from '#contract/workspace-limits.ts'
import { persist, readStored } from '#web/browser/local-storage.ts'
import { memberSubkey } from '#web/browser/storage-keys.ts'
import { Button } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import type { ProjectSession } from '../project-text.ts'
import css from './canvas-onboarding.module.css'

type Props = { session: ProjectSession; userId: string; isSuspended: boolean }

/** Shown once per member, a second after the editor opens or the member stops writing. */
export function CanvasOnboarding({ session, userId, isSuspended }: Props) {
  const { t } = useLingui()
  const key = memberSubkey(userId, 'seen', 'editor')
  const [isUnseen, setUnseen] = useState(() => readStored(key) !== true)
  const isDue = useIdleSecond(session, isUnseen && !isSuspended)
  const close = () => {
    persist(key, true)
    setUnseen(false)
  }
  if (!isUnseen || !isDue) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => open || close()}
      title={t`Your Project Canvas`}
      width="33rem"
      returnFocusTo={() => document.getElementById('notes')}
    >
      <ul className={css.points}>
        <li>{t`Jot down ideas before they fly off`}</li>
        <li>{t`Draft the content of each page`}</li>
        <li>{t`Plan the layout, front cover to back`}</li>
        <li>{t`Keep details together: paper, inks, print run`}</li>
      </ul>
      <p className="meta">{t`Everything you write here is saved automatically.`}</p>
      <p className="meta">{t`When it is ready, “Make pages” turns it into a zine.`}</p>
      <div className={dialog.row}>
        <Button onClick={close}>{t`Got it, let's create!`}</Button>
      </div>
    </Dialog>
  )
}

function useIdleSecond(session: ProjectSession, isEnabled: boolean) {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!isEnabled || isIdle) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(() => isInField() || setIdle(true), workspaceDelays.editorOnboarding)
    }
    restartTimer()
    const stop = session.subscribe(restartTimer)
    document.addEventListener('focusout', restartTimer)
    return () => {
      clearTimeout(timer)
      stop()
      document.removeEventListener('focusout', restartTimer)
    }
  }, [session, isEnabled, isIdle])
  return isIdle
}

/** Waits while a text field has focus: text typed over an open dialog would be lost. */
const isInField = () => document.activeElement?.matches('input, textarea') ?? false
