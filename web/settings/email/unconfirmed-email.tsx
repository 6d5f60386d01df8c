import { sayLinkSent, sendVerificationEmail } from '#web/accounts/account-calls.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Stamp } from '#web/ui/marks/stamp.tsx'
import css from '../setting.module.css'
import { sayProblem } from '../setting-problem.ts'

/** Says that the address has yet to prove itself, and offers the mail with the link once more. */
export function UnconfirmedEmail({ email }: { email: string }) {
  const { write, isPending } = useWrite({
    mutationFn: () => sendVerificationEmail(),
    onSuccess: () => sayLinkSent(email),
    onError: (error) => sayProblem(error, 'Mail not sent'),
  })
  return (
    <div className={css.unconfirmed}>
      <p>
        <Stamp>Not confirmed</Stamp>
      </p>
      <p>
        We mailed a link to <b>{email}</b>. Until it is followed, recovery mail still goes to the address you
        confirmed before, if there was one.
      </p>
      <Button look="second" size="small" aria-disabled={isPending || undefined} onClick={() => void write()}>
        {isPending ? 'Sending...' : 'Send again'}
      </Button>
    </div>
  )
}
