import { expect, test } from 'vitest'
import { uncheckedPaths } from './api-paths.ts'

const wrong = (text: string, path = 'web/zines/zine-card.tsx') => uncheckedPaths({ path, text })

test.each([
  "const path = '/api/zines'",
  'fetch(`/api/zines`)',
  "call('GET', '/api/zines')",
  '<a href="/api/users/me/export">',
])('a path by itself is refused: %s', (text) => {
  expect(wrong(text)).toHaveLength(1)
})

test('what the compiler holds against the contract may stand, on one line or on several', () => {
  expect(wrong("call<typeof contract.listZines>('GET', '/api/zines')")).toEqual([])
  expect(wrong("call<typeof contract.readZine>(\n  'GET',\n  '/api/zines/:id',\n)")).toEqual([])
  expect(wrong("pathStart<typeof contract.readUser>('/api/users')")).toEqual([])
})

test('the server says its paths in the contract', () => {
  expect(wrong("app.get('/api/zines')", 'server/zines/zines.routes.ts')).toEqual([])
})
