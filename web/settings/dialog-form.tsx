import { useLingui } from '@lingui/react/macro'
import type { FormEvent, ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import css from './settings-dialogs.module.css'

type DialogFormProps = {
  onSubmit: () => Promise<unknown>
  onCancel: () => void
  action: string
  busyAction: string
  isBusy: boolean
  isDanger?: boolean
  isInvalid?: boolean
  focusOn?: 'cancel' | 'action'
  problem?: string
  children: ReactNode
}

export function DialogForm({ onSubmit, onCancel, isBusy, focusOn, problem, children, ...rest }: DialogFormProps) {
  const { t } = useLingui()
  const submitOnce = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void onSubmit()
  }
  return (
    <form className={css.form} noValidate onSubmit={submitOnce}>
      {children}
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <div className={dialog.row}>
        <Button look="second" onClick={onCancel} data-autofocus={focusOn === 'cancel' || undefined}>{t`Cancel`}</Button>
        <Button
          type="submit"
          look={rest.isDanger ? 'danger' : 'first'}
          aria-disabled={rest.isInvalid || isBusy || undefined}
          data-autofocus={focusOn === 'action' || undefined}
        >
          {isBusy ? rest.busyAction : rest.action}
        </Button>
      </div>
    </form>
  )
}
