import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'

/** For a text that only this browser has. */
export function ThrowAway({ onThrowAway }: { onThrowAway: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button look="second" onClick={() => setAsking(true)}>
        Throw away
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Throw this text away?"
        sentence="Only this browser has it. This action cannot be undone."
        confirmLabel="Throw away"
        cancelLabel="Keep it"
        onConfirm={onThrowAway}
      />
    </>
  )
}
