import { CodeField, type CodeWrite, useCodeForm } from '#web/accounts/code-field.tsx'
import { PasswordField } from '#web/ui/forms/field.tsx'
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
  /** What changes a second factor that is on asks for the password as well, of an account that has one. */
  asksPassword?: boolean
  onCancel: () => void
}

/** Asks for a code of the second factor, before or after it is turned on. */
export function FactorCodeForm<Answer>({
  hint,
  refusedTitle,
  asksPassword,
  send,
  onSuccess,
  ...frame
}: FactorCodeFormProps<Answer>) {
  const confirmed = useConfirmed()
  const { form, submit, isBusy } = useCodeForm({
    send: (code, password) => confirmed(() => send(code, password)),
    onSuccess,
    onError: (error) => sayProblem(error, refusedTitle),
  })
  return (
    <DialogForm onSubmit={submit} isBusy={isBusy} {...frame}>
      {asksPassword && (
        <PasswordField
          label="Password"
          autoComplete="current-password"
          data-autofocus
          error={form.formState.errors.password?.message}
          {...form.register('password', {
            validate: (typed) => typed !== '' || 'Please enter your password.',
          })}
        />
      )}
      <CodeField
        className={`input ${css.code}`}
        form={form}
        hint={hint}
        data-autofocus={!asksPassword || undefined}
      />
    </DialogForm>
  )
}
