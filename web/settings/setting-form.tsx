import type { FormEvent, ReactNode } from 'react'
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { useMounted } from '#web/ui/use-mounted.ts'

type SettingFormProps<Draft extends FieldValues> = {
  form: UseFormReturn<Draft>
  action: string
  busyAction: string
  /** The button then looks disabled, and still says why when it is pressed. */
  isInvalid: boolean
  save: (draft: Draft) => Promise<unknown>
  onInvalid: (errors: FieldErrors<Draft>) => void
  children: ReactNode
}

/**
 * Until the scripts are there the button is a plain one, whose click is held for later (early-clicks.ts), and no
 * browser can put what was typed into an address.
 */
export function SettingForm<Draft extends FieldValues>({ form, children, ...rest }: SettingFormProps<Draft>) {
  const mounted = useMounted()
  const { isSubmitting, errors } = form.formState
  const submit = form.handleSubmit(rest.save, rest.onInvalid)
  const submitOnce = (event: FormEvent) => {
    event.preventDefault()
    if (!isSubmitting) void submit(event)
  }
  return (
    <form noValidate method="post" onSubmit={submitOnce}>
      {children}
      {errors.root && (
        <p className="error" role="alert">
          {errors.root.message}
        </p>
      )}
      <button
        type={mounted ? 'submit' : 'button'}
        className={buttonClass({ look: 'second' })}
        aria-disabled={rest.isInvalid || isSubmitting || undefined}
      >
        {isSubmitting ? rest.busyAction : rest.action}
      </button>
    </form>
  )
}
