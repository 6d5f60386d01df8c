import type { ComponentProps } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useWrite } from '#web/api/use-write.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import css from './account-form.module.css'

type Draft = { code: string }

export type CodeWrite<Answer> = {
  send: (code: string) => Promise<Answer>
  onSuccess: (answer: Answer) => Promise<void>
  /** Says why the code was refused, and answers the sentence for its field if there is one. */
  onError: (error: Error) => string | undefined
}

/** A form for one code of the second factor. */
export function useCodeForm<Answer>({ send, onSuccess, onError }: CodeWrite<Answer>) {
  const form = useForm<Draft>({ defaultValues: { code: '' } })
  const { write } = useWrite({
    mutationFn: send,
    onSuccess,
    onError: (error) => {
      const message = onError(error)
      if (message) form.setError('code', { message }, { shouldFocus: true })
    },
  })
  // Apps show a code with spaces in it.
  const submit = form.handleSubmit(({ code }) => write(code.replace(/\s/g, '')))
  return { form, submit, isBusy: form.formState.isSubmitting }
}

type CodeFieldProps = Omit<Partial<ComponentProps<typeof TextField>>, 'form'> & { form: UseFormReturn<Draft> }

export const CodeField = ({ form, ...input }: CodeFieldProps) => (
  <TextField
    label="Code"
    className={`input ${css.code}`}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={40}
    data-autofocus
    error={form.formState.errors.code?.message}
    {...input}
    {...form.register('code', { validate: (typed) => typed.trim() !== '' || 'Please enter a code.' })}
  />
)
