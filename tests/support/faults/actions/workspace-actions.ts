import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../test-app.ts'
import { createProject } from '../../workspace.ts'
import type { Action } from '../fault-cases.ts'
import { expectRow, request } from './call.ts'

const beginProject: Action = {
  name: 'begin a project',
  async prepare(site) {
    const member = await site.signUp()
    const id = randomUUID()
    return {
      run: request(site, member, 'POST', '/api/projects', { id, title: 'Plans', notes: 'Fold' }),
      check: () =>
        expectRow(site, 'select count(*)::int as projects from projects where user_id = $1', [member.id], {
          projects: 1,
        }),
    }
  },
}

const currentNotes = `
  select notes from project_versions v join projects p on p.id = v.project_id and p.version = v.version where p.id = $1`

const expectNotes = (site: TestApp, projectId: string, notes: string) =>
  expectRow(site, currentNotes, [projectId], { notes })

const saveProject: Action = {
  name: 'save a project',
  async prepare(site) {
    const member = await site.signUp()
    const { id, version } = await createProject(site, member)
    return {
      run: request(site, member, 'PUT', `/api/projects/${id}`, { notes: 'Fold', version }),
      check: () => expectNotes(site, id, 'Fold'),
    }
  },
}

const saveWithConflict: Action = {
  name: 'save a project with a conflict',
  async prepare(site) {
    const member = await site.signUp()
    const { id, version } = await createProject(site, member)
    const save = (notes: string, base: number) => site.put(`/api/projects/${id}`, { notes, version: base }, member)
    await save('Another’s', version)
    return {
      /** Like a browser: the conflict names the current version, on which the text is saved next. */
      async run() {
        const refused = await save('Mine', version)
        const { current } = refused.body as { current?: { version: number } }
        return refused.status === 409 && current ? save('Mine', current.version) : refused
      },
      check: () => expectNotes(site, id, 'Mine'),
    }
  },
}

const logSession: Action = {
  name: 'log a focus session',
  async prepare(site) {
    const member = await site.signUp()
    const { id: projectId } = await createProject(site, member)
    const body = { id: randomUUID(), projectId, sessionType: 'focus', duration: 25 }
    return {
      run: request(site, member, 'POST', '/api/focus-sessions', body),
      check: () =>
        expectRow(
          site,
          'select total_minutes::int as total_minutes, session_count from projects where id = $1',
          [projectId],
          {
            total_minutes: 25,
            session_count: 1,
          },
        ),
    }
  },
}

const deleteProject: Action = {
  name: 'delete a project',
  again: [404],
  async prepare(site) {
    const member = await site.signUp()
    const { id } = await createProject(site, member)
    return {
      run: request(site, member, 'DELETE', `/api/projects/${id}`),
      check: () =>
        expectRow(site, 'select count(*)::int as projects from projects where id = $1', [id], { projects: 0 }),
    }
  },
}

export const workspaceActions = [beginProject, saveProject, saveWithConflict, logSession, deleteProject]
