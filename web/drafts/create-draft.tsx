import type { I18n } from '@lingui/core'
import { t as translate } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import type * as contract from '#contract/drafts.ts'
import type { Draft } from '#contract/drafts.ts'
import * as limits from '#contract/limits.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { trimText } from '#contract/visible-text.ts'
import { viewerIn } from '#web/accounts/viewer.ts'
import { notifyFailure } from '#web/accounts/viewer-changes.ts'
import { getUserMessage } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { usePageData } from '#web/page-data/page-data.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { createDraft, draftQuery, draftsQuery, refreshDrafts } from './draft-calls.ts'

export type NewDraft = z.input<NonNullable<typeof contract.createDraft.body>> & {
  files?: readonly File[]
  /** The pages that the layout table will draw. */
  recipesFor?: (draft: Draft) => readonly PageRecipe[]
  view?: typeof foldedView
}

export const draftAddress = (id: string) => `/draft/${id}`
export const foldedView = 'folded'

function useOpenDraft() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async (draft: Draft, view?: typeof foldedView) => {
    queries.setQueryData(draftQuery(draft.id).queryKey, () => ({ draft }))
    const userId = viewerIn(queries)?.id
    if (userId) void refreshDrafts(queries, userId)
    await navigate(draftAddress(draft.id) + (view ? `?view=${view}` : ''))
  }
}

/** Creates a draft and opens it on the layout table. */
export function useCreateDraft() {
  const { t } = useLingui()
  const open = useOpenDraft()
  const { write, isPending } = useWrite({
    mutationFn: ({ files: _files, recipesFor: _recipesFor, view: _view, ...newDraft }: NewDraft) =>
      createDraft({ body: newDraft }),
    onSuccess: async ({ draft }, { files = [], recipesFor, view }) => {
      pendingPages.set(draft.id, { files, recipes: recipesFor?.(draft) ?? [] })
      await open(draft, view)
    },
    onError: (error) =>
      notifyFailure(error, getUserMessage(error, t`The draft could not be created. Please try again.`)),
  })
  return { create: write, isCreating: isPending }
}

export const useHasLayoutTable = () => usePageData().site.longZinePages > limits.zineImages

/** Opens the project's existing draft on the layout table, or creates a draft with the project's title. */
export function useLayOutProject() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { create, isCreating } = useCreateDraft()
  const layOut = async (project: { id: string; title: string }) => {
    const userId = viewerIn(queries)?.id
    const draftList = userId && (await queries.fetchQuery({ ...draftsQuery(userId), staleTime: 0 }).catch(() => null))
    const draft = draftList ? draftList.drafts.find(({ projectId }) => projectId === project.id) : undefined
    if (draft) await navigate(draftAddress(draft.id))
    else await create({ projectId: project.id, content: { title: project.title } })
  }
  return { isCreating, layOut }
}

type PendingPages = { files: readonly File[]; recipes: readonly PageRecipe[] }

const pendingPages = new Map<string, PendingPages>()

/** Returns the pages of a new draft once. After a reload the member has to choose files again. */
export function takePendingPages(draftId: string): PendingPages {
  const pending = pendingPages.get(draftId) ?? { files: [], recipes: [] }
  pendingPages.delete(draftId)
  return pending
}

/** Creates a zine on the layout table. Hidden if the page limit allows no more pages than an upload. */
export function LayOutButton() {
  const { t } = useLingui()
  const { create, isCreating } = useCreateDraft()
  if (!useHasLayoutTable()) return null
  return (
    <Button
      look="second"
      aria-busy={isCreating || undefined}
      onClick={() => void create({})}
    >{t`Lay out a longer zine`}</Button>
  )
}

export const titleOfDraft = (i18n: I18n, title: string) => trimText(title) || translate(i18n)`Untitled zine`

type DraftTitleProps = { title: string; language: string | null | undefined }

export const DraftTitle = ({ title, language }: DraftTitleProps) => {
  const { i18n } = useLingui()
  return trimText(title) ? <MemberText text={trimText(title)} language={language} /> : titleOfDraft(i18n, title)
}
