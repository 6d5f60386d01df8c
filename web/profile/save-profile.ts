import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { UserChange } from '#contract/accounts.ts'
import type { UserProfile } from '#contract/creators.ts'
import { askInAgain } from '#web/accounts/viewer-changes.ts'
import { thingWith } from '#web/api/queries.ts'
import { refreshLists, useWrite } from '#web/api/use-write.ts'
import { patchCached } from '#web/api/writes.ts'
import { updateUser } from '#web/creators/user-calls.ts'
import { showError, showToast } from '#web/ui/toasts/toast-store.ts'

type Ending = { onSaved: () => void; onError: (error: Error) => void }

export function useSaveProfile(id: string, { onSaved, onError }: Ending) {
  const queries = useQueryClient()
  const { write } = useWrite({
    mutationFn: (change: UserChange) => updateUser({ params: { id }, body: change }),
    onSuccess: ({ user }) => {
      showToast({ title: 'Profile Updated', description: 'Your profile has been updated successfully.' })
      void refreshCreator(queries, user)
      onSaved()
    },
    onError,
  })
  return write
}

/** Says in a toast why something was not saved; somebody whose session has ended is asked in, over their draft. */
export function sayNotSaved(error: unknown, title: string, description: string) {
  showError(description, title)
  askInAgain(error)
}

/** The `user` that `updateUser` answers, or `{ id, profileImageUrl }` of a new photo. */
export type CreatorChange = Pick<UserProfile, 'id'> & Partial<UserProfile>

/**
 * For whoever changes a profile, after the server's answer: shows the change at once wherever the creator is (profile,
 * header, cards of zines and creators, an open zine), then reads the lists again, because a new name is found by other
 * searches. Resolves when what is on the screen has been read again; nothing needs to wait for that.
 */
export function refreshCreator(queries: QueryClient, change: CreatorChange) {
  patchCached(queries, thingWith<CreatorChange>(change.id, 'username'), (shown) => whatIsShown(shown, change))
  return refreshLists(queries)
}

/** A profile, the viewer, a creator in a list and the maker of a zine know different parts of it. */
const whatIsShown = (shown: object, change: CreatorChange) =>
  Object.fromEntries(Object.entries(change).filter(([key, value]) => key in shown && value !== undefined))
