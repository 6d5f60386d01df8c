import type { ComponentProps } from 'react'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { sayFailed, sayLinkSent, sendVerificationEmail } from './account-calls.ts'

type Props = { email: string } & Pick<ComponentProps<typeof Button>, 'look' | 'size'>

/** Mails the link that confirms the viewer's address once more. */
export function SendNewLink({ email, ...looks }: Props) {
  const { write, isPending, isSuccess } = useWrite({
    mutationFn: () => sendVerificationEmail(),
    onSuccess: () => sayLinkSent(email),
    onError: (error) => sayFailed('Mail not sent', error),
  })
  const isOver = isPending || isSuccess
  return (
    <Button {...looks} aria-disabled={isOver || undefined} onClick={() => isOver || void write()}>
      {isPending ? 'Sending...' : isSuccess ? 'Link sent' : 'Send a New Link'}
    </Button>
  )
}
