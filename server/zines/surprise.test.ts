import { expect, test } from 'vitest'
import { surprise } from '#contract/zines.ts'
import { publishAs } from '#tests/support/library.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import { readByChance } from './surprise.routes.ts'

const site = await openTestApp()
const maker = await site.signUp()

const ask = async (as?: Member) =>
  surprise.response.parse((await site.call({ path: '/api/zines/surprise', as })).body).zine
const byChance = async (
  ...asked: Parameters<typeof readByChance> extends [unknown, ...infer Rest] ? Rest : never
) => (JSON.parse((await readByChance(site.pool, ...asked)) ?? '{}') as { id?: string }).id

test('without zines none is found, and Surprise me leads home', async () => {
  expect(await ask()).toBeNull()
  expect((await site.app.inject({ url: '/surprise' })).headers).toMatchObject({ location: '/' })
})

test('every zine is chosen equally, whenever it was created, and after the last comes the first', async () => {
  const ids: string[] = []
  for (let n = 0; n < 12; n += 1) ids.push((await publishAs(site, maker, `Zine ${n}`)).id)
  const tails = new Map(ids.map((id) => [id.slice(-12), id]))
  const sorted = [...tails.keys()].toSorted()
  const before = (tail: string) => (BigInt(`0x${tail}`) - 1n).toString(16).padStart(12, '0')
  for (const tail of sorted) {
    expect(await byChance(null, tail)).toBe(tails.get(tail))
    expect(await byChance(null, before(tail))).toBe(tails.get(tail))
  }
  expect(await byChance(null, 'ffffffffffff')).toBe(tails.get(sorted[0] ?? ''))
  const drawn = new Set<string | undefined>()
  for (let n = 0; n < 100; n += 1) drawn.add(await byChance(null))
  expect(drawn.size).toBeGreaterThan(5)
  const zine = await ask(maker)
  expect(ids).toContain(zine?.id)
  const { statusCode, headers } = await site.app.inject({ url: '/surprise' })
  expect(statusCode).toBe(303)
  expect(headers.location).toMatch(/^\/zine\/[-0-9a-f]{36}$/)
  expect(headers['cache-control']).toBe('no-store')
})

test('a member who blocked the creator or hid a zine does not get it', async () => {
  const reader = await site.signUp()
  const own = await publishAs(site, reader, 'Own')
  await site.put(`/api/users/${reader.id}/blocks/${maker.id}`, undefined, reader)
  for (let n = 0; n < 20; n += 1) expect((await ask(reader))?.id).toBe(own.id)
  for (let n = 0; n < 20; n += 1) expect(await byChance({ id: maker.id, avoids: true })).not.toBe(own.id)
})
