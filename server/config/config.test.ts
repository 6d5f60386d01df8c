import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foldout-config-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('without any setting everything has a value, and a blank setting is no setting', () => {
  const config = readConfig({ DATA_DIR: folder, PORT: '', S3_BUCKET: ' ' })
  expect(config).toMatchObject({
    port: 3000,
    publicUrl: 'http://localhost:3000',
    s3: undefined,
    maxImageMb: 20,
    workers: 1,
  })
})

test('visits are counted only with a key, in Europe and without what people search for unless it is set', () => {
  const { analytics } = readConfig({ DATA_DIR: folder, POSTHOG_HOST: 'https://counting.example' })
  expect(analytics).toBe(undefined)
  const counted = (env: object) => readConfig({ DATA_DIR: folder, POSTHOG_KEY: 'phc_x', ...env }).analytics
  expect(counted({})).toEqual({ key: 'phc_x', host: 'https://eu.i.posthog.com', searchText: false })
  const own = { POSTHOG_HOST: 'https://counting.example/', ANALYTICS_SEARCH_TEXT: 'true' }
  expect(counted(own)).toEqual({ key: 'phc_x', host: 'https://counting.example', searchText: true })
})

test('the secret is made once and only its owner can read it', async () => {
  const first = readConfig({ DATA_DIR: folder }).secret
  expect(readConfig({ DATA_DIR: folder }).secret).toBe(first)
  expect(first).toHaveLength(64)
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600)
})

test('a folder of data that cannot be written stops the start, with its name', async () => {
  const own = await mkdtemp(join(tmpdir(), 'foldout-read-only-'))
  await writeFile(join(own, 'secret'), 'x'.repeat(64), { mode: 0o444 })
  await chmod(own, 0o555)
  const program = `import { keptSecret } from ${JSON.stringify(import.meta.resolve('./kept-secret.ts'))}
    keptSecret(process.argv[1])`
  // Root may write everywhere.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const started = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, own], user)
  await expect(started).rejects.toThrow(`the folder ${own} cannot be written (EACCES)`)
  await rm(own, { recursive: true })
})

test('a secret that was damaged stops the start, and stays as it is', async () => {
  for (const damaged of ['', 'x'.repeat(31), `\n${' '.repeat(64)}`]) {
    const own = await mkdtemp(join(folder, 'damaged-'))
    await writeFile(join(own, 'secret'), damaged)
    expect(() => readConfig({ DATA_DIR: own })).toThrow(/^Foldout cannot start: .*secret is damaged/)
    expect(await readFile(join(own, 'secret'), 'utf8')).toBe(damaged)
  }
})

test('of many processes that start at once all have the same secret, and nothing else is left behind', async () => {
  const own = await mkdtemp(join(folder, 'many-'))
  const program = `import { keptSecret } from ${JSON.stringify(import.meta.resolve('./kept-secret.ts'))}
    while (Date.now() < Number(process.argv[1]));
    console.log(keptSecret(process.argv[2]))`
  const start = String(Date.now() + 1_000)
  const secrets = await Promise.all(
    Array.from({ length: 8 }, () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, start, own]),
    ),
  )
  expect(new Set(secrets.map(({ stdout }) => stdout)).size).toBe(1)
  expect(secrets[0]?.stdout.trim()).toHaveLength(64)
  expect(await readdir(own)).toEqual(['secret'])
})

const badHour = 'BACKUP_HOUR is not valid (must be a whole hour of UTC, from 0 to 23)'
const one = 'DATABASE_READ_URL.0 is not valid (names one server at each address'

test.each([
  [{ PORT: 'many' }, 'PORT'],
  [{ PUBLIC_URL: 'foldout' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://zines.example/press' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://zines.example/?a' }, 'PUBLIC_URL'],
  [{ CONTACT_URL: 'hello@zines.example' }, 'CONTACT_URL'],
  [{ CONTACT_URL: 'mailto:hello' }, 'CONTACT_URL'],
  [{ FEEDBACK_URL: 'javascript:alert(1)' }, 'FEEDBACK_URL'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://a/x', DATABASE_READ_URL: 'postgres://b/x, mysql://c/x' }, 'DATABASE_READ_URL'],
  [{ DATABASE_READ_URL: 'postgres://b/x' }, 'needs DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://a/x', DATABASE_READ_URL: 'postgres://b/x?target_session_attrs=standby' }, one],
  [{ DATABASE_URL: 'postgres://a/x', DATABASE_READ_URL: 'postgres://b/x?target_session_attrs=primary' }, one],
  [{ MAX_REPLICA_LAG_S: '0' }, 'MAX_REPLICA_LAG_S'],
  [{ MAX_REPLICA_LAG_S: '6' }, 'MAX_REPLICA_LAG_S'],
  [{ SECRET: 'short' }, 'SECRET'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ POSTHOG_KEY: 'phx_of_a_person' }, 'POSTHOG_KEY'],
  [{ POSTHOG_KEY: 'phc_x', POSTHOG_HOST: 'https://eu.posthog.com' }, 'POSTHOG_HOST'],
  [{ POSTHOG_KEY: 'phc_x', POSTHOG_HOST: 'https://counting.example/in' }, 'POSTHOG_HOST'],
  [{ POSTHOG_KEY: 'phc_x', POSTHOG_HOST: "https://counting.example; script-src 'none'" }, 'POSTHOG_HOST'],
  [{ POSTHOG_KEY: 'phc_x', ANALYTICS_SEARCH_TEXT: 'yes' }, 'ANALYTICS_SEARCH_TEXT'],
  [{ BACKUP_HOUR: '24' }, badHour],
  [{ BACKUP_HOUR: '-1' }, badHour],
  [{ BACKUP_HOUR: '3.5' }, badHour],
  [{ BACKUP_HOUR: 'night' }, badHour],
  [{ WORKERS: '0' }, 'WORKERS'],
  [{ WORKERS: '11' }, 'WORKERS'],
  [{ S3_BUCKET: 'zines' }, 'S3_ACCESS_KEY_ID'],
])('%j stops the start with a message that names the setting', (env, name) => {
  expect(() => readConfig({ DATA_DIR: folder, ...env })).toThrow(name)
})

test('replicas are named with blanks or commas between, and without any there are no settings of them', () => {
  const env = { DATA_DIR: folder, DATABASE_URL: 'postgres://a/x' }
  const urls = ['postgres://b/x', 'postgres://c:5433/x?user=site']
  for (const apart of [' ', ',', ', ', '\n'])
    expect(readConfig({ ...env, DATABASE_READ_URL: urls.join(apart) }).replicas).toEqual({ urls, maxLagS: 2 })
  expect(readConfig({ ...env, MAX_REPLICA_LAG_S: '1' }).replicas).toBeUndefined()
})

test('the form behind Contact may be a mail address', () => {
  const CONTACT_URL = 'mailto:hello@zines.example?subject=Hello%20there'
  expect(readConfig({ DATA_DIR: folder, CONTACT_URL }).contactUrl).toBe(CONTACT_URL)
})

test('a wrong setting is named without its value', () => {
  expect(() => readConfig({ DATA_DIR: folder, DATABASE_URL: 'mysql://root:hunter2@db' })).toThrow(
    /^(?!.*hunter2)/,
  )
})

test.skipIf(process.getuid?.() !== 0)(
  'settings and a secret that may not be read are no absent ones (skipped where nobody can become another user)',
  async () => {
    await writeFile(join(folder, '.env'), 'SIGN_UPS=closed\n', { mode: 0o600 })
    const dataDir = await mkdtemp(join(tmpdir(), 'foldout-of-root-'))
    await chmod(folder, 0o755)
    await chmod(dataDir, 0o755)
    readConfig({ DATA_DIR: dataDir })
    const script = `process.chdir('${folder}'); process.setgroups([]); process.setuid(65534);
      for (const read of [loadDotEnv, () => readConfig({ DATA_DIR: '${dataDir}' })])
        try { read(); console.log('read') } catch (error) { console.log(error.message) }`
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '-e',
      `
      import { readConfig } from '${join(import.meta.dirname, 'config.ts')}'
      import { loadDotEnv } from '${join(import.meta.dirname, 'dot-env.ts')}'
      ${script}`,
    ])
    expect(stdout).toMatch(
      /^Foldout cannot start: the settings in \.env .* cannot be read\..*\n.*secret cannot be read \(EACCES\)/,
    )
    await rm(join(folder, '.env'))
    await rm(dataDir, { recursive: true })
  },
)
