import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { ApiError } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { notifyAccountError, notifyLinkSent, sendVerificationEmail } from './account-calls.ts'
import css from './account-form.module.css'
import { useViewer } from './viewer.ts'

type Props = { email: string } & Pick<ComponentProps<typeof Button>, 'look' | 'size'>

export function SendNewLink({ email, ...buttonProps }: Props) {
  const { t } = useLingui()
  const { write, isPending, isSuccess } = useWrite({
    mutationFn: () => sendVerificationEmail(),
    onSuccess: () => notifyLinkSent(email),
    onError: (error) => notifyAccountError(t`Email not sent`, error),
  })
  const isDisabled = isPending || isSuccess
  return (
    <Button {...buttonProps} aria-disabled={isDisabled || undefined} onClick={() => isDisabled || void write()}>
      {isPending ? t`Sending…` : isSuccess ? t`Link sent` : t`Send a New Link`}
    </Button>
  )
}

export const isUnconfirmed = (error: unknown) => error instanceof ApiError && error.code === 'email_unconfirmed'

export function UnconfirmedEmailNotice() {
  const { t } = useLingui()
  const viewer = useViewer()
  if (!viewer) return null
  return (
    <div className={css.confirmFirst}>
      <p>{t`We sent the email to ${ph({ email: viewer.email })}.`}</p>
      <SendNewLink email={viewer.email} look="second" size="small" />
    </div>
  )
}
