import { expect, test } from 'vitest'
import { surprise } from '#contract/zines.ts'
import { publishOnePage } from '#tests/support/library.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import { readRandomZine } from './surprise.routes.ts'

const site = await openTestApp()
const maker = await site.signUp()

const readSurprise = async (as?: Member) =>
  surprise.response.parse((await site.call({ path: '/api/zines/surprise', as })).body).zine
const randomZineId = async (
  ...args: Parameters<typeof readRandomZine> extends [unknown, ...infer Rest] ? Rest : never
) => (JSON.parse((await readRandomZine(site.pool, ...args)) ?? '{}') as { id?: string }).id

test('without zines none is found, and Surprise me leads home', async () => {
  expect(await readSurprise()).toBeNull()
  expect((await site.app.inject({ url: '/surprise' })).headers).toMatchObject({ location: '/' })
})

test('every zine is chosen equally, whenever it was created, and after the last comes the first', async () => {
  const ids: string[] = []
  for (let n = 0; n < 12; n += 1) ids.push((await publishOnePage(site, maker, `Zine ${n}`)).id)
  const tails = new Map(ids.map((id) => [id.slice(-12), id]))
  const sorted = [...tails.keys()].toSorted()
  const pointBefore = (tail: string) => (BigInt(`0x${tail}`) - 1n).toString(16).padStart(12, '0')
  for (const tail of sorted) {
    expect(await randomZineId(null, tail)).toBe(tails.get(tail))
    expect(await randomZineId(null, pointBefore(tail))).toBe(tails.get(tail))
  }
  expect(await randomZineId(null, 'ffffffffffff')).toBe(tails.get(sorted[0] ?? ''))
  const seenIds = new Set<string | undefined>()
  for (let n = 0; n < 100; n += 1) seenIds.add(await randomZineId(null))
  expect(seenIds.size).toBeGreaterThan(5)
  const zine = await readSurprise(maker)
  expect(ids).toContain(zine?.id)
  const { statusCode, headers } = await site.app.inject({ url: '/surprise' })
  expect(statusCode).toBe(303)
  expect(headers.location).toMatch(/^\/zine\/[-0-9a-f]{36}$/)
  expect(headers['cache-control']).toBe('no-store')
})

test('a member who blocked the creator or hid a zine does not get it', async () => {
  const reader = await site.signUp()
  const ownZine = await publishOnePage(site, reader, 'Own')
  await site.put(`/api/users/${reader.id}/blocks/${maker.id}`, undefined, reader)
  for (let n = 0; n < 20; n += 1) expect((await readSurprise(reader))?.id).toBe(ownZine.id)
  for (let n = 0; n < 20; n += 1) expect(await randomZineId({ id: maker.id, hasExclusions: true })).not.toBe(ownZine.id)
})
