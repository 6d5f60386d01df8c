import type { Project } from '#contract/projects.ts'
import { apiSend } from '#web/api/api.ts'
import { newId } from '#web/browser/new-id.ts'
import { projectPath } from '#web/projects/project-path.ts'
import { type ProjectText, sameText, textOf } from './project-text.ts'

type Answer = { project: Project }

/**
 * A way to make a new project of a text, which can be tried again after an answer was lost. What it makes has the text
 * as it is when the last answer is there: what was typed meanwhile is sent after it.
 */
export function beginAnew(userId: string, read: () => ProjectText) {
  let id = newId()
  let sent: ProjectText[] = []

  async function send(method: 'POST' | 'PUT', path: string, more: { id: string } | { version: number }) {
    const text = textOf(read())
    sent.push(text)
    const { project } = await apiSend<Answer>(method, path, { ...text, ...more, userId })
    return { project, text }
  }

  return async function save(): Promise<Project> {
    let last = await send('POST', '/api/projects', { id })
    if (!sent.some((text) => sameText(text, last.project))) {
      // Begun by an earlier try, and written elsewhere since: that one stays as it is.
      id = newId()
      sent = []
      last = await send('POST', '/api/projects', { id })
    }
    let isAll = sameText(last.project, last.text)
    while (!isAll || !sameText(last.text, read())) {
      last = await send('PUT', projectPath(id), { version: last.project.version })
      isAll = true
    }
    return last.project
  }
}
