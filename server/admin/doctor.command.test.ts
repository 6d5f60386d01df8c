import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { removeDataFolder } from '#tests/support/data-folder.ts'
import { startMailbox } from '#tests/support/mailbox.ts'
import { runSite } from '#tests/support/running-site.ts'
import { createEmptyDatabase, databaseUrlOf } from '#tests/support/test-database.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'foldout-doctor-'))
const cwd = await mkdtemp(join(tmpdir(), 'foldout-doctor-cwd-'))
const mailbox = await startMailbox({ login: { user: 'ana', pass: 'hunter2' } })
const settings = { DATA_DIR: dataDir, SMTP_URL: mailbox.url, MAIL_FROM: 'post@localhost', RATE_LIMITS: 'on' }
const site = await runSite(settings)
afterAll(async () => {
  await site.end()
  await mailbox.close()
  await removeDataFolder(dataDir)
  await rm(cwd, { recursive: true })
})

type Output = { code: number; out: string; err: string }

function doctor(changes: Record<string, string> = {}, ...args: string[]) {
  const env = { ...process.env, ...settings, PORT: site.port, ...changes }
  const program = [resolve('bin/foldout.ts'), 'doctor', ...args]
  return new Promise<Output>((done) =>
    execFile(process.execPath, program, { cwd, env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    ),
  )
}

async function statesOf(changes: Record<string, string> = {}) {
  const { code, out } = await doctor(changes, '--json')
  const { says, passed, ...findings } = JSON.parse(out) as Record<string, { state: string }>
  return { code, states: Object.fromEntries(Object.entries(findings).map(([name, { state }]) => [name, state])) }
}

const healthy = {
  settings: 'ok',
  site: 'ok',
  database: 'ok',
  disk: 'ok',
  clock: 'ok',
  publicAddress: 'ok',
  proxies: 'ok',
  uploads: 'ok',
  mailServer: 'ok',
  spf: 'not checked',
  dkim: 'not checked',
  dmarc: 'not checked',
  backups: 'warning',
}

test('a healthy site passes: one line per check, without secrets', async () => {
  expect(await statesOf()).toEqual({ code: 0, states: healthy })
  const { code, out, err } = await doctor()
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^settings +ok: The site is http:\/\/localhost:\d+/)
  expect(out).toMatch(/^backups +warning: BACKUP_DIR is not set, so there are no nightly backups\.\n/m)
  expect(out).toMatch(/\nProblems: 0\. Warnings: 1\.\n$/)
  expect(out).not.toContain('hunter2')
  expect(out).not.toContain(await readFile(join(dataDir, 'secret'), 'utf8'))
})

test('what is broken is a problem, and the exit code is 1', async () => {
  const other = await createEmptyDatabase()
  const broken = {
    SMTP_URL: mailbox.url.replace('hunter2', 'wrong'),
    PUBLIC_URL: 'http://127.0.0.1:1',
    KEEP_FREE_MB: '100000000',
    DATABASE_URL: databaseUrlOf(other),
  }
  expect(await statesOf(broken)).toEqual({
    code: 1,
    states: {
      ...healthy,
      site: 'problem',
      database: 'problem',
      disk: 'problem',
      publicAddress: 'problem',
      proxies: 'not checked',
      uploads: 'not checked',
      mailServer: 'problem',
    },
  })
})

test('servers that do not respond delay no other check', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`
  const states = await statesOf({
    SMTP_URL: `smtp://${host}`,
    DATABASE_URL: `postgres://foldout@${host}/foldout`,
    PUBLIC_URL: `http://${host}`,
  })
  silent.close()
  const failed = { database: 'problem', clock: 'not checked', mailServer: 'problem', publicAddress: 'problem' }
  const skipped = { proxies: 'not checked', uploads: 'not checked' }
  expect(states).toEqual({ code: 1, states: { ...healthy, ...failed, ...skipped } })
})

test('settings that cannot be read are the only problem', async () => {
  expect(await doctor({ BACKUP_HOUR: '25' })).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^settings {2}problem: BACKUP_HOUR must be .*\n(.*\n)+Problems: 1\. Warnings: 0\.\n$/),
  })
  expect(await statesOf({ DATA_DIR: cwd })).toEqual({ code: 1, states: { settings: 'problem' } })
})

test('while the site is stopped, what does not need it is checked', async () => {
  site.signal('SIGTERM')
  await site.ended
  const stopped = { site: 'warning', publicAddress: 'not checked', proxies: 'not checked', uploads: 'not checked' }
  expect(await statesOf()).toEqual({ code: 0, states: { ...healthy, ...stopped } })
  const unreachable = { DATABASE_URL: 'postgres://foldout:secret@127.0.0.1:1/foldout' }
  const { code, out } = await doctor(unreachable)
  expect([code, out]).toEqual([1, expect.stringContaining('ECONNREFUSED')])
  expect(out).not.toContain('secret@')
})
