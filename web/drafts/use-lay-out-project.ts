import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { viewerIn } from '#web/accounts/viewer.ts'
import { draftsQuery } from './draft-calls.ts'
import { draftAddress, useBeginDraft } from './use-begin-draft.ts'

/** Lays out a project as a zine: on with the draft that there is of it, or else on a new one of this title. */
export function useLayOutProject() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { begin, isBeginning } = useBeginDraft()
  const layOut = async (project: { id: string; title: string }) => {
    const userId = viewerIn(queries)?.id
    // One that cannot be read is no reason not to try.
    const known =
      userId && (await queries.fetchQuery({ ...draftsQuery(userId), staleTime: 0 }).catch(() => null))
    const draft = known ? known.drafts.find(({ projectId }) => projectId === project.id) : undefined
    if (draft) await navigate(draftAddress(draft.id))
    else await begin({ projectId: project.id, content: { title: project.title } })
  }
  return { isBeginning, layOut }
}
