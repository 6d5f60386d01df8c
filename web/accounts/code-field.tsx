import type { ComponentProps } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { TextField } from '#web/ui/forms/text-field.tsx'
import css from './account-form.module.css'

type Draft = { code: string }

/** A form for one code of the second factor. `give` answers why the code was refused, or nothing. */
export function useCodeForm(give: (code: string) => Promise<string | undefined>) {
  const form = useForm<Draft>({ defaultValues: { code: '' } })
  const submit = form.handleSubmit(async ({ code }) => {
    // Apps show a code with spaces in it.
    const message = await give(code.replace(/\s/g, ''))
    if (message) form.setError('code', { message }, { shouldFocus: true })
  })
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
