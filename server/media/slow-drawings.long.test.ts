import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fixture } from '#tests/fixtures/fixture.ts'
import { changeUntilFinished } from '#tests/support/change-until-finished.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp()

async function uploadFile(name: string, as: Member) {
  const body = { base64String: fixture(name).toString('base64') }
  return site.post<{ error: string }>('/api/upload-zine-media', body, as)
}

async function countDecoders() {
  const names = await readdir(join(site.dataDir, 'media'), { recursive: true }).catch(() => [])
  return names.filter((name) => /decode-[^/]+$/.test(name)).length
}

test('slow drawings of two members do not delay another member’s picture, and end', async () => {
  const [ana, ben, cem] = [await site.signUp(), await site.signUp(), await site.signUp()]
  // Longer than another member's picture can take here, but short enough to wait for.
  changeUntilFinished(site.media.limits, { svgMs: 2_000 })
  const finished: string[] = []
  const slowUploads = [ana, ana, ben, ben].map(async (member) => {
    const { status, body } = await uploadFile('endless.svg', member)
    finished.push('slow')
    return [status, body.error]
  })
  await expect.poll(countDecoders).toBeGreaterThan(0)
  const picture = await uploadFile('wide.webp', cem)
  expect([picture.status, finished]).toEqual([200, []])
  for (const answer of await Promise.all(slowUploads))
    expect(answer).toEqual([400, expect.stringContaining('This file is too complex')])
})

test('slow drawings of three members delay another member’s drawing by a turn each, not until they end', async () => {
  const members = await Promise.all(['d', 'e', 'f'].map((letter) => site.signUp(`slow${letter}`)))
  const honest = await site.signUp('honest')
  changeUntilFinished(site.media.limits, { svgMs: 6_000 })
  const finished: number[] = []
  const slowUploads = members.map(async (member) => {
    const { status } = await uploadFile('endless.svg', member)
    finished.push(status)
  })
  await expect.poll(countDecoders).toBeGreaterThan(0)
  expect((await uploadFile('drawing.svg', honest)).status).toBe(200)
  // One drawing at a time has the slot for long ones, where it takes at least two turns.
  expect(finished.length).toBeLessThan(3)
  await Promise.all(slowUploads)
  expect(finished).toEqual([400, 400, 400])
})
