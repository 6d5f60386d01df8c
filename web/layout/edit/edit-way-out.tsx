import { useState } from 'react'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import css from './edit-zine.module.css'

type Props = {
  isDirty: boolean
  isKept: boolean
  isSaving: boolean
  problem: string | undefined
  onDiscard: () => void
}

/** Whether there is something to save, and the two ends of it. */
export function EditWayOut({ isDirty, isKept, isSaving, problem, onDiscard }: Props) {
  const [isAsking, setAsking] = useState(false)
  const cannot = !isDirty || isSaving || undefined
  return (
    <div className={css.wayOut}>
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <p className="meta" role="status">
        {isDirty ? (isKept ? 'Not saved yet; kept in this browser' : onlyHere) : 'Nothing is changed'}
      </p>
      <div className={css.row}>
        <button type="submit" className={buttonClass({})} aria-disabled={cannot}>
          {isSaving ? 'Saving...' : 'Save changes'}
        </button>
        <Button look="second" aria-disabled={cannot} onClick={() => cannot || setAsking(true)}>
          Discard
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Discard your changes?"
        sentence="The zine stays as it is published. What you changed here is gone."
        cancelLabel="Keep editing"
        confirmLabel="Discard"
        onConfirm={() => {
          setAsking(false)
          onDiscard()
        }}
      />
    </div>
  )
}

const onlyHere = 'Not saved yet, and this browser cannot keep it'
