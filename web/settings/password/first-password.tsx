import { requestPasswordReset, sayResetSent } from '#web/accounts/account-calls.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { sayProblem } from '../setting-problem.ts'

/** For who came through a provider: the way to a first password is the one of a forgotten one. */
export function FirstPassword({ email }: { email: string }) {
  const { write, isPending } = useWrite({
    mutationFn: () => requestPasswordReset({ body: { email } }),
    onSuccess: () => sayResetSent(),
    onError: (error) => sayProblem(error, 'Reset failed'),
  })
  return (
    <>
      <p>Your account has no password yet. We mail you a link, and you choose one there.</p>
      <Button look="second" aria-disabled={isPending || undefined} onClick={() => void write()}>
        {isPending ? 'Sending...' : 'Mail Me the Link'}
      </Button>
    </>
  )
}
