import { CodeField, type CodeWrite, useCodeForm } from '#web/accounts/code-field.tsx'
import { useConfirmed } from '../confirm/use-confirmed.ts'
import { DialogForm } from '../dialog-form.tsx'
import { sayProblem } from '../setting-problem.ts'
import css from '../settings-dialogs.module.css'

type FactorCodeFormProps<Answer> = Omit<CodeWrite<Answer>, 'onError'> & {
  hint: string
  action: string
  busyAction: string
  /** What the toast says when the code was refused. */
  refusedTitle: string
  isDanger?: boolean
  onCancel: () => void
}

/** Asks for a code of the second factor, before or after it is turned on. */
export function FactorCodeForm<Answer>({
  hint,
  refusedTitle,
  send,
  onSuccess,
  ...frame
}: FactorCodeFormProps<Answer>) {
  const confirmed = useConfirmed()
  const { form, submit, isBusy } = useCodeForm({
    send: (code) => confirmed(() => send(code)),
    onSuccess,
    onError: (error) => sayProblem(error, refusedTitle),
  })
  return (
    <DialogForm onSubmit={submit} isBusy={isBusy} {...frame}>
      <CodeField className={`input ${css.code}`} form={form} hint={hint} />
    </DialogForm>
  )
}
