import { useLingui } from '@lingui/react/macro'
import * as Primitive from 'radix-ui/alert-dialog'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { buttonClass } from '../controls/button.tsx'
import css from './dialog.module.css'
import { useFocusReturn } from './use-focus-return.ts'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  message: ReactNode
  confirmLabel: string
  cancelLabel?: string
  busyLabel?: string
  /** The dialog is busy until the promise settles. Only the caller closes the dialog, so a failure leaves it open. */
  onConfirm: () => unknown
}

/** Asks before an irreversible action. Focus starts on Cancel, and only buttons close the dialog. */
export function ConfirmDialog({ open, onOpenChange, ...texts }: ConfirmDialogProps) {
  const { t } = useLingui()
  const restoreFocus = useFocusReturn(open)
  const { busy, confirm, button } = useConfirmation(texts.onConfirm)
  return (
    <Primitive.Root open={open} onOpenChange={(next) => busy || onOpenChange(next)}>
      <Primitive.Portal>
        <div className={css.scrim}>
          <Primitive.Content className={css.dialog} onCloseAutoFocus={restoreFocus}>
            <div className={css.head}>
              <Primitive.Title>{texts.title}</Primitive.Title>
            </div>
            <div className={css.body}>
              <Primitive.Description>{texts.message}</Primitive.Description>
              <div className={css.row}>
                <Primitive.Cancel className={buttonClass({ look: 'second' })} disabled={busy}>
                  {texts.cancelLabel ?? t`Cancel`}
                </Primitive.Cancel>
                <button
                  ref={button}
                  type="button"
                  className={buttonClass({ look: 'danger' })}
                  disabled={busy}
                  onClick={confirm}
                >
                  {busy ? (texts.busyLabel ?? texts.confirmLabel) : texts.confirmLabel}
                </button>
              </div>
            </div>
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

function useConfirmation(onConfirm: ConfirmDialogProps['onConfirm']) {
  const [busy, setBusy] = useState(false)
  const started = useRef(false)
  const button = useFocusAfter(busy)
  const confirm = async () => {
    if (started.current) return
    started.current = true
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      started.current = false
      setBusy(false)
    }
  }
  return { busy, confirm, button }
}

/** Disabling the busy button removes its focus, so this restores focus after a failure. */
function useFocusAfter(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    const sheet = button.current?.closest('[role="alertdialog"]')
    const focused = document.activeElement
    const wasFocusLost = focused === document.body || sheet?.contains(focused)
    if (wasBusy.current && !busy && wasFocusLost) button.current?.focus()
    wasBusy.current = busy
  }, [busy])
  return button
}
