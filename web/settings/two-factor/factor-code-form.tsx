import { useForm } from 'react-hook-form'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { useConfirmed } from '../confirm/use-confirmed.tsx'
import { sayProblem } from '../setting-problem.ts'

type FactorCodeFormProps = {
  hint: string
  action: string
  busyAction: string
  /** What the toast says when the code was refused. */
  refusedTitle: string
  isDanger?: boolean
  isFocused?: boolean
  /** Gives the code, without the spaces that apps show it with. */
  send: (code: string) => Promise<void>
  onCancel: () => void
}

/** Asks for a code of the second factor. */
export function FactorCodeForm({ hint, action, busyAction, send, onCancel, ...rest }: FactorCodeFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: '' } })
  const confirmed = useConfirmed()
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ code }) => {
    try {
      await confirmed(() => send(code.replace(/\s/g, '')))
    } catch (error) {
      const message = sayProblem(error, rest.refusedTitle)
      if (message) setError('code', { message }, { shouldFocus: true })
    }
  })
  return (
    <form className="ask" noValidate onSubmit={submit}>
      <Field label="Code" hint={hint} error={errors.code?.message}>
        {(wiring) => (
          <input
            className="input code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            data-autofocus={rest.isFocused}
            {...wiring}
            {...register('code', { validate: (typed) => typed.trim() !== '' || 'Please enter a code.' })}
          />
        )}
      </Field>
      <div className="row">
        <Button look="second" onClick={onCancel}>
          Cancel
        </Button>
        <button type="submit" className={rest.isDanger ? 'btn danger' : 'btn'} disabled={isSubmitting}>
          {isSubmitting ? busyAction : action}
        </button>
      </div>
    </form>
  )
}
