import { useLingui } from '@lingui/react/macro'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { UserChange } from '#contract/accounts.ts'
import type { UserProfile } from '#contract/creators.ts'
import { promptSignInIfExpired } from '#web/accounts/viewer-changes.ts'
import { matchEntity } from '#web/api/queries.ts'
import { refreshLists, useWrite } from '#web/api/use-write.ts'
import { patchCached } from '#web/api/writes.ts'
import { updateUser } from '#web/creators/user-calls.ts'
import { showError, showToast } from '#web/ui/toasts/toast-store.ts'

type SaveCallbacks = { onSaved: () => void; onError: (error: Error) => void }

export function useSaveProfile(id: string, { onSaved, onError }: SaveCallbacks) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { write } = useWrite({
    mutationFn: (change: UserChange) => updateUser({ params: { id }, body: change }),
    onSuccess: ({ user }) => {
      showToast({ title: t`Profile Updated`, description: t`Your profile has been updated successfully.` })
      void refreshCreator(queries, user)
      onSaved()
    },
    onError,
  })
  return write
}

/** Shows why saving failed. If the session has ended, asks for sign-in and keeps the draft. */
export function notifySaveError(error: unknown, title: string, description: string) {
  showError(description, title)
  promptSignInIfExpired(error)
}

/** The `user` from `updateUser`, or `{ id, profileImageUrl }` for a new photo. */
export type CreatorChange = Pick<UserProfile, 'id'> & Partial<UserProfile>

/** Shows a profile change everywhere, then refreshes lists, as a new name affects searches. */
export function refreshCreator(queries: QueryClient, change: CreatorChange) {
  patchCached(queries, matchEntity<CreatorChange>(change.id, 'username'), (cached) => knownFields(cached, change))
  return refreshLists(queries)
}

/** Each cached object contains different fields of the creator. */
const knownFields = (cached: object, change: CreatorChange) =>
  Object.fromEntries(Object.entries(change).filter(([key, value]) => key in cached && value !== undefined))
