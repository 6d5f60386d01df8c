import { createHash } from 'node:crypto'
import type { App } from '#server/http/fastify.ts'
import { type Member, post, put } from './api-calls.ts'
import { demoMember } from './demo-member.ts'

/**
 * Adds the demo member's projects and focus sessions in the order of the file, so the last project is the most recent.
 * Project ids are derived from the member's id, so a second run adds only what is missing.
 */
export async function addProjects(app: App, { id: userId, cookie }: Member) {
  for (const { title, notes, isFinished, sessions } of demoMember.projects) {
    const id = stableId(userId, title)
    await post(app, { path: '/api/projects', body: { id, title, notes }, cookie })
    for (const { daysBack, minutes } of sessions) {
      const startedAt = eveningDaysAgo(daysBack).toISOString()
      const body = {
        id: stableId(userId, `${title}/${daysBack}`),
        projectId: id,
        duration: minutes,
        startedAt,
      }
      await post(app, { path: '/api/focus-sessions', body, cookie })
    }
    const path = `/api/projects/${id}/toggle-completion`
    if (isFinished) await put(app, { path, body: { completed: true }, cookie })
  }
}

/** A time after nine in the evening, the given number of days ago. */
function eveningDaysAgo(days: number) {
  const evening = new Date()
  evening.setDate(evening.getDate() - days)
  evening.setHours(21, (days * 7) % 40, 0, 0)
  return evening
}

/** A version 8 UUID, which may contain custom data. */
export function stableId(userId: string, name: string) {
  const hex = createHash('sha256').update(`${userId}/${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
