import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#web/api/api.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { accountSentence, giveCode } from '../account-calls.ts'
import { AccountForm, Way } from '../account-form.tsx'

type Props = {
  onSignedIn: (userId: string, how: 'login') => Promise<void>
  /** Back to sign in, with the sentence that says why when it was not the person's wish. */
  onBack: (problem?: string) => void
}

const kinds = {
  app: {
    label: 'Code',
    hint: 'Six digits from your authenticator app.',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    other: 'Use a recovery code',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One from the list you kept when you turned on two-factor sign-in. Each works once.',
    inputMode: 'text',
    autoComplete: 'off',
    other: 'Use the authenticator app',
  },
} as const

const tooLate = 'That took too long. Please sign in again.'

/** The second step of a sign-in: a code of the authenticator app, or one that was kept for when it is lost. */
export function CodeForm({ onSignedIn, onBack }: Props) {
  const [kind, setKind] = useState<keyof typeof kinds>('app')
  const { register, handleSubmit, setError, resetField, setFocus, formState } = useForm<{ code: string }>()
  const { errors, isSubmitting } = formState
  const words = kinds[kind]

  const submit = async ({ code }: { code: string }) => {
    try {
      await onSignedIn(await giveCode(code.replace(/\s/g, '')), 'login')
    } catch (error) {
      const isTooLate = error instanceof ApiError && error.status === 401
      const sentence = isTooLate ? tooLate : accountSentence(error)
      showToast({ title: 'Login failed', description: sentence, variant: 'destructive' })
      if (isTooLate) onBack(sentence)
      else setError('code', { message: sentence }, { shouldFocus: true })
    }
  }

  const change = () => {
    setKind(kind === 'app' ? 'recovery' : 'app')
    resetField('code', { defaultValue: '' })
    setFocus('code')
  }

  return (
    <AccountForm
      onSubmit={handleSubmit(submit)}
      button="Continue"
      busyButton="Checking..."
      isBusy={isSubmitting}
      ways={
        <>
          <Way onClick={change}>{words.other}</Way>
          <Way onClick={() => onBack()}>Back to Sign In</Way>
        </>
      }
    >
      <Field label={words.label} hint={words.hint} error={errors.code?.message}>
        {(wiring) => (
          <input
            className="input code"
            inputMode={words.inputMode}
            autoComplete={words.autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            data-autofocus
            {...wiring}
            {...register('code', { validate: (code) => code.trim() !== '' || 'Please enter a code.' })}
          />
        )}
      </Field>
    </AccountForm>
  )
}
