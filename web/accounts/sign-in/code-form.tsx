import { useState } from 'react'
import { AccountProblem, sayFailed, signInWithCode } from '../account-calls.ts'
import { AccountForm, FormLink } from '../account-form.tsx'
import { CodeField, useCodeForm } from '../code-field.tsx'
import { isSignedOut } from '../viewer-changes.ts'

type Props = {
  onSignedIn: (userId: string, how: 'login') => Promise<void>
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
    hint: 'One from the list you saved when you turned on two-factor sign-in. Each works once.',
    inputMode: 'text',
    autoComplete: 'off',
    other: 'Use the authenticator app',
  },
} as const

const tooLate = 'That took too long. Please sign in again.'

export function CodeForm({ onSignedIn, onBack }: Props) {
  const [kind, setKind] = useState<keyof typeof kinds>('app')
  const { other, ...words } = kinds[kind]

  const { form, submit, isBusy } = useCodeForm({
    send: signInWithCode,
    onSuccess: (userId) => onSignedIn(userId, 'login'),
    onError: (error) => {
      const isTooLate = isSignedOut(error)
      const sentence = sayFailed('Login failed', isTooLate ? new AccountProblem(tooLate) : error)
      if (!isTooLate) return sentence
      onBack(sentence)
    },
  })

  const change = () => {
    setKind(kind === 'app' ? 'recovery' : 'app')
    form.resetField('code', { defaultValue: '' })
    form.setFocus('code')
  }

  return (
    <AccountForm
      onSubmit={submit}
      button="Continue"
      busyButton="Checking..."
      isBusy={isBusy}
      links={
        <>
          <FormLink onClick={change}>{other}</FormLink>
          <FormLink onClick={() => onBack()}>Back to Sign In</FormLink>
        </>
      }
    >
      <CodeField form={form} {...words} />
    </AccountForm>
  )
}
