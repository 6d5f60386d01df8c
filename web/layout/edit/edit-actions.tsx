import { useState } from 'react'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import css from './edit-zine.module.css'

type Props = {
  isDirty: boolean
  isStored: boolean
  isSaving: boolean
  problem: string | undefined
  onDiscard: () => void
}

export function EditActions({ isDirty, isStored, isSaving, problem, onDiscard }: Props) {
  const [isConfirming, setConfirming] = useState(false)
  const isDisabled = !isDirty || isSaving || undefined
  return (
    <div className={css.actions}>
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <p className="meta" role="status">
        {isDirty ? (isStored ? 'Not saved yet; stored in this browser' : notStoredMessage) : 'No changes'}
      </p>
      <div className={css.row}>
        <button type="submit" className={buttonClass({})} aria-disabled={isDisabled}>
          {isSaving ? 'Saving...' : 'Save changes'}
        </button>
        <Button look="second" aria-disabled={isDisabled} onClick={() => isDisabled || setConfirming(true)}>
          Discard
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Discard your changes?"
        message="The published zine stays as it is. Your changes here will be lost."
        cancelLabel="Keep editing"
        confirmLabel="Discard"
        onConfirm={() => {
          setConfirming(false)
          onDiscard()
        }}
      />
    </div>
  )
}

const notStoredMessage = 'Not saved yet, and this browser can’t store it'
