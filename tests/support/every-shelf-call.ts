import { fullShelf } from '#trials/bench/seed/full-shelf.ts'
import { callsOf, type World } from './calls-of.ts'

/** Everything that is done with shelves, of which one is full; and a zine by chance. */
export async function makeShelfCalls({ site, member, zineId, creatorId }: World) {
  const { rows } = await site.pool.query<{ id: string }>(fullShelf, [member.id])
  const full = `shelves/${rows[0]?.id}`
  for (const as of [undefined, member]) {
    const { get } = callsOf(site, as)
    for (const limit of [24, 100]) {
      const { body } = await get(`${full}?limit=${limit}`)
      await get(`${full}?limit=${limit}&cursor=${body.nextCursor}`)
    }
    for (const owner of [member.id, creatorId])
      for (const query of ['', `?zineId=${zineId}`]) await get(`users/${owner}/shelves${query}`)
    await get('zines/surprise')
    await site.call({ path: '/surprise', ...(as && { as }) })
  }
  await site.call({ path: `/feeds/shelf/${rows[0]?.id}.atom` })

  const { post, put, del } = callsOf(site, member)
  const { shelf } = (await post('shelves', { title: 'Night' })).body
  await put(`shelves/${shelf.id}`, { title: 'Day', visibility: 'public' })
  for (const each of ['to-read', shelf.id]) {
    const { item, shelf: on } = (await put(`shelves/${each}/zines/${zineId}`, {})).body
    const stands = `shelves/${on.id}/items/${item.id}`
    await put(stands, { note: 'Loud' })
    await put(`${stands}/place`, { before: null })
    await del(`shelves/${each}/zines/${zineId}`)
    await del(stands)
  }
  await del(`shelves/${shelf.id}`)
}
