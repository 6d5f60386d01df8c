import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { counted } from '#web/ui/number.ts'

type StopButtonProps = { printed: number; disabled: boolean; onStop: () => void }

/** Ends a run without logging it; asks first when there is something to lose. */
export function StopButton({ printed, disabled, onStop }: StopButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button look="second" disabled={disabled} onClick={() => (printed > 0 ? setAsking(true) : onStop())}>
        Stop
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Stop the timer?"
        sentence={`The ${counted(printed, 'minute')} so far will not be logged. Finish logs them.`}
        confirmLabel="Stop"
        cancelLabel="Keep going"
        onConfirm={onStop}
      />
    </>
  )
}
