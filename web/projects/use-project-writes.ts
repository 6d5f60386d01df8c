import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as contract from '#contract/projects.ts'
import type { ProjectTicket } from '#contract/projects.ts'
import { notifyFailure } from '#web/accounts/viewer-changes.ts'
import { call, ignoreNotFound, isNotFound } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { deleteProject, removeProject, showProject } from './project-calls.ts'

const toggleProjectCompletion = call<typeof contract.toggleProjectCompletion>(
  'PUT',
  '/api/projects/:id/toggle-completion',
)

/** Finishes and reopens projects, one write per project at a time. */
export function useToggleCompletion() {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [toggling, setToggling] = useState<ReadonlySet<string>>(new Set())
  const { write } = useWrite({
    lockKey: ({ id }) => id,
    mutationFn: ({ id, userId, completedAt }: ProjectTicket) =>
      toggleProjectCompletion({ params: { id }, body: { userId, completed: completedAt === null } }),
    onMutate: ({ id }) => setToggling((before) => new Set(before).add(id)),
    onSuccess: ({ project }) => {
      showToast({ title: t`Project completion status updated` })
      void showProject(queries, project)
    },
    onError: (error, { id, userId }) => {
      notifyFailure(error, t`Failed to update project completion`)
      if (isNotFound(error)) void removeProject(queries, userId, id)
    },
    onSettled: (_response, _error, { id }) =>
      setToggling((before) => new Set([...before].filter((toggled) => toggled !== id))),
  })
  return { toggling, toggle: write }
}

export function useDeleteProject() {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { write } = useWrite({
    mutationFn: ({ id, userId }: ProjectTicket) =>
      deleteProject({ params: { id }, body: { userId } }).catch(ignoreNotFound),
    onSuccess: (_response, { id, userId }) => {
      showToast({ title: t`Project deleted successfully!` })
      void removeProject(queries, userId, id)
    },
    onError: (error) => notifyFailure(error, t`Failed to delete project`),
  })
  return write
}
