import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import * as limits from '#contract/limits.ts'
import { ApiError } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import type { PageHandle } from '#web/page-data/page-data.tsx'
import { PageHead } from '#web/page-data/page-head.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { PasswordField } from '#web/ui/forms/field.tsx'
import solo from '#web/ui/states/solo.module.css'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { useMounted } from '#web/ui/use-mounted.ts'
import { getAccountErrorMessage, notifyAccountError, resetPasswordAndSignIn } from '../account-calls.ts'
import css from '../account-form.module.css'
import { AccountForm, validatePassword } from '../account-form.tsx'
import { PageMessage, useMailLink } from '../page-message.tsx'
import { openSignIn } from '../viewer.ts'
import { useRefreshViewer } from '../viewer-changes.ts'

export const handle: PageHandle = { inks: 'green blue' }

export function Page() {
  const { t } = useLingui()
  const token = useRef('')
  const [isExpired, setExpired] = useState(false)
  const title = isExpired ? t`Recovery Link Expired` : t`Choose a new password`
  const finish = useFinish()
  useMailLink((link) => {
    token.current = link?.token ?? ''
    setExpired(token.current === '')
  })
  return (
    <main id="main" className={isExpired ? solo.solo : css.page}>
      <PageHead
        title={`${title} · Foldout`}
        description={t`Set a new password for your Foldout account.`}
        path="/auth/update-password"
        hidden
      />
      {isExpired ? (
        <Expired title={title} />
      ) : (
        <div>
          <h1>{title}</h1>
          <NewPasswordForm getToken={() => token.current} onDone={finish} onExpired={() => setExpired(true)} />
        </div>
      )}
    </main>
  )
}

/** Asks for the second factor's code if there is no viewer ID. */
function useFinish() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const refreshViewer = useRefreshViewer()
  return async (userId: string | undefined) => {
    showToast({ title: t`Password updated`, description: t`Your new password has been set.` })
    await refreshViewer()
    await navigate('/', { replace: true })
    if (!userId) openSignIn({ view: 'code' })
  }
}

const Expired = ({ title }: { title: string }) => {
  const { t } = useLingui()
  return (
    <PageMessage
      title={title}
      message={t`Recovery links expire and work only once. Request a new link and use the newest email.`}
    >
      <Button onClick={() => openSignIn({ view: 'reset' })}>{t`Send a New Link`}</Button>
    </PageMessage>
  )
}

type Props = {
  getToken: () => string
  onDone: (userId: string | undefined) => Promise<void>
  onExpired: () => void
}

function NewPasswordForm({ getToken, onDone, onExpired }: Props) {
  const { t } = useLingui()
  const { register, handleSubmit, setError, formState } = useForm<{ newPassword: string }>()
  const { errors, isSubmitting } = formState

  const { write: update } = useWrite({
    mutationFn: ({ newPassword }: { newPassword: string }) => resetPasswordAndSignIn(getToken(), newPassword),
    onSuccess: onDone,
    onError: (error) => {
      const isExpired = error instanceof ApiError && error.code === 'link_expired'
      if (isExpired) {
        notifyAccountError(t`Recovery Link Expired`, error)
        onExpired()
      } else setError('newPassword', { message: getAccountErrorMessage(error) }, { shouldFocus: true })
    },
  })

  return (
    <AccountForm
      onSubmit={handleSubmit(update)}
      button={t`Update Password`}
      busyButton={t`Updating...`}
      isBusy={isSubmitting}
      isReady={useMounted()}
    >
      <PasswordField
        label={t`New password`}
        autoComplete="new-password"
        required
        minLength={limits.passwordMin}
        hint={t`At least ${ph({ passwordMin: limits.passwordMin })} characters. Every other device will be signed out.`}
        error={errors.newPassword?.message}
        {...register('newPassword', { validate: validatePassword })}
      />
    </AccountForm>
  )
}
