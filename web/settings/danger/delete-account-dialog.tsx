import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type * as contract from '#contract/accounts.ts'
import type { Viewer } from '#contract/accounts.ts'
import { type Goodbye, prepareToLeave } from '#web/accounts/leaving.ts'
import { call } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { userQuery } from '#web/creators/user-calls.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { UsernameField } from '#web/ui/forms/field.tsx'
import { counted } from '#web/ui/number.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { useConfirmed } from '../confirm/use-confirmed.ts'
import { DialogForm } from '../dialog-form.tsx'
import { ExportLink } from '../export-card.tsx'
import { sayProblem } from '../setting-problem.ts'
import css from '../settings-dialogs.module.css'

const deleteAccount = call<typeof contract.deleteAccount>('DELETE', '/api/users/:id')

type Props = { viewer: Viewer; onGone: (goodbye: Goodbye) => Promise<void>; onClose: () => void }

export const DeleteAccountDialog = ({ viewer, onGone, onClose }: Props) => (
  <Dialog open onOpenChange={(open) => open || onClose()} title="Delete Account">
    <WhatGoes viewer={viewer} />
    <p>Want a copy? Download it first.</p>
    <div>
      <ExportLink userId={viewer.id} size="small" />
    </div>
    <DeleteForm viewer={viewer} onGone={onGone} onClose={onClose} />
  </Dialog>
)

function WhatGoes({ viewer }: { viewer: Viewer }) {
  const { data } = useQuery(userQuery(viewer.id))
  const { zineCount, followerCount } = data?.user ?? {}
  return (
    <>
      <p>This permanently deletes your account and cannot be undone. It also deletes:</p>
      <ul className={css.goes}>
        <li>{zineCount ? counted(zineCount, 'zine') : 'your zines'} with all pages and media</li>
        <li>your favorites, and the favorites of your zines</li>
        <li>
          your follows{followerCount ? `, and ${counted(followerCount, 'follower')}` : ' and followers'}
        </li>
        <li>your profile and the name {viewer.username}</li>
      </ul>
    </>
  )
}

function DeleteForm({ viewer, onGone, onClose }: Props) {
  const { register, handleSubmit, setError, control, formState } = useForm({
    defaultValues: { username: '' },
  })
  const { errors, isSubmitting } = formState
  const isTyped = useWatch({ control, name: 'username' }).trim() === viewer.username
  const confirmed = useConfirmed()
  const { write: remove } = useWrite({
    mutationFn: ({ username }: { username: string }) =>
      confirmed(() => deleteAccount({ params: { id: viewer.id }, body: { username: username.trim() } })),
    onSuccess: async ({ isUnderWay }) => {
      const goodbye = await prepareToLeave('deleted')
      await onGone(goodbye ?? (() => {})).finally(() =>
        showToast({ title: 'Account deleted', description: isUnderWay ? almostGone : gone }),
      )
    },
    onError: (error) => {
      const message = sayProblem(error, 'Account not deleted')
      if (message) setError('username', { message }, { shouldFocus: true })
    },
  })
  return (
    <DialogForm
      onSubmit={handleSubmit(remove)}
      onCancel={onClose}
      action="Delete Account"
      busyAction="Deleting..."
      isBusy={isSubmitting}
      isDanger
      isInvalid={!isTyped}
      focusOn="cancel"
    >
      <UsernameField
        label={`Type ${viewer.username} to delete everything`}
        autoComplete="off"
        error={errors.username?.message}
        {...register('username', {
          validate: (typed) => typed.trim() === viewer.username || 'This is not your username.',
        })}
      />
    </DialogForm>
  )
}

const gone = 'Your account and everything in it were deleted.'
const almostGone =
  'No one can see it any more. Deleting everything takes a few minutes; after that your username is available again.'
