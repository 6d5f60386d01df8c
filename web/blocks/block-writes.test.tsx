import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueries } from '#web/api/queries.ts'
import { expectToast } from '#web/site/expectations.testing.ts'
import { fakeServer, memberId } from '#web/site/site.testing.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { hideWrite, runBlockWrite } from './block-writes.tsx'

const zine = { id: '0199a0b2-0000-7000-8000-00000000000b', title: 'Moths', language: null }
const path = `/api/users/${memberId}/unwanted-zines/${zine.id}`
const server = fakeServer({ [`PUT ${path}`]: { success: true }, [`DELETE ${path}`]: { success: true } })

test('hiding can be undone even while its effects are being reloaded', async () => {
  const queries = createQueries()
  let times = 0
  const answerOnce = () => (++times === 1 ? { zines: [] } : new Promise(() => undefined))
  const list = new QueryObserver(queries, { queryKey: ['/api/zines'], queryFn: answerOnce })
  const stop = list.subscribe(() => undefined)
  await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true)
  runBlockWrite(queries, hideWrite(queries, memberId, zine))
  await expectToast({ title: 'Hidden' })
  expect(list.getCurrentResult().isFetching).toBe(true)
  readToast()?.action?.run()
  await expectToast({ title: 'Shown again' })
  expect(server.writes()).toMatchObject([{ method: 'PUT' }, { method: 'DELETE' }])
  stop()
})
