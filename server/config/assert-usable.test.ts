import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findFreePort } from '#tests/support/free-port.ts'
import { runSite } from '#tests/support/running-site.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { assertUsable } from './assert-usable.ts'
import { readConfig } from './config.ts'

const folder = createTestFolder()
const SECRET = 'x'.repeat(32)
const check = async (env: Record<string, string>) =>
  assertUsable(readConfig({ SECRET, PORT: String(await findFreePort()), ...env }))

test('settings that this machine can use pass, and leave the port free', async () => {
  const PORT = String(await findFreePort())
  await check({ PORT })
  await check({ PORT })
})

test.each([
  [{ HOST: 'not.a.host' }, /^Foldout cannot start: HOST must be an address of this machine.*not “not.a.host”/],
  [{ HOST: '8.8.8.8' }, /^Foldout cannot start: HOST must be .*not “8.8.8.8”/],
  [{ METRICS_PORT: '0', METRICS_HOST: '8.8.8.8' }, /^Foldout cannot start: METRICS_HOST must be .*not “8.8.8.8”/],
])('%j is rejected with a message', async (env, message) => {
  await expect(check(env)).rejects.toThrow(message)
})

test('one port for the site and its metrics is rejected', async () => {
  const PORT = String(await findFreePort())
  await expect(check({ PORT, METRICS_PORT: PORT })).rejects.toThrow(
    `Foldout cannot start: port ${PORT} is in use. Choose another with the setting METRICS_PORT.`,
  )
  await check({ PORT })
})

test.each(['PORT', 'METRICS_PORT'])('a %s that is in use is rejected before the database is opened', async (name) => {
  const busyServer = createServer().listen(0, '127.0.0.1')
  await once(busyServer, 'listening')
  const { port } = busyServer.address() as AddressInfo
  const DATA_DIR = join(folder, name)
  const site = await runSite({ DATA_DIR, SECRET, [name]: String(port) })
  expect(await site.ended).toBe(1)
  expect(site.output.err.trim().split('\n').at(-1)).toBe(
    `Foldout cannot start: port ${port} is in use. Choose another with the setting ${name}.`,
  )
  expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(false)
  busyServer.close()
})

test('a folder for backups is tried at its path, and left as it was', async () => {
  await check({ BACKUP_DIR: join(folder, 'below', 'it') })
  expect(existsSync(join(folder, 'below'))).toBe(false)
})

test.runIf(existsSync('/proc/self'))(
  'a folder that even root cannot create is rejected, with its full path',
  async () => {
    await expect(check({ BACKUP_DIR: '/proc/backups/nightly' })).rejects.toThrow(
      /^Foldout cannot start: BACKUP_DIR must be a folder .*, not “\/proc\/backups\/nightly” \([^)]+\)\. Choose another folder\.$/,
    )
  },
)
