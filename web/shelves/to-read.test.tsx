import { expect, test } from 'vitest'
import { createQueries } from '#web/api/queries.ts'
import { said } from '#web/site/seen.testing.ts'
import { fakeServer, memberId } from '#web/site/site.testing.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { takeOff } from './shelf-menu-items.tsx'

const zine = { id: '0199a0b2-0000-7000-8000-00000000000b', title: 'Moths' }
const path = `/api/shelves/to-read/zines/${zine.id}`
const server = fakeServer({ [`PUT ${path}`]: { item: {}, shelf: { id: 'shelf' } } })
const change = () => ({ queries: createQueries(), viewerId: memberId, zine, go: () => undefined })

test('an item removed from To read is restored with its notes and position', async () => {
  const taken = { note: 'Loud.', privateNote: 'Lent out.', after: zine.id }
  server.answers[`DELETE ${path}`] = { success: true, taken }
  takeOff(change())
  await expect.poll(readToast).toMatchObject({ title: 'Removed from To read', action: { label: 'Undo' } })
  readToast()?.action?.act()
  await said({ title: 'Added to To read' })
  expect(server.writes()).toMatchObject([{ method: 'DELETE' }, { method: 'PUT', body: taken }])
})

test('if nothing was on To read there is nothing to undo', async () => {
  server.answers[`DELETE ${path}`] = { success: true }
  takeOff(change())
  await said({ title: 'Removed from To read' })
  expect(readToast()?.action).toBeUndefined()
})
