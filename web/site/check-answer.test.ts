import { expect, test } from 'vitest'
import { checkAnswer, checkCached, checkCall, impossibleAnswer, takeProblems } from './check-answer.testing.ts'

const path = '/api/auth/providers'
const json = (body: object, status = 200) => Response.json(body, { status })
const errorOf = (code: string) => ({ error: 'No.', code, requestId: 'r' })

test.each([
  ['as the contract says', json({ providers: [] }), []],
  ['without a field', json({}), [expect.stringMatching(/^GET \/api\/auth\/providers 200: .*\n.*at providers$/)]],
  ['with another field', json({ providers: [], count: 0 }), [`GET ${path} 200: body.count is unknown`]],
  ['without JSON', new Response('moth'), [`GET ${path} 200 is not JSON`]],
  ['without JSON on purpose', impossibleAnswer('moth'), []],
  ['of a proxy', new Response('', { status: 502 }), []],
  ['that is an error', json(errorOf('not_found'), 404), []],
  ['that is an unknown error', json(errorOf('busy'), 503), [expect.stringContaining('at code')]],
  ['whose error has another status', json(errorOf('not_found'), 400), [expect.stringContaining('another status')]],
])('an answer %s is checked', async (_, response, problems) => {
  expect(checkAnswer('GET', path, response)).toBe(response)
  expect(await takeProblems()).toEqual(problems)
})

test('the current state of a conflict is checked', async () => {
  checkAnswer('PUT', '/api/projects/1?brief=true', json({ ...errorOf('changed_elsewhere'), current: {} }, 409))
  expect(await takeProblems()).toEqual([expect.stringContaining('at current.title')])
})

test('a call of an API path without an endpoint is reported', async () => {
  for (const called of [path, '/healthz', '/api/auth/moths']) checkCall('GET', called)
  checkCall('POST', path)
  expect(await takeProblems()).toEqual(['GET /api/auth/moths is not an endpoint', `POST ${path} is not an endpoint`])
})

test('a cached response and the pages of a cached list are checked', () => {
  checkCached(path, { providers: [] })
  expect(() => checkCached(path, {})).toThrow(`The cached ${path} differs from the contract`)
  expect(() => checkCached('/api/zines', { pages: [{ zines: [] }], pageParams: [null] })).toThrow('at nextCursor')
})
