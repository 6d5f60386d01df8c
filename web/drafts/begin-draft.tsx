import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import type * as contract from '#contract/drafts.ts'
import * as limits from '#contract/limits.ts'
import { viewerIn } from '#web/accounts/viewer.ts'
import { tellFailure } from '#web/accounts/viewer-changes.ts'
import { sentenceOf } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { usePageData } from '#web/page/page-data.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { createDraft, draftQuery, draftsQuery, refreshDrafts } from './draft-calls.ts'

export type Beginning = Omit<z.input<NonNullable<typeof contract.createDraft.body>>, 'id'> & {
  files?: readonly File[]
}

export const draftAddress = (id: string) => `/draft/${id}`

/** Creates a draft and opens it on the layout table. The initial content may be a promise. */
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
    onError: (error) =>
      tellFailure(error, sentenceOf(error, 'The draft could not be created. Please try again.')),
  })
  return { begin: write, isBeginning: isPending }
}

export const useHasTable = () => usePageData().site.longZinePages > limits.zineImages

/** Opens the project's existing draft on the layout table, or creates a draft with the project's title. */
export function useLayOutProject() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { begin, isBeginning } = useBeginDraft()
  const layOut = async (project: { id: string; title: string }) => {
    const userId = viewerIn(queries)?.id
    const known =
      userId && (await queries.fetchQuery({ ...draftsQuery(userId), staleTime: 0 }).catch(() => null))
    const draft = known ? known.drafts.find(({ projectId }) => projectId === project.id) : undefined
    if (draft) await navigate(draftAddress(draft.id))
    else await begin({ projectId: project.id, content: { title: project.title } })
  }
  return { isBeginning, layOut }
}

const carried = new Map<string, readonly File[]>()

const carryFiles = (draftId: string, files: readonly File[]) => void carried.set(draftId, files)

/** Returns the files once. After a reload the user has to choose them again. */
export function takeCarried(draftId: string): readonly File[] {
  const files = carried.get(draftId) ?? []
  carried.delete(draftId)
  return files
}

/** Creates a zine on the layout table. Hidden if the page limit allows no more pages than an upload. */
export function LayOutButton() {
  const { begin, isBeginning } = useBeginDraft()
  if (!useHasTable()) return null
  return (
    <Button look="quiet" aria-busy={isBeginning || undefined} onClick={() => void begin({})}>
      Lay out a longer zine
    </Button>
  )
}
