import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Viewer } from '#contract/accounts.ts'
import type * as contract from '#contract/sessions.ts'
import { type AfterSignOut, prepareSignOut } from '#web/accounts/prepare-sign-out.ts'
import { call } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { useWithConfirmation } from '../confirm/use-with-confirmation.ts'
import css from '../setting.module.css'
import { Setting } from '../setting.tsx'
import { notifySettingError } from '../setting-error.ts'

const endAllSessions = call<typeof contract.endAllSessions>('DELETE', '/api/auth/sessions')

type Props = {
  viewer: Viewer
  onSignedOut: (afterSignOut: AfterSignOut) => Promise<void>
}

export const DangerZone = (props: Props) => {
  const { t } = useLingui()
  return (
    <Setting title={t`Danger Zone`} hint={t`We ask you to confirm before anything happens.`} hazard>
      <SignOutEverywhere {...props} />
      <DeleteAccount {...props} />
    </Setting>
  )
}

function SignOutEverywhere({ onSignedOut }: Props) {
  const { t } = useLingui()
  const [isConfirming, setConfirming] = useState(false)
  const signOut = useSignOutEverywhere(onSignedOut)
  return (
    <div className={css.action}>
      <p>{t`Still signed in at the library? This signs you out everywhere.`}</p>
      <Button look="danger" onClick={() => setConfirming(true)}>{t`Sign Out of All Devices`}</Button>
      {isConfirming && (
        <ConfirmDialog
          open
          onOpenChange={setConfirming}
          title={t`Sign Out of All Devices`}
          message={t`This signs you out on all devices, including this one.`}
          confirmLabel={t`Sign Out`}
          busyLabel={t`Signing Out…`}
          onConfirm={async () => {
            await signOut()
            setConfirming(false)
          }}
        />
      )}
    </div>
  )
}

function useSignOutEverywhere(onSignedOut: Props['onSignedOut']) {
  const { t } = useLingui()
  const withConfirmation = useWithConfirmation()
  const { write } = useWrite({
    mutationFn: (_afterSignOut: AfterSignOut) => withConfirmation(() => endAllSessions()),
    onSuccess: (_response, afterSignOut) =>
      onSignedOut(afterSignOut).finally(() =>
        showToast({ title: t`Logged out successfully`, description: t`You are signed out of all devices.` }),
      ),
    onError: (error) => notifySettingError(error, t`Error`, t`Failed to log out`),
  })
  return async () => {
    const afterSignOut = await prepareSignOut('leaving')
    if (afterSignOut) await write(afterSignOut)
  }
}

const loadDelete = () => import('./delete-account-dialog.tsx').then((module) => module.DeleteAccountDialog)

function DeleteAccount({ viewer, onSignedOut }: Props) {
  const { t } = useLingui()
  const [isConfirming, setConfirming] = useState(false)
  const DeleteAccountDialog = useLazyComponent(isConfirming, loadDelete, () => setConfirming(false))
  return (
    <div className={css.action}>
      <p>{t`Deletes your account and everything in it, immediately and permanently.`}</p>
      <Button look="danger" onClick={() => setConfirming(true)}>{t`Delete Account`}</Button>
      {isConfirming && DeleteAccountDialog && (
        <DeleteAccountDialog viewer={viewer} onSignedOut={onSignedOut} onClose={() => setConfirming(false)} />
      )}
    </div>
  )
}
