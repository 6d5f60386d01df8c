import { useQueryClient } from '@tanstack/react-query'
import type { UserChange } from '#contract/accounts.ts'
import { askInAgain } from '#web/accounts/viewer-changes.ts'
import { useWrite } from '#web/api/use-write.ts'
import { updateUser } from '#web/creators/user-calls.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { refreshCreator } from './refresh-creator.ts'

type Ending = { onSaved: () => void; onError: (error: Error) => void }

/** Saves a change of one's own profile, says so and shows it everywhere. */
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
  showToast({ title, description, variant: 'destructive' })
  askInAgain(error)
}
