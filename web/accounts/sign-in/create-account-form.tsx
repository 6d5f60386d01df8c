import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, useState } from 'react'
import { type UseFormSetError, useForm } from 'react-hook-form'
import * as limits from '#contract/limits.ts'
import { usernameProblem } from '#contract/registration.ts'
import { isBlank, trimText } from '#contract/visible-text.ts'
import { useWrite } from '#web/api/use-write.ts'
import { usePageData } from '#web/page-data/page-data.tsx'
import { EmailField, Field, PasswordField, UsernameField } from '#web/ui/forms/field.tsx'
import {
  createAccount,
  notifyAccountError,
  proofOfWorkMessage,
  type Registration,
  RegistrationProblem,
} from '../account-calls.ts'
import { AccountForm, FormLink, validateEmail, validatePassword } from '../account-form.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { getInviteCode } from './sign-in-links.ts'

function markFields({ issues }: RegistrationProblem, setError: UseFormSetError<Registration>) {
  for (const [index, { path, message }] of issues.entries()) setError(path, { message }, { shouldFocus: index === 0 })
}

type Props = {
  onSignedIn: (userId: string, kind: 'registration' | 'waiting') => Promise<void>
  onSignIn: () => void
}

export function CreateAccountForm({ onSignedIn, onSignIn }: Props) {
  const { t } = useLingui()
  const { signUps } = usePageData().site
  const [isInvited] = useState(() => getInviteCode() !== '')
  const form = useForm<Registration>({ defaultValues: { invite: getInviteCode() } })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState
  const [isWorking, setIsWorking] = useState(false)
  const needsInvite = signUps === 'invite'

  const { write: create } = useWrite({
    mutationFn: ({ invite, ...profile }: Registration) =>
      createAccount({ ...profile, ...(needsInvite && { invite }) }, () => setIsWorking(true)),
    onMutate: () => setIsWorking(false),
    onSuccess: (userId) => onSignedIn(userId, signUps === 'approval' ? 'waiting' : 'registration'),
    onError: (error) => {
      const message = notifyAccountError(t`Registration failed`, error)
      if (error instanceof RegistrationProblem) markFields(error, setError)
      else setError('root', { message })
    },
  })

  function usernameError(username: string) {
    const problem = usernameProblem(trimText(username))
    return problem && t(problem)
  }

  return (
    <>
      {signUps === 'approval' && (
        <p>{t`A moderator approves each new account. Until then you can work on projects and drafts.`}</p>
      )}
      <AccountForm
        onSubmit={handleSubmit(create)}
        problem={errors.root?.message}
        button={t`Create Account`}
        busyButton={isWorking ? t(proofOfWorkMessage) : t`Creating Account…`}
        isBusy={isSubmitting}
        links={<FormLink onClick={onSignIn}>{t`Sign In`}</FormLink>}
      >
        {needsInvite && (
          <InviteField
            data-autofocus={!isInvited || undefined}
            error={errors.invite?.message}
            {...register('invite', {
              validate: (code) => !isBlank(code ?? '') || t`Please enter your invite code.`,
            })}
          />
        )}
        <EmailField
          label={t`Email`}
          data-autofocus={!needsInvite || isInvited || undefined}
          error={errors.email?.message}
          {...register('email', { validate: validateEmail })}
        />
        <UsernameField
          label={t`Username`}
          error={errors.username?.message}
          {...register('username', { validate: usernameError })}
        />
        <PasswordField
          label={t`Password`}
          autoComplete="new-password"
          hint={t`At least ${ph({ passwordMin: limits.passwordMin })} characters.`}
          error={errors.password?.message}
          {...register('password', { validate: validatePassword })}
        />
        <Field label={t`Bio`} mark={t`optional`}>
          {(inputProps) => (
            <textarea
              className="input"
              rows={2}
              dir="auto"
              maxLength={limits.bio}
              placeholder={t`Tell us about yourself...`}
              {...inputProps}
              {...register('bio')}
            />
          )}
        </Field>
      </AccountForm>
      <ProviderButtons invite={() => (needsInvite ? form.getValues('invite') : undefined)} />
    </>
  )
}

const InviteField = (props: Omit<ComponentProps<typeof UsernameField>, 'label'>) => {
  const { t } = useLingui()
  return (
    <UsernameField
      label={t`Invite code`}
      hint={t`New accounts need an invite code. The person who invited you has it.`}
      {...props}
      autoComplete="off"
    />
  )
}
