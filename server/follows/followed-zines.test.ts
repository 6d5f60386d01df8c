import { expect, test } from 'vitest'
import { publishOnePage } from '#tests/support/library.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import { listFollowedZines } from './followed-zines.queries.ts'

const site = await openTestApp()

const follow = (creator: Member, as: Member) => site.post('/api/favorites/creators', { creatorId: creator.id }, as)

type Position = [createdAt: string, id: string]

async function titles(member: Member, { after, limit = 24, hasExclusions = false }: Record<string, unknown> = {}) {
  const range = { after: after as Position | undefined, limit: limit as number }
  const rows = await listFollowedZines(site.pool, { id: member.id, hasExclusions: hasExclusions as boolean }, range)
  return rows.map(({ item }) => JSON.parse(item).title)
}

test('lists the zines of all followed creators together, newest first, page by page', async () => {
  const [reader, busy, rare, other] = [
    await site.signUp(),
    await site.signUp(),
    await site.signUp(),
    await site.signUp(),
  ]
  for (const creator of [busy, rare]) await follow(creator, reader)
  for (const n of [1, 2, 3]) await publishOnePage(site, busy, `Busy ${n}`)
  await publishOnePage(site, rare, 'Rare')
  await publishOnePage(site, other, 'Of another creator')
  await publishOnePage(site, busy, 'Busy 4')
  const all = ['Busy 4', 'Rare', 'Busy 3', 'Busy 2', 'Busy 1']
  expect(await titles(reader)).toEqual(all)
  const firstPage = await listFollowedZines(
    site.pool,
    { ...reader, hasExclusions: false },
    { after: undefined, limit: 1 },
  )
  expect(firstPage).toHaveLength(2)
  const after = firstPage[1]?.position
  expect(await titles(reader, { after })).toEqual(all.slice(2))
  expect(await titles(reader, { after, limit: 1 })).toEqual(all.slice(2, 4))
  expect(await titles(other)).toEqual([])
})

test('hidden zines, unwanted zines and those of creators with a block are not listed, even if they are the newest', async () => {
  const [reader, creator, blocker] = [await site.signUp(), await site.signUp(), await site.signUp()]
  for (const followed of [creator, blocker]) await follow(followed, reader)
  for (const title of ['Listed', 'Listed too']) await publishOnePage(site, creator, title)
  const unwanted = await publishOnePage(site, creator, 'Unwanted')
  const hidden = await publishOnePage(site, creator, 'Hidden')
  await publishOnePage(site, blocker, 'Of a creator who blocks the reader')
  await site.sql('delete from zine_stats where zine_id = $1', hidden.id)
  await site.sql('insert into unwanted_zines (member_id, zine_id) values ($1, $2)', reader.id, unwanted.id)
  await site.sql('insert into blocks (member_id, creator_id) values ($1, $2)', blocker.id, reader.id)
  for (const limit of [1, 24])
    expect(await titles(reader, { hasExclusions: true, limit })).toEqual(['Listed too', 'Listed'])
})
