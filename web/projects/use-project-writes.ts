import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Project, ProjectTicket } from '#contract/projects.ts'
import { askInAgain } from '#web/accounts/session-ended.ts'
import { ApiError, apiSend } from '#web/api/api.ts'
import { projectPath } from '#web/projects/project-path.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { placeProject, removeProject } from './cached-projects.ts'

/** Finishing projects and taking them up again, each one once at a time. Answers whether it was done. */
export function useToggleCompletion() {
  const queries = useQueryClient()
  const [toggling, setToggling] = useState<ReadonlySet<string>>(new Set())
  const inFlight = useRef(new Set<string>())
  const toggle = async ({ id, userId, completedAt }: ProjectTicket) => {
    if (inFlight.current.has(id)) return false
    inFlight.current.add(id)
    setToggling(new Set(inFlight.current))
    try {
      const body = { userId, completed: completedAt === null }
      const path = `${projectPath(id)}/toggle-completion`
      const { project } = await apiSend<{ project: Project }>('PUT', path, body)
      showToast({ title: 'Project completion status updated' })
      void placeProject(queries, project)
      return true
    } catch (error) {
      sayFailure(error, 'Failed to update project completion')
      if (isGone(error)) void removeProject(queries, userId, id)
      return false
    } finally {
      inFlight.current.delete(id)
      setToggling(new Set(inFlight.current))
    }
  }
  return { toggling, toggle }
}

/** Answers whether it is gone; one that somebody has deleted already is. */
export function useDeleteProject() {
  const queries = useQueryClient()
  return async ({ id, userId }: ProjectTicket) => {
    try {
      await apiSend('DELETE', projectPath(id), { userId })
    } catch (error) {
      if (!isGone(error)) {
        sayFailure(error, 'Failed to delete project')
        return false
      }
    }
    showToast({ title: 'Project deleted successfully!' })
    void removeProject(queries, userId, id)
    return true
  }
}

function sayFailure(error: unknown, description: string) {
  showToast({ title: 'Error', description, variant: 'destructive' })
  askInAgain(error)
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404
