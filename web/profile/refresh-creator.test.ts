import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { viewerPath } from '#web/accounts/viewer.ts'
import { createQueries } from '#web/api/queries.ts'
import { exampleCreator, exampleProfile, creatorId as id } from '#web/creators/example-creator.testing.ts'
import { exampleOpenZine, exampleZine } from '#web/zines/example-zine.testing.ts'
import { refreshCreator } from './save-profile.ts'

const email = 'wren@moths.example'
const before = { username: 'wren', profileImageUrl: null }
const after = { username: 'jenny_wren', profileImageUrl: '/media/face.webp' }
type VisibleCreator = { username: string; profileImageUrl: string | null }

const otherZine = exampleZine({ title: 'Slugs', creatorId: 'slug', creator: { ...before, id: 'slug' } })
const list = (data: object) => ({ pages: [{ ...data, nextCursor: null }], pageParams: [null] })
const zines = '/api/zines'

/** All cached reads by path, with this name and photo of the creator. */
const cachedData = (creator: VisibleCreator): Record<string, unknown> => ({
  [viewerPath]: { user: { id, email, emailVerified: true, ...creator } },
  [zines]: list({ zines: [exampleZine({ creator: { id, ...creator } }), otherZine] }),
  '/api/search/users': list({ creators: [exampleCreator(creator)] }),
  '/api/zines/open': { zine: exampleOpenZine({ creator: { id, ...creator } }) },
  [`/api/users/${id}`]: { user: exampleProfile({ ...creator, email }) },
})

/** Requests fail, so that all results come from the change alone. */
beforeEach(() => void vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch'))))
afterEach(() => vi.unstubAllGlobals())

test('a new name and photo are updated everywhere the creator appears, and nowhere else', async () => {
  const queries = createQueries()
  for (const [path, read] of Object.entries(cachedData(before))) queries.setQueryData([path], read)
  await refreshCreator(queries, exampleProfile({ ...after, email }))
  for (const [path, read] of Object.entries(cachedData(after))) expect(queries.getQueryData([path]), path).toEqual(read)
  expect(queries.getQueryState([zines])?.isInvalidated).toBe(true)
})

test('a list without the creator stays the very same', async () => {
  const queries = createQueries()
  const listBefore = list({ zines: [otherZine] })
  queries.setQueryData([zines], listBefore)
  await refreshCreator(queries, exampleProfile(after))
  expect(queries.getQueryData([zines])).toBe(listBefore)
})
