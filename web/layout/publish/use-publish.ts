import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Draft, publishDraft as publishDraftEndpoint } from '#contract/drafts.ts'
import type { Project } from '#contract/projects.ts'
import { isBlank } from '#contract/visible-text.ts'
import { isUnconfirmed } from '#web/accounts/send-new-link.tsx'
import { promptSignInIfExpired } from '#web/accounts/viewer-changes.ts'
import { currentState, getUserMessage } from '#web/api/call.ts'
import { refreshLists, useWrite } from '#web/api/use-write.ts'
import { focusFirstInvalid } from '#web/details/detail-problems.ts'
import { draftQuery, publishDraft, refreshDrafts, scheduleDraft } from '#web/drafts/draft-calls.ts'
import { forgetCopy } from '#web/offline/keep-when-idle.ts'
import { projectQuery } from '#web/projects/project-calls.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import type { LayoutProps } from '../session/use-layout.ts'
import type { Sending } from '../table/use-sending.ts'
import type { LayoutProblems } from '../table/use-stage.ts'

type Props = LayoutProps & { sending: Sending; isReading: boolean; onDraft: (draft: Draft) => void }

export type Publishing = ReturnType<typeof usePublish>

/** After publishing, the zine's page replaces the draft in the browser's history. */
export function usePublish({ session, draft, userId, sending, isReading, onDraft }: Props) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [hasTried, setHasTried] = useState(false)
  const [publishError, setPublishError] = useState<PublishError>()
  const [finishing, setFinishing] = useState<Finishing>()
  const publish = useWrite({
    mutationFn: async () => {
      const version = await saveAndGetVersion(session)
      return publishDraft({ params: { id: draft.id }, body: { version } })
    },
    onSuccess: async ({ zine }) => {
      session.discardAll()
      showToast({ title: t`Success!`, description: t`Your zine is published.` })
      void refreshLists(queries)
      void refreshDrafts(queries, userId)
      void forgetCopy(userId, draftQuery(draft.id).queryKey[0])
      const project = await findProject(draft.projectId)
      if (project && project.completedAt === null) setFinishing({ project, zineId: zine.id })
      else await navigate(`/zine/${zine.id}`, { replace: true })
    },
    onError: handleFailure,
  })
  const schedule = useWrite({
    mutationFn: async (publishAt: string | null) => {
      const version = await saveAndGetVersion(session)
      return scheduleDraft({ params: { id: draft.id }, body: { version, publishAt } })
    },
    onSuccess: (response) => onDraft(response.draft),
    onError: handleFailure,
  })

  function handleFailure(error: unknown) {
    const current = currentState<typeof publishDraftEndpoint>(error)
    if (current) onDraft(current)
    if (error instanceof NotSavedError)
      return setPublishError({
        message: t`Your last changes could not be saved, so nothing was published. Please try again.`,
      })
    const message = getUserMessage(error, t`Foldout could not be reached. Please try again.`)
    setPublishError({ message, mustConfirm: isUnconfirmed(error) })
    promptSignInIfExpired(error)
  }
  const findProject = async (projectId: string | null) =>
    projectId && (await queries.fetchQuery(projectQuery(projectId)).catch(() => null))?.project

  function findMissing(): LayoutProblems {
    const { title, pages } = session.read().text
    if (sending.pages.length > 0) return { pages: t`Some images are still uploading. Wait for them or remove them.` }
    if (isReading) return { pages: t`Your PDF is still being read. Publish when all its pages are here.` }
    return {
      ...(isBlank(title) && { title: t`A zine needs a title.` }),
      ...(pages.length === 0 && { pages: t`A zine needs at least one page.` }),
    }
  }
  function runIfReady(run: () => void) {
    const missing = findMissing()
    setHasTried(true)
    setPublishError(undefined)
    const field = missing.pages ? '#pages' : missing.title && '[name="title"]'
    if (field) document.querySelector<HTMLElement>(field)?.focus()
    if (!missing.pages && !missing.title && !focusFirstInvalid(document)) run()
  }
  return {
    problems: hasTried ? findMissing() : {},
    publishError,
    finishing,
    isBusy: publish.isPending || publish.isSuccess,
    isScheduling: schedule.isPending,
    publish: () => runIfReady(() => void publish.write()),
    schedule: (publishAt: string, onDone: () => void) =>
      runIfReady(() => void schedule.write(publishAt).then((isDone) => isDone && onDone())),
    cancelSchedule: () => void schedule.write(null),
  }
}

type PublishError = { message: string; mustConfirm?: boolean }

type Finishing = { project: Project; zineId: string }

/** The last change could not be saved. The editor's notice says why. */
class NotSavedError extends Error {}

async function saveAndGetVersion(session: LayoutProps['session']) {
  await session.flush()
  // Also saves what was typed during the first save.
  if (session.isDirty()) await session.flush()
  if (session.isDirty()) throw new NotSavedError()
  return session.read().base.version
}
