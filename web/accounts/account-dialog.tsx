import { useEffect, useRef, useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import './account-dialog.css'
import { CreateAccountForm } from './create-account-form.tsx'
import type { SignInRequest } from './open-sign-in.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInRequired } from './sign-in-required.tsx'
import { useArrival } from './use-viewer-change.ts'

const titles = {
  required: 'Sign In Required',
  signIn: 'Sign In',
  create: 'Create Account',
}

const reasons = {
  upload: undefined,
  favorite: 'You need to be signed in to keep favorites. Browsing stays free.',
  session: 'You were signed out. Nothing is lost: sign in and go on.',
  members: undefined,
}

type Props = { request: SignInRequest; opener: HTMLElement | null; onClose: () => void }

/** Sign In and Create Account in one sheet, after the Sign In Required prompt where that is called for. */
export function AccountDialog({ request, opener, onClose }: Props) {
  const [view, setView] = useState<keyof typeof titles>(request.because === 'upload' ? 'required' : 'signIn')
  const reason = request.because && reasons[request.because]
  const arrive = useArrival(request)
  const sheet = useFocusOnChange(view)
  const signedIn = async (userId: string, how: 'login' | 'registration') => {
    await arrive(userId, how)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={titles[view]}
      width={view === 'required' ? '28rem' : undefined}
      returnFocusTo={opener}
    >
      <div ref={sheet} className="account">
        {view !== 'required' && reason && <p>{reason}</p>}
        {view === 'required' && <SignInRequired onCancel={onClose} onSignIn={() => setView('signIn')} />}
        {view === 'signIn' && <SignInForm onSignedIn={signedIn} onCreateAccount={() => setView('create')} />}
        {view === 'create' && <CreateAccountForm onSignedIn={signedIn} onSignIn={() => setView('signIn')} />}
      </div>
    </Dialog>
  )
}

/** The sheet stays while its content changes, so focus has to be brought to the new content. */
function useFocusOnChange(view: string) {
  const sheet = useRef<HTMLDivElement>(null)
  const seen = useRef(view)
  useEffect(() => {
    if (seen.current === view) return
    seen.current = view
    sheet.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [view])
  return sheet
}
