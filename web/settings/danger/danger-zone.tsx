import { useState } from 'react'
import type { Viewer } from '#contract/accounts.ts'
import type * as contract from '#contract/sessions.ts'
import { type Goodbye, prepareToLeave } from '#web/accounts/leaving.ts'
import { call } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { usePart } from '#web/ui/use-part.ts'
import { useConfirmed } from '../confirm/use-confirmed.ts'
import css from '../setting.module.css'
import { Setting } from '../setting.tsx'
import { sayProblem } from '../setting-problem.ts'

const endAllSessions = call<typeof contract.endAllSessions>('DELETE', '/api/auth/sessions')

type Props = {
  viewer: Viewer
  onGone: (goodbye: Goodbye) => Promise<void>
}

export const DangerZone = (props: Props) => (
  <Setting title="Danger Zone" hint="Both ask for confirmation first." hazard>
    <SignOutEverywhere {...props} />
    <DeleteAccount {...props} />
  </Setting>
)

function SignOutEverywhere({ onGone }: Props) {
  const [asking, setAsking] = useState(false)
  const signOut = useSignOutEverywhere(onGone)
  return (
    <div className={css.act}>
      <p>Still signed in at the library? This signs you out everywhere.</p>
      <Button look="danger" onClick={() => setAsking(true)}>
        Sign Out of All Devices
      </Button>
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title="Sign Out of All Devices"
          sentence="This signs you out on all devices, including this one."
          confirmLabel="Sign Out"
          busyLabel="Signing Out..."
          onConfirm={async () => {
            await signOut()
            setAsking(false)
          }}
        />
      )}
    </div>
  )
}

function useSignOutEverywhere(onGone: Props['onGone']) {
  const confirmed = useConfirmed()
  const { write } = useWrite({
    mutationFn: (_goodbye: Goodbye) => confirmed(() => endAllSessions()),
    onSuccess: (_answer, goodbye) =>
      onGone(goodbye).finally(() =>
        showToast({ title: 'Logged out successfully', description: 'You are signed out of all devices.' }),
      ),
    onError: (error) => sayProblem(error, 'Error', 'Failed to log out'),
  })
  return async () => {
    const goodbye = await prepareToLeave('leaving')
    if (goodbye) await write(goodbye)
  }
}

const loadDelete = () => import('./delete-account-dialog.tsx').then((part) => part.DeleteAccountDialog)

function DeleteAccount({ viewer, onGone }: Props) {
  const [asking, setAsking] = useState(false)
  const DeleteAccountDialog = usePart(asking, loadDelete, () => setAsking(false))
  return (
    <div className={css.act}>
      <p>Deletes your account and everything in it, immediately and permanently.</p>
      <Button look="danger" onClick={() => setAsking(true)}>
        Delete Account
      </Button>
      {asking && DeleteAccountDialog && (
        <DeleteAccountDialog viewer={viewer} onGone={onGone} onClose={() => setAsking(false)} />
      )}
    </div>
  )
}
