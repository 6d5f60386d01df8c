import { execFile } from 'node:child_process'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { removeDataFolder } from '#tests/support/data-folder.ts'
import { registerAt } from '#tests/support/registration.ts'
import { runSite } from '#tests/support/running-site.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'foldout-admin-'))
const site = await runSite({ DATA_DIR: dataDir })
afterAll(async () => {
  await site.end()
  await removeDataFolder(dataDir)
})

const command = new URL('./admin-main.ts', import.meta.url).pathname
const admin = (...argv: string[]) =>
  promisify(execFile)(process.execPath, [command, ...argv], { env: { ...process.env, DATA_DIR: dataDir } })

test('an operator signs a member out while the site is running, and gets an error for what cannot be done', async () => {
  const { cookie } = await registerAt(site.address, 'ana')
  const status = async () => (await fetch(`${site.address}/api/auth/session`, { headers: { cookie } })).status
  expect(await status()).toBe(200)
  expect(await admin('member', 'sign-out', 'Ana')).toEqual({
    stdout: 'ana is signed out on all devices.\n',
    stderr: '',
  })
  expect(await status()).toBe(401)
  const [verified] = await Promise.all([
    admin('verify'),
    expect(admin('member', 'show', 'nobody_here')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'No member is called nobody_here.\n',
    }),
  ])
  expect(verified.stdout).toMatch(/^No problems found\./)
})

test('commands that take long print their result as one line of JSON, while the site is running', async () => {
  const json = async (...argv: string[]) => JSON.parse((await admin(...argv, '--json')).stdout)
  const backups = join(dataDir, 'backups')
  const { says, name, rows, missing } = await json('backup', backups, '--keep', '1')
  expect(says).toMatch(`The backup ${name} is made: ${rows.toLocaleString('en')} rows`)
  expect(missing).toEqual([])
  expect(await readdir(backups)).toContain(name)
  expect(await json('search:rebuild')).toEqual({ says: 'The search index was rebuilt.' })
  await expect(admin('restore', backups, 'none', '--json')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^\{"error":"none is not the name of a backup\."\}\n$/),
  })
})
