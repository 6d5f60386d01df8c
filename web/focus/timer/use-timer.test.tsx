import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueries } from '#web/api/queries.ts'
import { exampleProject } from '#web/projects/example-project.testing.ts'
import { fillStorage } from '#web/site/expectations.testing.ts'
import { errorResponse, fakeServer, memberId } from '#web/site/site.testing.tsx'
import { sendSession } from '../focus-calls.ts'

import { timerKey } from './timer-model.ts'
import type { TimerStore } from './timer-store.ts'
import { openTimer } from './use-timer.ts'
import { watchTimer } from './watch-timer.ts'

const server = fakeServer({})

let queries: QueryClient
let signOut: () => void

beforeEach(() => {
  localStorage.clear()
  document.title = 'wren · Foldout'
  queries = createQueries()
  signOut = watchTimer(queries, memberId)
})

afterEach(() => {
  signOut()
  vi.restoreAllMocks()
})

/** Opens the timer as a visit to the workspace does, and acts on it. */
function visit(does: (store: TimerStore) => void = () => {}) {
  const store = openTimer(queries, memberId)
  does(store)
  return store.read()
}

test('a timer that cannot be stored continues when its page is left, until its member signs out', async () => {
  fillStorage()
  const { timer } = visit((store) => store.start(exampleProject({})))
  expect(timer.run).not.toBeNull()
  expect(document.title).toMatch(/^2[45]:\d\d · wren · Foldout$/)
  expect(visit().timer).toEqual(timer)
  signOut()
  await expect.poll(() => document.title).toBe('wren · Foldout')
  expect(visit().timer.run).toBeNull()
})

test('minutes that could be neither sent nor stored wait on any page', () => {
  const project = { id: exampleProject({}).id, title: 'Eleven Moths' }
  const run = { sessionId: 's', project, minutes: 25, startedAt: Date.now() - 330_000 }
  localStorage.setItem(timerKey(memberId), JSON.stringify({ timer: { run } }))
  fillStorage()
  const { unsent } = visit((store) => {
    localStorage.clear()
    store.finish('s')
  })
  expect(unsent).toMatchObject([{ id: 's', minutes: 5 }])
  expect(visit().unsent).toEqual(unsent)
})

const project = { id: 'moths', title: 'Eleven Moths' }
const session = { id: 's', project, minutes: 5, startedAt: 1_700_000_000_000 }

test.each([
  ['failed', 'internal'],
  ['failed', 'unavailable'],
  ['unreachable', 'too_many_requests'],
  ['unreachable', 'timed_out'],
  ['signed out', 'not_signed_in'],
  ['signed out', 'not_yours'],
  ['refused', 'not_found'],
  ['refused', 'invalid_request'],
] as const)('a session is %s after %s', async (kind, code) => {
  server.responses['/api/focus-sessions'] = errorResponse(code, 'No.')
  expect(await sendSession(createQueries(), memberId, session)).toMatchObject({ kind })
})

test('a session is lost when the site is not reached', async () => {
  expect(await sendSession(createQueries(), memberId, session)).toEqual({ kind: 'unreachable' })
})
