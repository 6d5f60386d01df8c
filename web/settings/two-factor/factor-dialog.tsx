import { type ReactNode, useState } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { useStepFocus } from '#web/ui/dialogs/use-step-focus.ts'
import { useUnsavedWork } from '#web/ui/forms/unsaved-work.ts'
import css from '../settings-dialogs.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'

export type FactorDialogProps = {
  hasPassword: boolean
  /** Reads the second factors again, and the devices, whose sessions are renewed with them. */
  onChanged: () => Promise<void>
  onClose: () => void
}

type Props = {
  title: string
  /** Which of its views the children show. */
  step?: string
  /** Shown once there are any, in the place of the children. */
  codes: string[] | null
  onClose: () => void
  children: ReactNode
}

/** A sheet that ends with recovery codes. Since they are shown this once, leaving without them asks. */
export function FactorDialog({ title, step = '', codes, onClose, children }: Props) {
  const [leaving, setLeaving] = useState(false)
  const sheet = useStepFocus(codes ? 'codes' : step)
  useUnsavedWork(codes !== null)
  const wayOut = useBlocker(codes !== null)
  const isAsking = leaving || wayOut.state === 'blocked'
  const leave = () => (codes ? setLeaving(true) : onClose())
  const stay = () => {
    setLeaving(false)
    wayOut.reset?.()
  }
  return (
    <>
      <Dialog open onOpenChange={(open) => open || leave()} title={codes ? 'Recovery Codes' : title}>
        <div ref={sheet} className={css.ask}>
          {codes ? <RecoveryCodes codes={codes} onKept={onClose} /> : children}
        </div>
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={stay}
        title="Leave Without the Codes?"
        sentence="They are not shown again. Without them, a lost phone means a lost account."
        cancelLabel="Back to the Codes"
        confirmLabel="Leave"
        onConfirm={() => (wayOut.proceed ? wayOut.proceed() : onClose())}
      />
    </>
  )
}
