import { type RefObject, useState } from 'react'
import { useBlocker } from 'react-router'
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
        {isDirty ? (isKept ? 'Not saved yet; stored in this browser' : onlyHere) : 'No changes'}
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
        sentence="The published zine stays as it is. Your changes here will be lost."
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

const onlyHere = 'Not saved yet, and this browser can’t store it'

type LeaveProps = { isDirty: boolean; isKept: boolean; isSaved: RefObject<boolean> }

export function LeaveEdit({ isDirty, isKept, isSaved }: LeaveProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isSaved.current && currentLocation.pathname !== nextLocation.pathname,
  )
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || blocker.reset()}
      title="Leave without saving?"
      sentence={isKept ? kept : keptNowhere}
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => blocker.proceed()}
    />
  )
}

const kept = 'Your changes are not saved yet. They stay in this browser and will be here when you come back.'
const keptNowhere = 'Your changes are only in this tab. If you leave now, they are lost.'
