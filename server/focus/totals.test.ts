import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { beginProject, logMinutes } from '#tests/support/workspace.ts'

let site: TestApp
let writer: Member

beforeAll(async () => {
  site = await startTestApp()
  writer = await site.signUp('writer')
})
afterAll(() => site.close())

type Move = { what: 'log' | 'correct' | 'remove'; session: number; project: 0 | 1; minutes: number }

const move: fc.Arbitrary<Move> = fc.record({
  what: fc.constantFrom('log', 'log', 'correct', 'remove'),
  session: fc.nat(5),
  project: fc.constantFrom(0, 1),
  minutes: fc.integer({ min: 1, max: 1440 }),
})

test('whatever is logged, corrected and removed at once, totals are the sums of the sessions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 40 }), async (moves) => {
      const projects = [await beginProject(site, writer), await beginProject(site, writer)].map(
        ({ id }) => id,
      )
      const sessions = Array.from({ length: 6 }, () => randomUUID())
      const make = ({ what, session, project, minutes: duration }: Move) => {
        const [id = '', projectId = ''] = [sessions[session], projects[project]]
        if (what === 'log') return logMinutes(site, writer, { id, projectId, duration })
        const path = `/api/focus-sessions/${id}`
        if (what === 'remove') return site.call({ method: 'DELETE', path, as: writer })
        return site.call({ method: 'PUT', path, body: { duration }, as: writer })
      }
      const answers = await Promise.all(moves.map(make))
      for (const { status } of answers) expect([200, 201, 404]).toContain(status)
      expect(await totalsAndSums(projects)).toEqual([])
    }),
    { numRuns: 40 },
  )
})

/** The projects whose total is not the sum. */
async function totalsAndSums(projects: string[]) {
  const { rows } = await site.pool.query(
    `select total_minutes, (select coalesce(sum(minutes), 0) from focus_sessions
        where project_id = p.id and removed_at is null) as sum
     from projects p where id = any($1)`,
    [projects],
  )
  return rows.filter(({ total_minutes, sum }) => total_minutes !== sum)
}
