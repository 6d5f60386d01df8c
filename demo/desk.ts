import { createHash } from 'node:crypto'
import type { App } from '#server/http/fastify.ts'
import { type Member, post, put } from './calls.ts'

type DemoProject = {
  title: string
  notes: string
  isFinished?: boolean
  /** Days back and the minutes of that day's session. */
  sessions: [daysBack: number, minutes: number][]
}

/** What lies on the demo member's desk; the last one was touched last. */
const projects: DemoProject[] = [
  {
    title: 'Night Bus, Day Ticket',
    notes:
      'Sent to print. Sixteen pages, one staple, two typos that are staying.\n\nCopies: 40. Gave 12 to the drivers.',
    isFinished: true,
    sessions: [
      [27, 50],
      [26, 25],
      [24, 75],
      [23, 45],
      [21, 60],
      [20, 110],
    ],
  },
  {
    title: 'A Field Guide to Lamps Left On',
    notes:
      'One lamp per spread. Kitchen, hallway, porch, the launderette that never closes.\n\n- ask before drawing anybody’s window\n- the porch moth gets a page\n- back cover: a switch',
    sessions: [
      [18, 25],
      [16, 45],
      [9, 25],
      [8, 30],
    ],
  },
  {
    title: 'Library Fines I Have Loved',
    notes: 'Eight small confessions, with stamps. Maybe rhymes. Probably not.',
    sessions: [
      [12, 25],
      [5, 27],
    ],
  },
  {
    title: 'Eleven at Night, Second Edition',
    notes:
      'Redraw page 3, the fox is too clean. Ask about warmer paper.\n\nOrder: cover / clock / fox / two blank minutes / the phone that nobody answers / back.\n\nPage 5 stays blank.',
    sessions: [
      [6, 25],
      [4, 50],
      [3, 25],
      [2, 45],
      [1, 25],
    ],
  },
]

/**
 * Puts a few projects and the time that went into them on a member's desk. Their ids follow from the member's, so
 * doing it again adds only what is missing.
 */
export async function fillDesk(app: App, { id: userId, cookie }: Member) {
  for (const { title, notes, isFinished, sessions } of projects) {
    const id = idOf(userId, title)
    await post(app, { path: '/api/projects', body: { id, title, notes }, cookie })
    for (const [daysBack, duration] of sessions) {
      const startedAt = eveningBack(daysBack).toISOString()
      const body = { id: idOf(userId, `${title}/${daysBack}`), projectId: id, duration, startedAt }
      await post(app, { path: '/api/focus-sessions', body, cookie })
    }
    const path = `/api/projects/${id}/toggle-completion`
    if (isFinished) await put(app, { path, body: { completed: true }, cookie })
  }
}

/** Nine in the evening, so many days ago. */
function eveningBack(days: number) {
  const evening = new Date()
  evening.setDate(evening.getDate() - days)
  evening.setHours(21, (days * 7) % 40, 0, 0)
  return evening
}

/** A version 8 uuid: made of whatever the one who makes it likes. */
function idOf(userId: string, name: string) {
  const hex = createHash('sha256').update(`${userId}/${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
