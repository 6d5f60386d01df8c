import type { ComponentProps } from 'react'
import { ApiError } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { sayFailed, sayLinkSent, sendVerificationEmail } from './account-calls.ts'
import css from './account-form.module.css'
import { useViewer } from './viewer.ts'

type Props = { email: string } & Pick<ComponentProps<typeof Button>, 'look' | 'size'>

export function SendNewLink({ email, ...looks }: Props) {
  const { write, isPending, isSuccess } = useWrite({
    mutationFn: () => sendVerificationEmail(),
    onSuccess: () => sayLinkSent(email),
    onError: (error) => sayFailed('Email not sent', error),
  })
  const isOver = isPending || isSuccess
  return (
    <Button {...looks} aria-disabled={isOver || undefined} onClick={() => isOver || void write()}>
      {isPending ? 'Sending...' : isSuccess ? 'Link sent' : 'Send a New Link'}
    </Button>
  )
}

export const isUnconfirmed = (error: unknown) =>
  error instanceof ApiError && error.code === 'email_unconfirmed'

export function ConfirmFirst() {
  const viewer = useViewer()
  if (!viewer) return null
  return (
    <div className={css.confirmFirst}>
      <p>We sent the email to {viewer.email}.</p>
      <SendNewLink email={viewer.email} look="second" size="small" />
    </div>
  )
}
