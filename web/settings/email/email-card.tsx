import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { Viewer } from '#contract/accounts.ts'
import { emailPattern } from '#contract/registration.ts'
import { sayLinkSent, sendVerificationEmail } from '#web/accounts/account-calls.ts'
import { refreshLists, useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmailField } from '#web/ui/forms/text-field.tsx'
import { Stamp } from '#web/ui/marks/stamp.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { useConfirmed } from '../confirm/use-confirmed.ts'
import css from '../setting.module.css'
import { Setting } from '../setting.tsx'
import { SettingForm } from '../setting-form.tsx'
import { sayProblem } from '../setting-problem.ts'
import { changeEmail } from './change-email.ts'

type Draft = { email: string }

export function EmailCard({ viewer }: { viewer: Viewer }) {
  const form = useForm<Draft>({ defaultValues: { email: viewer.email } })
  const typed = useWatch({ control: form.control, name: 'email' })
  const update = useEmailUpdate(viewer, (message) =>
    form.setError('email', { message }, { shouldFocus: true }),
  )
  const save = async ({ email }: Draft) => {
    if (email.trim().toLowerCase() !== viewer.email) return update(email.trim())
    showToast({ title: 'No changes', description: 'Email is the same as current' })
  }
  return (
    <Setting title="Email Address" hint="Only you and the mail carrier see it.">
      {!viewer.emailVerified && <UnconfirmedEmail email={viewer.email} />}
      <SettingForm
        form={form}
        action="Update Email"
        busyAction="Updating..."
        isInvalid={refusal(typed) !== undefined}
        save={save}
        onInvalid={({ email }) => sayInvalid(email?.message)}
      >
        <EmailField
          label="Email address"
          defaultValue={viewer.email}
          error={form.formState.errors.email?.message}
          {...form.register('email', { validate: refusal })}
        />
      </SettingForm>
    </Setting>
  )
}

const refusal = (typed: string) =>
  emailPattern.test(typed.trim()) ? undefined : 'Please enter a valid email address'

const sayInvalid = (description: string | undefined) =>
  showToast({ title: 'Invalid email', description, variant: 'destructive' })

function useEmailUpdate(viewer: Viewer, refuse: (sentence: string) => void) {
  const queries = useQueryClient()
  const confirmed = useConfirmed()
  const { write } = useWrite({
    mutationFn: (email: string) => confirmed(() => changeEmail(viewer, email)),
    onSuccess: () =>
      showToast({
        title: 'Email updated successfully',
        description: 'Your email has been updated across all services.',
      }),
    onError: (error) => {
      const problem = sayProblem(error, 'Error updating email')
      if (problem) refuse(problem)
    },
    onSettled: () => void refreshLists(queries),
  })
  return write
}

/** Says that the address has yet to prove itself, and offers the mail with the link once more. */
function UnconfirmedEmail({ email }: { email: string }) {
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
