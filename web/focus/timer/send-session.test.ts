import { expect, test } from 'vitest'
import { createQueries } from '#web/api/api.ts'
import { memberId, refusal, stubServer } from '#web/site/site-stub.testing.tsx'
import { sendSession } from './send-session.ts'

const server = stubServer({})
const project = { id: 'moths', title: 'Eleven Moths' }
const session = { id: 's', project, minutes: 5, startedAt: 1_700_000_000_000 }

test.each([
  ['failed', 500],
  ['failed', 503],
  ['lost', 429],
  ['lost', 408],
  ['signed out', 401],
  ['signed out', 403],
  ['refused', 404],
  ['refused', 400],
])('a session is %s after %i', async (is, status) => {
  server.answers['/api/focus-sessions'] = refusal(status, 'No.')
  expect(await sendSession(createQueries(), memberId, session)).toMatchObject({ is })
})

test('a session is lost when the site is not reached', async () => {
  expect(await sendSession(createQueries(), memberId, session)).toEqual({ is: 'lost' })
})
