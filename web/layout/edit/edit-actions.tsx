import { useLingui } from '@lingui/react/macro'
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
  const { t } = useLingui()
  const [isConfirming, setConfirming] = useState(false)
  const notStored = t`Not saved yet, and this browser can’t store it`
  const isDisabled = !isDirty || isSaving || undefined
  return (
    <div className={css.actions}>
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <p className="meta" role="status">
        {isDirty ? (isStored ? t`Not saved yet; stored in this browser` : notStored) : t`No changes`}
      </p>
      <div className={css.row}>
        <button type="submit" className={buttonClass({})} aria-disabled={isDisabled}>
          {isSaving ? t`Saving...` : t`Save changes`}
        </button>
        <Button
          look="second"
          aria-disabled={isDisabled}
          onClick={() => isDisabled || setConfirming(true)}
        >{t`Discard`}</Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={t`Discard your changes?`}
        message={t`The published zine stays as it is. Your changes here will be lost.`}
        cancelLabel={t`Keep editing`}
        confirmLabel={t`Discard`}
        onConfirm={() => {
          setConfirming(false)
          onDiscard()
        }}
      />
    </div>
  )
}
