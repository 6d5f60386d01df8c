import { randomUUID } from 'node:crypto'
import { between, pick } from '#trials/bench/seed/random.ts'
import { notesFact, sessionFact } from './facts.ts'
import { absent } from './ledger.ts'
import type { Actor, Desk } from './people.ts'

const mostProjects = 4

/** Creates projects, saves notes, logs time and removes it, and deletes projects with logged time. */
export function writing({ ledger, random, member }: Desk): Actor {
  const { call } = member.client
  const projects: { id: string; sessions: string[] }[] = []
  let turn = 0

  async function begin() {
    const project = { id: randomUUID(), sessions: [] as string[] }
    const notes = textOf(++turn)
    const answer = await ledger.act('beginning a project', { [notesFact(project.id)]: notes }, () =>
      call('POST', '/api/projects', { body: { id: project.id, title: 'Plans', notes } }),
    )
    if (answer?.status === 201) projects.push(project)
    return answer !== undefined
  }

  async function save() {
    const { id } = pick(random, projects)
    const notes = textOf(++turn)
    const answer = await ledger.act('saving notes', { [notesFact(id)]: notes }, () =>
      call('PUT', `/api/projects/${id}?brief=true`, { body: { notes } }),
    )
    return answer !== undefined
  }

  async function logTime() {
    const project = pick(random, projects)
    const [id, duration] = [randomUUID(), between(random, 1, 50)]
    project.sessions.push(id)
    const answer = await ledger.act('logging time', { [sessionFact(id)]: String(duration) }, () =>
      call('POST', '/api/focus-sessions', { body: { id, projectId: project.id, duration } }),
    )
    return answer !== undefined
  }

  async function takeBack() {
    const { sessions } = pick(random, projects)
    const id = sessions.at(-1)
    if (!id) return true
    const answer = await ledger.act('removing time', { [sessionFact(id)]: absent }, () =>
      call('DELETE', `/api/focus-sessions/${id}`),
    )
    if (answer) sessions.pop()
    return answer !== undefined
  }

  async function remove() {
    const [project] = projects.splice(between(random, 0, projects.length - 1), 1)
    if (!project) return true
    const gone = [notesFact(project.id), ...project.sessions.map(sessionFact)]
    const changes = Object.fromEntries(gone.map((fact) => [fact, absent]))
    const answer = await ledger.act('deleting a project', changes, () =>
      call('DELETE', `/api/projects/${project.id}`),
    )
    return answer !== undefined
  }

  function act() {
    const chance = random()
    if (projects.length === 0 || (projects.length < mostProjects && chance < 0.1)) return begin()
    if (chance < 0.15) return remove()
    if (chance < 0.25) return takeBack()
    return chance < 0.6 ? save() : logTime()
  }
  return { act }
}

const textOf = (turn: number) => `turn ${turn}: ${'what is to come '.repeat(turn % 60)}`
