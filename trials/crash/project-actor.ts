import { randomUUID } from 'node:crypto'
import { between, pick } from '#tests/support/random.ts'
import type { Actor, ActorContext } from './actor.ts'
import { notesFact, sessionFact } from './facts.ts'
import { absent } from './write-log.ts'

const maxProjects = 4

/** Creates projects, saves notes, logs time and removes it, and deletes projects with logged time. */
export function projectActor({ writeLog, random, member }: ActorContext): Actor {
  const { call } = member.client
  const projects: { id: string; sessions: string[] }[] = []
  let revision = 0

  async function createProject() {
    const project = { id: randomUUID(), sessions: [] as string[] }
    const notes = notesOf(++revision)
    const response = await writeLog.perform('beginning a project', { [notesFact(project.id)]: notes }, () =>
      call('POST', '/api/projects', { body: { id: project.id, title: 'Plans', notes } }),
    )
    if (response?.status === 201) projects.push(project)
    return response !== undefined
  }

  async function save() {
    const { id } = pick(random, projects)
    const notes = notesOf(++revision)
    const response = await writeLog.perform('saving notes', { [notesFact(id)]: notes }, () =>
      call('PUT', `/api/projects/${id}?brief=true`, { body: { notes } }),
    )
    return response !== undefined
  }

  async function logTime() {
    const project = pick(random, projects)
    const [id, duration] = [randomUUID(), between(random, 1, 50)]
    project.sessions.push(id)
    const response = await writeLog.perform('logging time', { [sessionFact(id)]: String(duration) }, () =>
      call('POST', '/api/focus-sessions', { body: { id, projectId: project.id, duration } }),
    )
    return response !== undefined
  }

  async function removeTime() {
    const { sessions } = pick(random, projects)
    const id = sessions.at(-1)
    if (!id) return true
    const response = await writeLog.perform('removing time', { [sessionFact(id)]: absent }, () =>
      call('DELETE', `/api/focus-sessions/${id}`),
    )
    if (response) sessions.pop()
    return response !== undefined
  }

  async function remove() {
    const [project] = projects.splice(between(random, 0, projects.length - 1), 1)
    if (!project) return true
    const removedFacts = [notesFact(project.id), ...project.sessions.map(sessionFact)]
    const changes = Object.fromEntries(removedFacts.map((fact) => [fact, absent]))
    const response = await writeLog.perform('deleting a project', changes, () =>
      call('DELETE', `/api/projects/${project.id}`),
    )
    return response !== undefined
  }

  function act() {
    const roll = random()
    if (projects.length === 0 || (projects.length < maxProjects && roll < 0.1)) return createProject()
    if (roll < 0.15) return remove()
    if (roll < 0.25) return removeTime()
    return roll < 0.6 ? save() : logTime()
  }
  return { act }
}

const notesOf = (revision: number) => `turn ${revision}: ${'what is to come '.repeat(revision % 60)}`
