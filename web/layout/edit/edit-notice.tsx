import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import css from './edit-zine.module.css'
import type { useZineEdit } from './use-zine-edit.ts'

type Props = { edit: ReturnType<typeof useZineEdit>; onCompare: () => void }

/** What one has to know before going on: that a choice waits, what was put away, or what is here again. */
export function EditNotice({ edit, onCompare }: Props) {
  const [isRead, setRead] = useState(false)
  const { conflict, aside } = edit
  if (conflict) {
    return (
      <div className={css.notice} role="alert">
        <p>This zine was changed somewhere else as well.</p>
        <Button size="small" onClick={onCompare}>
          Compare and choose
        </Button>
      </div>
    )
  }
  if (aside) {
    return (
      <div className={css.notice} role="status">
        <p>What you had changed is put aside.</p>
        <Button look="second" size="small" onClick={() => edit.bringBack(aside)}>
          Bring it back
        </Button>
      </div>
    )
  }
  if (!edit.isRestored || isRead || !edit.isDirty) return null
  return (
    <div className={css.notice} role="status">
      <p>What you had not saved is here again.</p>
      <Button look="second" size="small" onClick={() => setRead(true)}>
        Go on
      </Button>
    </div>
  )
}
