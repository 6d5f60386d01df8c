import type { RefObject } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'

type Props = { isDirty: boolean; isKept: boolean; isSaved: RefObject<boolean> }

/** Asks before a zine is left over changes that are not saved. */
export function LeaveEdit({ isDirty, isKept, isSaved }: Props) {
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
      sentence={isKept ? kept : onlyHere}
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => blocker.proceed()}
    />
  )
}

const kept = 'Your changes are not saved yet. They stay in this browser, and are here when you come back.'
const onlyHere = 'Your changes are only in this tab. If you leave now, they are gone.'
