import { CodeField, useCodeForm } from '#web/accounts/code-field.tsx'
import { useConfirmed } from '../confirm/use-confirmed.ts'
import { DialogForm } from '../dialog-form.tsx'
import { sayProblem } from '../setting-problem.ts'
import css from '../settings-dialogs.module.css'

type FactorCodeFormProps = {
  hint: string
  action: string
  busyAction: string
  /** What the toast says when the code was refused. */
  refusedTitle: string
  isDanger?: boolean
  send: (code: string) => Promise<void>
  onCancel: () => void
}

/** Asks for a code of the second factor, before or after it is turned on. */
export function FactorCodeForm({ hint, refusedTitle, send, ...frame }: FactorCodeFormProps) {
  const confirmed = useConfirmed()
  const { form, submit, isBusy } = useCodeForm(async (code) => {
    try {
      await confirmed(() => send(code))
    } catch (error) {
      return sayProblem(error, refusedTitle)
    }
  })
  return (
    <DialogForm onSubmit={submit} isBusy={isBusy} {...frame}>
      <CodeField className={`input ${css.code}`} form={form} hint={hint} />
    </DialogForm>
  )
}
