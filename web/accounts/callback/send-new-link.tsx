import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { accountSentence, sayLinkSent, sendVerificationEmail } from '../account-calls.ts'

/** Mails the link that confirms the viewer's address once more. */
export function SendNewLink({ email }: { email: string }) {
  const { write, isPending, isSuccess } = useWrite({
    mutationFn: () => sendVerificationEmail(),
    onSuccess: () => sayLinkSent(email),
    onError: (error) =>
      showToast({ title: 'Mail not sent', description: accountSentence(error), variant: 'destructive' }),
  })
  const isOver = isPending || isSuccess
  return (
    <Button aria-disabled={isOver || undefined} onClick={() => isOver || void write()}>
      {isPending ? 'Sending...' : isSuccess ? 'Link sent' : 'Send a New Link'}
    </Button>
  )
}
