import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { isBlank } from '#contract/visible-text.ts'
import { ApiError } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import css from './account-form.module.css'

export type CodeDraft = { code: string; password: string }

export type CodeFormOptions<Result> = {
  send: (code: string, password: string) => Promise<Result>
  onSuccess: (result: Result) => Promise<void>
  onError: (error: Error) => string | undefined
}

export function useCodeForm<Result>({ send, onSuccess, onError }: CodeFormOptions<Result>) {
  const form = useForm<CodeDraft>({ defaultValues: { code: '', password: '' } })
  const { write } = useWrite({
    // Authenticator apps show codes with spaces.
    mutationFn: ({ code, password }: CodeDraft) => send(code.replace(/\s/g, ''), password),
    onSuccess,
    onError: (error) => {
      const message = onError(error)
      if (message) form.setError(fieldOf(error), { message }, { shouldFocus: true })
    },
  })
  return { form, submit: form.handleSubmit(write), isBusy: form.formState.isSubmitting }
}

const fieldOf = (error: Error) => (error instanceof ApiError && error.code === 'wrong_password' ? 'password' : 'code')

type CodeFieldProps = Omit<Partial<ComponentProps<typeof TextField>>, 'form'> & {
  form: UseFormReturn<CodeDraft>
}

export const CodeField = ({ form, ...input }: CodeFieldProps) => {
  const { t } = useLingui()
  return (
    <TextField
      label={t({ message: 'Code', comment: 'Of two-factor sign-in' })}
      className={`input ${css.code}`}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      data-autofocus
      error={form.formState.errors.code?.message}
      {...input}
      {...form.register('code', { validate: (value) => !isBlank(value) || t`Please enter a code.` })}
    />
  )
}
