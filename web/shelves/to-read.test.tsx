import { expect, test } from 'vitest'
import { createQueries } from '#web/api/queries.ts'
import { expectToast } from '#web/site/expectations.testing.ts'
import { fakeServer, memberId } from '#web/site/site.testing.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { shelfItemResponse } from './example-shelf.testing.ts'
import { takeOffToRead } from './shelf-menu-items.tsx'

const zine = { id: '0199a0b2-0000-7000-8000-00000000000b', title: 'Moths', language: null }
const path = `/api/shelves/to-read/zines/${zine.id}`
const server = fakeServer({ [`PUT ${path}`]: shelfItemResponse() })
const change = () => ({ queries: createQueries(), viewerId: memberId, zine, navigateTo: () => undefined })

test('an item removed from To read is restored with its notes and position', async () => {
  const taken = { note: 'Loud.', privateNote: 'Lent out.', after: zine.id }
  server.responses[`DELETE ${path}`] = { success: true, taken }
  takeOffToRead(change())
  await expect.poll(readToast).toMatchObject({ title: 'Removed from “To read”', action: { label: 'Undo' } })
  readToast()?.action?.run()
  await expectToast({ title: 'Added to “To read”' })
  expect(server.writes()).toMatchObject([{ method: 'DELETE' }, { method: 'PUT', body: taken }])
})

test('if nothing was on To read there is nothing to undo', async () => {
  server.responses[`DELETE ${path}`] = { success: true }
  takeOffToRead(change())
  await expectToast({ title: 'Removed from “To read”' })
  expect(readToast()?.action).toBeUndefined()
})
