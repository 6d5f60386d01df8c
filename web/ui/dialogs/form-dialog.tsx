import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { useUnsavedWork } from '../forms/unsaved-work.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'open' | 'onOpenChange'> & { onClose: () => void }

const UnsavedContext = createContext<RefObject<boolean>>({ current: false })

/** A form in a dialog. Asks before it discards unsaved input. */
export function FormDialog({ onClose, children, ...look }: FormDialogProps) {
  const { t } = useLingui()
  const isUnsaved = useRef(false)
  const [isLeaving, setLeaving] = useState(false)
  const close = () => (isUnsaved.current ? setLeaving(true) : onClose())
  return (
    <Dialog {...look} open onOpenChange={(open) => open || close()}>
      <UnsavedContext value={isUnsaved}>{children}</UnsavedContext>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title={t`Discard what you typed?`}
        message={t`It is not saved yet and will be lost.`}
        cancelLabel={t`Keep editing`}
        confirmLabel={t`Discard`}
        onConfirm={onClose}
      />
    </Dialog>
  )
}

export function useUnsavedText(isUnsaved: boolean) {
  const dialog = useContext(UnsavedContext)
  useUnsavedWork(isUnsaved)
  useEffect(() => {
    dialog.current = isUnsaved
  }, [dialog, isUnsaved])
}
