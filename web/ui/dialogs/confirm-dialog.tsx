import * as Primitive from 'radix-ui/alert-dialog'
import { useEffect, useRef, useState } from 'react'
import { buttonClass } from '../controls/button.tsx'
import css from './dialog.module.css'
import { useFocusReturn } from './use-focus-return.ts'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** Names the thing that is about to go. */
  sentence: string
  confirmLabel: string
  cancelLabel?: string
  busyLabel?: string
  /** The dialog stays busy until this settles; closing it is the caller's, so that a failure keeps it open. */
  onConfirm: () => unknown
}

/** Asks before something that cannot be taken back. Focus starts on Cancel, and only an answer closes it. */
export function ConfirmDialog({ open, onOpenChange, ...words }: ConfirmDialogProps) {
  const giveFocusBack = useFocusReturn(open)
  const { busy, confirm, button } = useConfirmation(words.onConfirm)
  return (
    <Primitive.Root open={open} onOpenChange={(next) => busy || onOpenChange(next)}>
      <Primitive.Portal>
        <div className={css.scrim}>
          <Primitive.Content className={css.dialog} onCloseAutoFocus={giveFocusBack}>
            <header>
              <Primitive.Title>{words.title}</Primitive.Title>
            </header>
            <div className={css.body}>
              <Primitive.Description>{words.sentence}</Primitive.Description>
              <div className={css.row}>
                <Primitive.Cancel className={buttonClass({ look: 'second' })} disabled={busy}>
                  {words.cancelLabel ?? 'Cancel'}
                </Primitive.Cancel>
                <button
                  ref={button}
                  type="button"
                  className={buttonClass({ look: 'danger' })}
                  disabled={busy}
                  onClick={confirm}
                >
                  {busy ? (words.busyLabel ?? words.confirmLabel) : words.confirmLabel}
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

/** Being busy disables a button and so takes the focus from it: after a failure it is there again. */
function useFocusAfter(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    const sheet = button.current?.closest('[role="alertdialog"]')
    const focused = document.activeElement
    const isLost = focused === document.body || sheet?.contains(focused)
    if (wasBusy.current && !busy && isLost) button.current?.focus()
    wasBusy.current = busy
  }, [busy])
  return button
}
