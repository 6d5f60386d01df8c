import { msg, ph, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type * as contract from '#contract/accounts.ts'
import type { Viewer } from '#contract/accounts.ts'
import { type AfterSignOut, prepareSignOut } from '#web/accounts/prepare-sign-out.ts'
import { call } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { userQuery } from '#web/creators/user-calls.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { UsernameField } from '#web/ui/forms/field.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { useWithConfirmation } from '../confirm/use-with-confirmation.ts'
import { DialogForm } from '../dialog-form.tsx'
import { ExportLink } from '../export-card.tsx'
import { usageQuery } from '../setting-calls.ts'
import { notifySettingError } from '../setting-error.ts'
import css from '../settings-dialogs.module.css'

const deleteAccount = call<typeof contract.deleteAccount>('DELETE', '/api/users/:id')

type Props = {
  viewer: Viewer
  onSignedOut: (afterSignOut: AfterSignOut) => Promise<void>
  onClose: () => void
}

export const DeleteAccountDialog = ({ viewer, onSignedOut, onClose }: Props) => {
  const { t } = useLingui()
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Delete Account`}>
      <DeletionSummary viewer={viewer} />
      <p>{t`Want a copy? Download it first.`}</p>
      <div>
        <ExportLink userId={viewer.id} size="small" />
      </div>
      <DeleteForm viewer={viewer} onSignedOut={onSignedOut} onClose={onClose} />
    </Dialog>
  )
}

function DeletionSummary({ viewer }: { viewer: Viewer }) {
  const { t } = useLingui()
  const { data } = useQuery(userQuery(viewer.id))
  const { data: usage } = useQuery(usageQuery)
  const { zineCount, followerCount } = data?.user ?? {}
  const shelfCount = usage?.shelves.used
  return (
    <>
      <p>{t`This permanently deletes your account and cannot be undone. It also deletes:`}</p>
      <ul className={css.deletedItems}>
        <li>
          {zineCount
            ? t`${plural(zineCount, { one: '# zine with all pages and media', other: '# zines with all pages and media' })}`
            : t`your zines with all pages and media`}
        </li>
        <li>{t`your drafts`}</li>
        <li>
          {shelfCount
            ? t`${plural(shelfCount, { one: '# shelf and “To read”', other: '# shelves and “To read”' })}`
            : t`your shelves`}
        </li>
        <li>{t`your favorites, and the favorites of your zines`}</li>
        <li>
          {followerCount
            ? t`${plural(followerCount, { one: 'your follows, and # follower', other: 'your follows, and # followers' })}`
            : t`your follows and followers`}
        </li>
        <li>{t`your profile and the name ${ph({ username: viewer.username })}`}</li>
      </ul>
    </>
  )
}

function DeleteForm({ viewer, onSignedOut, onClose }: Props) {
  const { t } = useLingui()
  const { register, handleSubmit, setError, control, formState } = useForm({
    defaultValues: { username: '' },
  })
  const { errors, isSubmitting } = formState
  const isNameConfirmed = useWatch({ control, name: 'username' }).trim() === viewer.username
  const withConfirmation = useWithConfirmation()
  const { write: remove } = useWrite({
    mutationFn: ({ username }: { username: string }) =>
      withConfirmation(() => deleteAccount({ params: { id: viewer.id }, body: { username: username.trim() } })),
    onSuccess: async ({ isPending }) => {
      const afterSignOut = await prepareSignOut('deleted')
      await onSignedOut(afterSignOut ?? (() => {})).finally(() =>
        showToast({
          title: t`Account deleted`,
          description: t(isPending ? deletionRunningMessage : deletedMessage),
        }),
      )
    },
    onError: (error) => {
      const message = notifySettingError(error, t`Account not deleted`)
      if (message) setError('username', { message }, { shouldFocus: true })
    },
  })
  return (
    <DialogForm
      onSubmit={handleSubmit(remove)}
      onCancel={onClose}
      action={t`Delete Account`}
      busyAction={t`Deleting…`}
      isBusy={isSubmitting}
      isDanger
      isInvalid={!isNameConfirmed}
      focusOn="cancel"
    >
      <UsernameField
        label={t`Type ${ph({ username: viewer.username })} to delete everything`}
        autoComplete="off"
        error={errors.username?.message}
        {...register('username', {
          validate: (value) => value.trim() === viewer.username || t`This is not your username.`,
        })}
      />
    </DialogForm>
  )
}

const deletedMessage = msg`Your account and everything in it were deleted.`
const deletionRunningMessage = msg`No one can see your account anymore. Deleting everything takes a few minutes. After that, your username is available again.`
