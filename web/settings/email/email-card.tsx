import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type * as contract from '#contract/accounts.ts'
import type { Viewer } from '#contract/accounts.ts'
import { emailPattern } from '#contract/registration.ts'
import { notifyLinkSent, sendVerificationEmail } from '#web/accounts/account-calls.ts'
import { isSignedOut } from '#web/accounts/viewer-changes.ts'
import { ApiError, call } from '#web/api/call.ts'
import { refreshLists, useWrite } from '#web/api/use-write.ts'
import { updateUser } from '#web/creators/user-calls.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmailField } from '#web/ui/forms/field.tsx'
import { Stamp } from '#web/ui/marks/stamp.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { useWithConfirmation } from '../confirm/use-with-confirmation.ts'
import css from '../setting.module.css'
import { Setting, SettingForm } from '../setting.tsx'
import { isConfirmationNeeded, notifySettingError, SettingError } from '../setting-error.ts'

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
  return (
    <Setting title={t`Email Address`} hint={t`Only you and the mail carrier see it.`}>
      {!viewer.emailVerified && <UnconfirmedEmail email={viewer.email} />}
      <SettingForm
        form={form}
        action="Update Email"
        busyAction={t`Updating...`}
        isInvalid={emailProblem(enteredEmail) !== undefined}
        save={save}
        onInvalid={({ email }) => notifyInvalid(email?.message)}
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

const emailProblem = (value: string) =>
  emailPattern.test(value.trim()) ? undefined : t`Please enter a valid email address`

const notifyInvalid = (description: string | undefined) =>
  showToast({ title: t`Invalid email`, description, variant: 'destructive' })

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

const adminUpdateEmail = call<typeof contract.adminUpdateEmail>('POST', '/api/auth/admin-update-email')
const directUpdateEmail = call<typeof contract.directUpdateEmail>('POST', '/api/auth/direct-update-email')

const title = msg`Error updating email`
/** The server's sentence. */
const alreadySet = 'Email address is already set to this value.'

/** The order of spec §7: one call, the other if it fails, then the profile. */
async function changeEmail({ id, email }: Viewer, newEmail: string) {
  if (!email) throw new SettingError(i18n._(title), t`User email not found`)
  await changeAddress({ userId: id, newEmail })
  await updateUser({ params: { id }, body: { email: newEmail } })
}

async function changeAddress(change: { userId: string; newEmail: string }) {
  try {
    await adminUpdateEmail({ body: change })
  } catch (error) {
    if (isConfirmationNeeded(error)) throw error
    await directUpdateEmail({ body: change }).catch((last) => {
      throw toSettingError(last)
    })
  }
}

/** The server's message for the user, or else the message of spec §8. */
function toSettingError(error: unknown) {
  if (isSignedOut(error)) return new SettingError(i18n._(title), t`No valid authentication session`, error)
  const isUserError = error instanceof ApiError && error.code && error.status < 500
  if (isUserError && error.userMessage === alreadySet) return new SettingError(t`No changes needed`, alreadySet)
  if (isUserError) return error
  return new SettingError(
    t`Email update failed`,
    t`Unable to update email. Authentication service limitations prevent email changes at this time.`,
  )
}
