import type { MessageDescriptor } from '@lingui/core'
import { msg, ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { Viewer } from '#contract/accounts.ts'
import * as limits from '#contract/limits.ts'
import type * as contract from '#contract/recovery.ts'
import { notifyResetSent, requestPasswordReset } from '#web/accounts/account-calls.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { ApiError, call } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PasswordField } from '#web/ui/forms/field.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { useWithConfirmation } from '../confirm/use-with-confirmation.ts'
import { Setting, SettingForm } from '../setting.tsx'
import { devicesQuery, followingFeedQuery, identitiesQuery } from '../setting-calls.ts'
import { notifySettingError } from '../setting-error.ts'

type PasswordDraft = { currentPassword: string; newPassword: string; confirmation: string }

const passwordTitles: Record<keyof PasswordDraft, MessageDescriptor> = {
  currentPassword: msg`Current password required`,
  newPassword: msg`Invalid password`,
  confirmation: msg`Passwords don't match`,
}

/** The error message of a field (spec §5), or undefined. */
function passwordProblem(field: keyof PasswordDraft, draft: PasswordDraft) {
  if (field === 'currentPassword')
    return draft.currentPassword === '' ? msg`Please enter your current password` : undefined
  if (field === 'newPassword') {
    const isShort = draft.newPassword.length < limits.passwordMin
    return isShort
      ? msg`Password must be at least ${ph({ passwordMin: limits.passwordMin })} characters long`
      : undefined
  }
  return draft.confirmation === draft.newPassword ? undefined : msg`New password and confirmation must match`
}

const changePassword = call<typeof contract.changePassword>('POST', '/api/auth/change-password')
const blank: PasswordDraft = { currentPassword: '', newPassword: '', confirmation: '' }

export function PasswordCard({ viewer }: { viewer: Viewer }) {
  const { t } = useLingui()
  const { data } = useQuery(identitiesQuery)
  return (
    <Setting
      title={t`Password`}
      hint={t`At least ${ph({ passwordMin: limits.passwordMin })} characters. Changing it signs out your other devices.`}
    >
      {data?.hasPassword === false ? <FirstPassword email={viewer.email} /> : <PasswordForm viewer={viewer} />}
    </Setting>
  )
}

function PasswordForm({ viewer }: { viewer: Viewer }) {
  const { t } = useLingui()
  const form = useForm<PasswordDraft>({ defaultValues: blank })
  const draft = { ...blank, ...useWatch({ control: form.control }) }
  const { errors } = form.formState
  const save = usePasswordChange(form)
  const rule = (field: keyof PasswordDraft) => ({
    validate: (_: string, values: PasswordDraft) => {
      const problem = passwordProblem(field, values)
      return problem && t(problem)
    },
  })
  const notifyInvalid = (invalid: typeof errors) => {
    const field = fields.find((name) => invalid[name])
    if (!field) return
    const description = invalid[field]?.message
    showToast({ title: t(passwordTitles[field]), description, variant: 'destructive' })
  }
  return (
    <SettingForm
      form={form}
      action={t`Update Password`}
      busyAction={t`Updating...`}
      isInvalid={fields.some((field) => passwordProblem(field, draft))}
      save={save}
      onInvalid={notifyInvalid}
    >
      {/* Password managers store a password together with a username. */}
      <input hidden readOnly autoComplete="username" value={viewer.email} />
      <PasswordField
        label={t`Current password`}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword', rule('currentPassword'))}
      />
      <PasswordField
        label={t`New password`}
        autoComplete="new-password"
        error={errors.newPassword?.message}
        {...form.register('newPassword', {
          ...rule('newPassword'),
          deps: ['confirmation'],
        })}
      />
      <PasswordField
        label={t`Confirm new password`}
        autoComplete="new-password"
        error={errors.confirmation?.message}
        {...form.register('confirmation', rule('confirmation'))}
      />
    </SettingForm>
  )
}

const fields = ['currentPassword', 'newPassword', 'confirmation'] as const

function usePasswordChange(form: ReturnType<typeof useForm<PasswordDraft>>) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const viewer = useViewer()
  const withConfirmation = useWithConfirmation()
  const { write } = useWrite({
    mutationFn: ({ currentPassword, newPassword }: PasswordDraft) =>
      withConfirmation(() => changePassword({ body: { currentPassword, newPassword } })),
    onSuccess: () => {
      form.reset(blank)
      showToast({
        title: t`Password updated successfully`,
        description: t`Your other devices are signed out.`,
      })
      void queries.invalidateQueries(devicesQuery)
      // A new password renews the address of the private feed.
      if (viewer) void queries.resetQueries(followingFeedQuery(viewer.id))
    },
    onError: (error) => {
      const message = notifySettingError(error, t`Error updating password`)
      if (message) form.setError(fieldOf(error), { message }, { shouldFocus: true })
    },
  })
  return write
}

function fieldOf(error: unknown) {
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'wrong_password') return 'currentPassword'
  return code === 'invalid_request' ? 'newPassword' : 'root'
}

/** Members who registered with a provider set a first password through the reset flow. */
function FirstPassword({ email }: { email: string }) {
  const { t } = useLingui()
  const { write, isPending } = useWrite({
    mutationFn: () => requestPasswordReset({ body: { email } }),
    onSuccess: () => notifyResetSent(),
    onError: (error) => notifySettingError(error, t`Reset failed`),
  })
  return (
    <>
      <p>{t`Your account has no password yet. We’ll email you a link to set one.`}</p>
      <Button look="second" aria-disabled={isPending || undefined} onClick={() => void write()}>
        {isPending ? t`Sending…` : t`Email Me the Link`}
      </Button>
    </>
  )
}
