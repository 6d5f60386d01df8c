import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import type * as contract from '#contract/drafts.ts'
import { viewerIn } from '#web/accounts/viewer.ts'
import { askInAgain } from '#web/accounts/viewer-changes.ts'
import { sentenceOf } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { carryFiles } from './carried-files.ts'
import { createDraft, draftQuery, refreshDrafts } from './draft-calls.ts'

/** What a draft begins with: a project's title, or what has been put together already. */
export type Beginning = Omit<z.input<NonNullable<typeof contract.createDraft.body>>, 'id'> & {
  /** What is sent once its table is open. */
  files?: readonly File[]
}

export const draftAddress = (id: string) => `/draft/${id}`

/** Begins a draft and goes to its table. What it begins with may have to be waited for. */
export function useBeginDraft() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { write, isPending } = useWrite({
    mutationFn: ({ files: _, ...beginning }: Beginning) => createDraft({ body: beginning }),
    onSuccess: async ({ draft }, { files = [] }) => {
      carryFiles(draft.id, files)
      queries.setQueryData(draftQuery(draft.id).queryKey, () => ({ draft }))
      const userId = viewerIn(queries)?.id
      if (userId) void refreshDrafts(queries, userId)
      await navigate(draftAddress(draft.id))
    },
    onError: (error) => {
      showToast({
        title: 'Error',
        description: sentenceOf(error, 'The draft could not be begun. Please try again.'),
        variant: 'destructive',
      })
      askInAgain(error)
    },
  })
  return { begin: write, isBeginning: isPending }
}
