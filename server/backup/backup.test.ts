import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixture } from '#tests/fixtures/fixture.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { emptyPlace } from './site-to-restore.testing.ts'

let site: TestApp
let folder: string
let ana: Member
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foldout-backup-'))
  site = await startTestApp()
  ana = await site.signUp('Ana')
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

test('first', async () => {
  const body = { base64String: fixture('photo.avif').toString('base64') }
  const { url } = (
    await site.call<{ url: string }>({ method: 'POST', path: '/api/upload-zine-media', body, as: ana })
  ).body
  const zine = { title: 'Kept', aspectRatio: '4:5', mediaFiles: [url] }
  await site.call({ method: 'POST', path: '/api/zines', body: zine, as: ana })
  const { config, pool } = site
  const made = await makeBackup({ config, pool, folder, onStep: console.info })
  console.info(made)
  const place = await emptyPlace()
  console.info(await restoreBackup({ config: place.config(), folder, onStep: console.info }))
  const again = await startTestApp({ databaseUrl: place.databaseUrl, settings: { DATA_DIR: place.dataDir } })
  const [one, two] = await Promise.all([site, again].map((s) => s.call({ path: '/api/zines' })))
  expect(two!.text).toBe(one!.text)
  expect((await again.call({ path: url })).status).toBe(200)
  expect((await again.call({ path: '/api/auth/user', as: ana })).status).toBe(200)
  await again.close()
  await place.remove()
})
