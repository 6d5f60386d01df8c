import { fullShelf } from '#trials/bench/seed/full-shelf.ts'
import type { Member, TestApp } from './test-app.ts'

type Place = { site: TestApp; member: Member; zineId: string; creatorId: string }

/** Everything that is done with shelves, of which one is full; and a zine by chance. */
export async function makeShelfCalls({ site, member, zineId, creatorId }: Place) {
  const { rows } = await site.pool.query<{ id: string }>(fullShelf, [member.id])
  const shelf = `/api/shelves/${rows[0]?.id}`
  for (const as of [undefined, member]) await readShelves(site, { shelf, member, zineId, creatorId }, as)
  await site.call({ path: `/feeds/shelf/${rows[0]?.id}.atom` })
  await changeShelves({ site, member, zineId })
}

type Read = { shelf: string; member: Member; zineId: string; creatorId: string }

async function readShelves(site: TestApp, { shelf, member, zineId, creatorId }: Read, as?: Member) {
  const call = (path: string) => site.call<{ nextCursor: string }>({ path, ...(as && { as }) })
  for (const limit of [24, 100]) {
    const { body } = await call(`${shelf}?limit=${limit}`)
    await call(`${shelf}?limit=${limit}&cursor=${body.nextCursor}`)
  }
  for (const owner of [member.id, creatorId])
    for (const query of ['', `?zineId=${zineId}`]) await call(`/api/users/${owner}/shelves${query}`)
  await call('/api/zines/surprise')
  await call('/surprise')
}

async function changeShelves({ site, member, zineId }: Omit<Place, 'creatorId'>) {
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    site.call<{ shelf: { id: string }; item: { id: string } }>({
      ...{ method, path: `/api/shelves${path}`, as: member },
      ...(body && { body }),
    })
  const { shelf } = (await send('POST', '', { title: 'Night' })).body
  await send('PUT', `/${shelf.id}`, { title: 'Day', visibility: 'public' })
  for (const each of ['to-read', shelf.id]) {
    const { item, shelf: on } = (await send('PUT', `/${each}/zines/${zineId}`, {})).body
    await send('PUT', `/${on.id}/items/${item.id}`, { note: 'Loud' })
    await send('PUT', `/${on.id}/items/${item.id}/place`, { before: null })
    await send('DELETE', `/${each}/zines/${zineId}`)
    await send('DELETE', `/${on.id}/items/${item.id}`)
  }
  await send('DELETE', `/${shelf.id}`)
}
