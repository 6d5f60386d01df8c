import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { Viewer } from '#contract/accounts.ts'
import { emailPattern } from '#contract/registration.ts'
import { notifyLinkSent, sendVerificationEmail } from '#web/accounts/account-calls.ts'
import { refreshLists, useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmailField } from '#web/ui/forms/field.tsx'
import { Stamp } from '#web/ui/marks/stamp.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { useWithConfirmation } from '../confirm/use-with-confirmation.ts'
import css from '../setting.module.css'
import { Setting, SettingForm } from '../setting.tsx'
import { notifySettingError } from '../setting-error.ts'
import { changeEmail } from './change-email.ts'

type Draft = { email: string }

export function EmailCard({ viewer }: { viewer: Viewer }) {
  const { t } = useLingui()
  const form = useForm<Draft>({ defaultValues: { email: viewer.email } })
  const enteredEmail = useWatch({ control: form.control, name: 'email' })
  const update = useEmailUpdate(viewer, (message) => form.setError('email', { message }, { shouldFocus: true }))
  const save = async ({ email }: Draft) => {
    if (email.trim().toLowerCase() !== viewer.email) return update(email.trim())
    showToast({ title: t`No changes`, description: t`Email is the same as current` })
  }
  const emailProblem = (value: string) =>
    emailPattern.test(value.trim()) ? undefined : t`Please enter a valid email address`
  return (
    <Setting title={t`Email Address`} hint={t`Only you and the mail carrier see it.`}>
      {!viewer.emailVerified && <UnconfirmedEmail email={viewer.email} />}
      <SettingForm
        form={form}
        action={t`Update Email`}
        busyAction={t`Updating...`}
        isInvalid={emailProblem(enteredEmail) !== undefined}
        save={save}
        onInvalid={({ email }) =>
          showToast({ title: t`Invalid email`, description: email?.message, variant: 'destructive' })
        }
      >
        <EmailField
          label={t`Email address`}
          defaultValue={viewer.email}
          error={form.formState.errors.email?.message}
          {...form.register('email', { validate: emailProblem })}
        />
      </SettingForm>
    </Setting>
  )
}

function useEmailUpdate(viewer: Viewer, onProblem: (message: string) => void) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const withConfirmation = useWithConfirmation()
  const { write } = useWrite({
    mutationFn: (email: string) => withConfirmation(() => changeEmail(viewer, email)),
    onSuccess: () =>
      showToast({
        title: t`Email updated successfully`,
        description: t`Your email has been updated across all services.`,
      }),
    onError: (error) => {
      const problem = notifySettingError(error, t`Error updating email`)
      if (problem) onProblem(problem)
    },
    onSettled: () => void refreshLists(queries),
  })
  return write
}

function UnconfirmedEmail({ email }: { email: string }) {
  const { t } = useLingui()
  const { write, isPending } = useWrite({
    mutationFn: () => sendVerificationEmail(),
    onSuccess: () => notifyLinkSent(email),
    onError: (error) => notifySettingError(error, t`Email not sent`),
  })
  return (
    <div className={css.unconfirmed}>
      <p>
        <Stamp>{t`Not confirmed`}</Stamp>
      </p>
      <p>
        <Trans>
          We emailed a link to <b>{email}</b>. Until you open it, recovery emails go to the last address that you
          confirmed, if any.
        </Trans>
      </p>
      <Button look="second" size="small" aria-disabled={isPending || undefined} onClick={() => void write()}>
        {isPending ? t`Sending…` : t`Send the link again`}
      </Button>
    </div>
  )
}
