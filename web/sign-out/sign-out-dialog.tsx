import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { deferSignOut, type SignOutRequest } from '#web/accounts/prepare-sign-out.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { describeUnsaved } from './describe-unsaved.ts'
import { countUnsaved, deleteLocalData, isEmpty, saveAll, type Unsaved } from './unsaved-work.ts'

type Props = SignOutRequest & { userId: string }

export function SignOutDialog({ reason, ...props }: Props) {
  if (reason === 'unreachable') return <Unreachable {...props} />
  return <SaveBeforeSignOut isAccountDeleted={reason === 'deleted'} {...props} />
}

type SaveBeforeSignOutProps = Omit<Props, 'reason'> & { isAccountDeleted: boolean }

/** Saves first, then asks about unsaved work. Renders nothing if there is nothing to save. */
function SaveBeforeSignOut({ userId, isAccountDeleted, respond }: SaveBeforeSignOutProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [isNeeded] = useState(() => !isAccountDeleted && !isEmpty(countUnsaved(userId)))
  const [unsaved, setUnsaved] = useState<Unsaved>()
  const discard = () => respond(() => deleteLocalData(queries, userId))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    let isActive = true
    const saved = isNeeded ? saveAll(queries, userId) : Promise.resolve(undefined)
    void saved.then((remaining) => {
      if (!isActive) return
      if (remaining && !isEmpty(remaining)) setUnsaved(remaining)
      else discard()
    })
    return () => {
      isActive = false
    }
  }, [])
  if (!isNeeded) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => open || respond(undefined)}
      title={unsaved ? t`Not everything is saved` : t`Signing out`}
      width="36rem"
    >
      {unsaved ? (
        <Choice
          unsaved={unsaved}
          onCancel={() => respond(undefined)}
          onSetAside={() => respond(() => {})}
          onDiscard={discard}
        />
      ) : (
        <p role="status">{t`Saving your last changes…`}</p>
      )}
    </Dialog>
  )
}

type ChoiceProps = { unsaved: Unsaved; onCancel: () => void; onSetAside: () => void; onDiscard: () => void }

const Choice = ({ unsaved, onCancel, onSetAside, onDiscard }: ChoiceProps) => {
  const { t } = useLingui()
  return (
    <>
      <p>{describeUnsaved(unsaved)}</p>
      <p>{t(unsaved.onlyInMemory > 0 ? notStorableMessage : setAsideMessage)}</p>
      <div className={dialog.row}>
        <Button look="second" data-autofocus onClick={onCancel}>{t`Cancel`}</Button>
        {unsaved.onlyInMemory === 0 && <Button look="second" onClick={onSetAside}>{t`Keep in this browser`}</Button>}
        <Button look="danger" onClick={onDiscard}>{t`Discard and sign out`}</Button>
      </div>
    </>
  )
}

const setAsideMessage = msg`What you keep will be here when you sign in again. Anyone who uses this browser can find it, so discard it on a shared computer.`
const notStorableMessage = msg`This browser can’t store your last changes. Cancel and copy them somewhere else, or they will be lost.`

/** Remembers the sign-out, because only the server can delete the session cookie. */
const Unreachable = ({ userId, respond }: Omit<Props, 'reason'>) => {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || respond(undefined)}
      title={t`This browser is still signed in`}
      message={t`Foldout can’t be reached, so you are not signed out yet. You can leave this page: you will be signed out as soon as this browser is online again.`}
      confirmLabel={t`Leave now`}
      onConfirm={() => respond(() => void deferSignOut(userId))}
    />
  )
}
