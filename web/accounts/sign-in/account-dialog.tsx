import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useWrite } from '#web/api/use-write.ts'
import { type SignUps, usePageData } from '#web/page-data/page-data.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { useViewFocus } from '#web/ui/dialogs/use-focus-return.ts'
import { EmailField } from '#web/ui/forms/field.tsx'
import { notifyAccountError, notifyResetSent, requestPasswordReset } from '../account-calls.ts'
import css from '../account-form.module.css'
import { AccountForm, validateEmail } from '../account-form.tsx'
import type { SignInRequest } from '../viewer.ts'
import { type SignInKind, useAfterSignIn } from '../viewer-changes.ts'
import { CodeForm } from './code-form.tsx'
import { CreateAccountForm } from './create-account-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

const titles = {
  required: msg`Sign In Required`,
  signIn: msg`Sign In`,
  code: msg`Two-Factor Code`,
  create: msg`Create Account`,
}
type View = keyof typeof titles

const reasonMessages = {
  upload: undefined,
  follow: msg`You need to be signed in to follow creators. Browsing stays free.`,
  favorite: msg`You need to be signed in to keep favorites. Browsing stays free.`,
  shelf: msg`You need to be signed in to keep shelves. Browsing stays free.`,
  session: msg`You were signed out. Nothing is lost: sign in to continue.`,
  members: undefined,
}

type Props = { request: SignInRequest; opener: HTMLElement | null; onClose: () => void }

export function AccountDialog({ request, opener, onClose }: Props) {
  if (request.view === 'reset') return <ResetPasswordDialog email="" returnFocusTo={opener} onClose={onClose} />
  return <SignInSheet request={request} opener={opener} onClose={onClose} />
}

function SignInSheet({ request, opener, onClose }: Props) {
  const { t } = useLingui()
  const { signUps } = usePageData().site
  const [view, setView] = useState<View>(firstView(request, signUps))
  const [problem, setProblem] = useState<string>()
  const [resetEmail, setResetEmail] = useState<string>()
  const reasonMessage = request.reason && reasonMessages[request.reason]
  const afterSignIn = useAfterSignIn(request)
  const sheet = useViewFocus(view)
  const signedIn = async (userId: string, kind: SignInKind) => {
    await afterSignIn(userId, kind)
    onClose()
  }
  const show = (next: View, nextProblem?: string) => {
    setProblem(nextProblem)
    setView(next)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t(titles[view])}
      width={view === 'required' ? '28rem' : undefined}
      returnFocusTo={opener}
    >
      <div ref={sheet} className={css.account}>
        {view !== 'required' && reasonMessage && <p>{t(reasonMessage)}</p>}
        {view === 'required' && <SignInRequired onCancel={onClose} onSignIn={() => show('signIn')} />}
        {view === 'signIn' && (
          <SignInForm
            problem={problem}
            onSignedIn={signedIn}
            onCodeNeeded={() => show('code')}
            onCreateAccount={() => show('create')}
            onForgotPassword={setResetEmail}
          />
        )}
        {view === 'code' && <CodeForm onSignedIn={signedIn} onBack={(nextProblem) => show('signIn', nextProblem)} />}
        {view === 'create' && <CreateAccountForm onSignedIn={signedIn} onSignIn={() => show('signIn')} />}
      </div>
      {resetEmail !== undefined && <ResetPasswordDialog email={resetEmail} onClose={() => setResetEmail(undefined)} />}
    </Dialog>
  )
}

function SignInRequired({ onCancel, onSignIn }: { onCancel: () => void; onSignIn: () => void }) {
  const { t } = useLingui()
  return (
    <>
      <div className={css.signInPrompt}>
        <div className={css.spot} aria-hidden="true" />
        <p>{t`You need to be signed in to upload a zine. Browsing stays free.`}</p>
      </div>
      <div className={dialog.row}>
        <button type="button" className={buttonClass({ look: 'second' })} onClick={onCancel}>{t`Cancel`}</button>
        <button type="button" className={buttonClass({})} onClick={onSignIn} data-autofocus>{t`Sign In`}</button>
      </div>
    </>
  )
}

function firstView({ view, reason }: SignInRequest, signUps: SignUps): View {
  if (view === 'code') return view
  if (view === 'create' && signUps !== 'closed') return view
  return reason === 'upload' ? 'required' : 'signIn'
}

type ResetProps = { email: string; returnFocusTo?: HTMLElement | null; onClose: () => void }

function ResetPasswordDialog({ email, returnFocusTo, onClose }: ResetProps) {
  const { t } = useLingui()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { email } })
  const { errors, isSubmitting } = formState

  const { write: send } = useWrite({
    mutationFn: (input: { email: string }) =>
      requestPasswordReset({ body: { email: input.email.trim(), redirectTo: '/auth/update-password' } }),
    onSuccess: () => {
      notifyResetSent()
      onClose()
    },
    onError: (error) => setError('root', { message: notifyAccountError(t`Reset failed`, error) }),
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`Reset Password`}
      description={t`We’ll email you a link to choose a new password.`}
      width="26rem"
      returnFocusTo={returnFocusTo}
    >
      <AccountForm
        onSubmit={handleSubmit(send)}
        problem={errors.root?.message}
        button={t`Send Reset Link`}
        busyButton={t`Sending…`}
        isBusy={isSubmitting}
      >
        <EmailField
          label={t`Email`}
          data-autofocus
          error={errors.email?.message}
          {...register('email', { validate: validateEmail })}
        />
      </AccountForm>
    </Dialog>
  )
}
