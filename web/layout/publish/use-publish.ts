import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Draft } from '#contract/drafts.ts'
import type { Project } from '#contract/projects.ts'
import { isUnconfirmed } from '#web/accounts/send-new-link.tsx'
import { askInAgain } from '#web/accounts/viewer-changes.ts'
import { ApiError, sentenceOf } from '#web/api/call.ts'
import { refreshLists, useWrite } from '#web/api/use-write.ts'
import { leadToRefused } from '#web/details/refused.ts'
import { publishDraft, refreshDrafts, scheduleDraft } from '#web/drafts/draft-calls.ts'
import { projectQuery } from '#web/projects/project-calls.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import type { LayoutProps } from '../session/use-layout.ts'
import type { Sending } from '../table/use-sending.ts'
import type { LayoutProblems } from '../table/use-stage.ts'

type Props = LayoutProps & { sending: Sending; isReading: boolean; onDraft: (draft: Draft) => void }

export type Publishing = ReturnType<typeof usePublish>

/** After publishing, the zine's page replaces the draft in the browser's history. */
export function usePublish({ session, draft, userId, sending, isReading, onDraft }: Props) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<Refused>()
  const [finishing, setFinishing] = useState<Finishing>()
  const publish = useWrite({
    mutationFn: async () => {
      const version = await savedVersion(session)
      return publishDraft({ params: { id: draft.id }, body: { version } })
    },
    onSuccess: async ({ zine }) => {
      session.dropAll()
      showToast({ title: 'Success!', description: 'Your zine is published.' })
      void refreshLists(queries)
      void refreshDrafts(queries, userId)
      const project = await projectOf(draft.projectId)
      if (project && project.completedAt === null) setFinishing({ project, zineId: zine.id })
      else await navigate(`/zine/${zine.id}`, { replace: true })
    },
    onError: tellFailure,
  })
  const schedule = useWrite({
    mutationFn: async (publishAt: string | null) => {
      const version = await savedVersion(session)
      return scheduleDraft({ params: { id: draft.id }, body: { version, publishAt } })
    },
    onSuccess: (answer) => onDraft(answer.draft),
    onError: tellFailure,
  })

  function tellFailure(error: unknown) {
    if (error instanceof ApiError && error.draft) onDraft(error.draft)
    if (error instanceof NotSaved) return setRefusal({ sentence: error.message })
    setRefusal({ sentence: sentenceOf(error, unreachable), mustConfirm: isUnconfirmed(error) })
    askInAgain(error)
  }
  const projectOf = async (projectId: string | null) =>
    projectId && (await queries.fetchQuery(projectQuery(projectId)).catch(() => null))?.project

  function lacking(): LayoutProblems {
    const { title, pages } = session.read().text
    if (sending.pages.length > 0)
      return { pages: 'Some pictures are still uploading. Wait for them or remove them.' }
    if (isReading) return { pages: 'Your PDF is still being read. Publish when all its pages are here.' }
    return {
      ...(title.trim() === '' && { title: 'A zine needs a title.' }),
      ...(pages.length === 0 && { pages: 'A zine needs at least one page.' }),
    }
  }
  function ifReady(goOn: () => void) {
    const found = lacking()
    setTried(true)
    setRefusal(undefined)
    const field = found.pages ? '[aria-label="Pages"]' : found.title && '[name="title"]'
    if (field) document.querySelector<HTMLElement>(field)?.focus()
    if (!found.pages && !found.title && !leadToRefused(document)) goOn()
  }
  return {
    problems: isTried ? lacking() : {},
    refusal,
    finishing,
    isBusy: publish.isPending || publish.isSuccess,
    isScheduling: schedule.isPending,
    publish: () => ifReady(() => void publish.write()),
    schedule: (publishAt: string, done: () => void) =>
      ifReady(() => void schedule.write(publishAt).then((isDone) => isDone && done())),
    takeBack: () => void schedule.write(null),
  }
}

const unreachable = 'Foldout could not be reached. Please try again.'

type Refused = { sentence: string; mustConfirm?: boolean }

type Finishing = { project: Project; zineId: string }

/** The last change could not be saved. The editor's notice says why. */
class NotSaved extends Error {}

async function savedVersion(session: LayoutProps['session']) {
  await session.trySave()
  // Also saves what was typed during the first save.
  if (session.isDirty()) await session.trySave()
  if (session.isDirty())
    throw new NotSaved('Your last changes could not be saved, so nothing was published. Please try again.')
  return session.read().base.version
}
