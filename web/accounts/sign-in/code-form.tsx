import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { AccountProblem, notifyAccountError, signInWithCode } from '../account-calls.ts'
import { AccountForm, FormLink } from '../account-form.tsx'
import { CodeField, useCodeForm } from '../code-field.tsx'
import { isSignedOut } from '../viewer-changes.ts'

type Props = {
  onSignedIn: (userId: string, kind: 'login') => Promise<void>
  onBack: (problem?: string) => void
}

const codeKinds = {
  app: {
    label: msg`Code`,
    hint: msg`Six digits from your authenticator app.`,
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    switchLabel: msg`Use a recovery code`,
  },
  recovery: {
    label: msg`Recovery code`,
    hint: msg`One from the list you saved when you turned on two-factor sign-in. Each works once.`,
    inputMode: 'text',
    autoComplete: 'off',
    switchLabel: msg`Use the authenticator app`,
  },
} as const

const expiredMessage = msg`That took too long. Please sign in again.`

export function CodeForm({ onSignedIn, onBack }: Props) {
  const { t } = useLingui()
  const [kind, setKind] = useState<keyof typeof codeKinds>('app')
  const { switchLabel, label, hint, ...fieldProps } = codeKinds[kind]

  const { form, submit, isBusy } = useCodeForm({
    send: signInWithCode,
    onSuccess: (userId) => onSignedIn(userId, 'login'),
    onError: (error) => {
      const isExpired = isSignedOut(error)
      const message = notifyAccountError(t`Login failed`, isExpired ? new AccountProblem(t(expiredMessage)) : error)
      if (!isExpired) return message
      onBack(message)
    },
  })

  const switchKind = () => {
    setKind(kind === 'app' ? 'recovery' : 'app')
    form.resetField('code', { defaultValue: '' })
    form.setFocus('code')
  }

  return (
    <AccountForm
      onSubmit={submit}
      button={t`Continue`}
      busyButton={t`Checking…`}
      isBusy={isBusy}
      links={
        <>
          <FormLink onClick={switchKind}>{t(switchLabel)}</FormLink>
          <FormLink onClick={() => onBack()}>{t`Back to Sign In`}</FormLink>
        </>
      }
    >
      <CodeField form={form} label={t(label)} hint={t(hint)} {...fieldProps} />
    </AccountForm>
  )
}
