import { execFile, execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '#tests/support/free-port.ts'
import { canMount, mountSmallDisk } from '#tests/support/small-disk.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { readConfig } from './config.ts'
import type { settings } from './settings.ts'

const folder = createTestFolder()
const runModule = async (program: string, args: string[] = [], options = {}) =>
  (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, ...args], options)).stdout

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

test('visits are counted only with a key, by default in Europe and without search texts', () => {
  const { analytics } = readConfig({ DATA_DIR: folder, POSTHOG_HOST: 'https://counting.example' })
  expect(analytics).toBe(undefined)
  const counted = (env: object) => readConfig({ DATA_DIR: folder, POSTHOG_KEY: 'phc_x', ...env }).analytics
  expect(counted({})).toEqual({ key: 'phc_x', host: 'https://eu.i.posthog.com', searchText: false })
  const customHost = { POSTHOG_HOST: 'https://counting.example/', ANALYTICS_SEARCH_TEXT: 'true' }
  expect(counted(customHost)).toEqual({ key: 'phc_x', host: 'https://counting.example', searchText: true })
})

test('the secret is made once and only its owner can read it', async () => {
  const first = readConfig({ DATA_DIR: folder }).secret
  expect(readConfig({ DATA_DIR: folder }).secret).toBe(first)
  expect(first).toHaveLength(64)
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600)
})

const usableFolder = 'a folder that this user can create and write to'
type Env = NodeJS.ProcessEnv

/** What an ordinary user reads with each of these settings. Root could use any folder. */
async function readAsUser(environments: Env[]): Promise<string[]> {
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const program = `
    import { readConfig } from '${import.meta.resolve('./config.ts')}'
    import { assertUsable } from '${import.meta.resolve('./assert-usable.ts')}'
    const check = async (env) => assertUsable(readConfig({ PORT: process.argv[2], ...env }))
    const messages = []
    for (const env of JSON.parse(process.argv[1]))
      messages.push(await check(env).then(() => 'usable', ({ message }) => message))
    console.log(JSON.stringify(messages))`
  return JSON.parse(await runModule(program, [JSON.stringify(environments), String(await findFreePort())], user))
}

test('a folder that an ordinary user cannot use stops the start, with the setting and the way out', async () => {
  const tree = await mkdtemp(join(folder, 'tree-'))
  const at = (...names: string[]) => join(tree, ...names)
  for (const name of ['usable', 'read-only', 'closed/inside/deep']) await mkdir(at(name), { recursive: true })
  await writeFile(at('file'), '')
  await symlink(at('nowhere'), at('link'))
  for (const [name, mode] of Object.entries({ usable: 0o777, 'read-only': 0o555, closed: 0o700, '': 0o755 }))
    await chmod(at(name), mode)

  const denied = '(this user has no access). Give this user access, or choose another folder.'
  const isFile = '(it or a folder above it is a file). Choose another folder.'
  const endings = {
    'closed/inside': denied,
    'closed/inside/deep': denied,
    'closed/none': denied,
    'read-only': denied,
    'read-only/new': denied,
    file: isFile,
    'file/below/it': isFile,
    link: '(it or a folder above it is a link that leads nowhere). Choose another folder.',
    [`usable/${'x'.repeat(300)}`]: '(the name is too long). Choose another folder.',
  }
  const cases = Object.entries(endings).flatMap(([path, ending]) =>
    ['DATA_DIR', 'BACKUP_DIR'].flatMap((name) =>
      // Without the setting SECRET, the data folder is needed earlier.
      [{ SECRET: 'x'.repeat(32) }, {}].map((secret) => ({
        env: { DATA_DIR: at('usable'), [name]: at(path), ...secret },
        message: `Foldout cannot start: ${name} must be ${usableFolder}, not “${at(path)}” ${ending}`,
      })),
    ),
  )
  expect(await readAsUser(cases.map(({ env }) => env))).toEqual(cases.map(({ message }) => message))
  const creatable = { DATA_DIR: at('usable', 'new'), BACKUP_DIR: at('usable', 'backups', 'nightly') }
  expect(await readAsUser([{ ...creatable, SECRET: 'x'.repeat(32) }])).toEqual(['usable'])
  expect(await readdir(at('usable'))).toEqual(['secret'])
})

test.skipIf(!canMount)('a read-only or full disk stops the start, with the setting and the way out', async () => {
  const disk = await mountSmallDisk(1)
  onTestFinished(disk.unmount)
  await chmod(disk.folder, 0o777)
  const start = `Foldout cannot start: DATA_DIR must be ${usableFolder}, not “${disk.folder}”`
  await disk.fillUpTo(0)
  expect(await readAsUser([{ DATA_DIR: disk.folder }])).toEqual([
    `${start} (its disk is full). Free some space, or choose another folder.`,
  ])
  await disk.freeSpace()
  execFileSync('mount', ['-o', 'remount,ro', disk.folder])
  expect(await readAsUser([{ DATA_DIR: disk.folder }])).toEqual([
    `${start} (its disk is read-only). Make the disk writable, or choose another folder.`,
  ])
})

test('a secret that was damaged stops the start, and stays as it is', async () => {
  for (const damaged of ['', 'x'.repeat(31), `\n${' '.repeat(64)}`]) {
    const own = await mkdtemp(join(folder, 'damaged-'))
    await writeFile(join(own, 'secret'), damaged)
    expect(() => readConfig({ DATA_DIR: own })).toThrow(/^Foldout cannot start: .*secret is damaged/)
    expect(await readFile(join(own, 'secret'), 'utf8')).toBe(damaged)
  }
})

test('many processes that start concurrently share one secret and leave nothing else behind', async () => {
  const otherFolder = await mkdtemp(join(folder, 'many-'))
  const program = `import { loadOrCreateSecret } from ${JSON.stringify(import.meta.resolve('./data-folder.ts'))}
    while (Date.now() < Number(process.argv[1]));
    console.log(loadOrCreateSecret(process.argv[2]))`
  const start = String(Date.now() + 1_000)
  const secrets = await Promise.all(Array.from({ length: 8 }, () => runModule(program, [start, otherFolder])))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]?.trim()).toHaveLength(64)
  expect(await readdir(otherFolder)).toEqual(['secret'])
})

const file = join(import.meta.dirname, 'config.ts')
const db = 'postgres://a/x'

const invalid: Record<keyof typeof settings.shape, string[]> = {
  PORT: ['many', '0', '65536', '80.5'],
  HOST: ['not a host', 'http://x'],
  PUBLIC_URL: ['foldout', 'ftp://zines.example', 'https://zines.example/press', 'https://zines.example/?a'],
  DATA_DIR: [file, join(file, 'data')],
  DATABASE_URL: ['mysql://x', 'postgres://a,,b/x'],
  DATABASE_DIRECT_URL: ['x'],
  DATABASE_READ_URL: ['mysql://c/x', 'postgres://b,c/x'],
  S3_BUCKET: ['my zines', 'ab'],
  S3_ENDPOINT: ['store.example'],
  S3_REGION: ['eu central'],
  S3_ACCESS_KEY_ID: ['with\ttab'],
  S3_SECRET_ACCESS_KEY: ['with\ttab'],
  SMTP_URL: [
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://ana:hunter2%@mail.example',
    'smtp://ana:hunter2@mail.example?logger=true',
  ],
  MAIL_FROM: ['nobody', 'Foldout <post@example.org>, <other@example.org>'],
  SECRET: ['short'],
  OLD_SECRETS: [`${'x'.repeat(32)},short`],
  GITHUB_CLIENT_ID: ['with\ttab'],
  GITHUB_CLIENT_SECRET: ['with\ttab'],
  GOOGLE_CLIENT_ID: ['with\ttab'],
  GOOGLE_CLIENT_SECRET: ['with\ttab'],
  OIDC_ISSUER: ['login.example'],
  OIDC_CLIENT_ID: ['with\ttab'],
  OIDC_CLIENT_SECRET: ['with\ttab'],
  OIDC_NAME: ['x'.repeat(41)],
  FEEDBACK_URL: ['javascript:alert(1)'],
  CONTACT_URL: ['hello@zines.example', 'mailto:hello'],
  VERSION_URL: ['http://zines.example/version', 'http://localhost.zines.example/', 'version.txt'],
  POSTHOG_KEY: ['phx_of_a_person'],
  POSTHOG_HOST: ['https://eu.posthog.com', 'https://counting.example/in', "https://x.example; script-src 'none'"],
  ANALYTICS_SEARCH_TEXT: ['yes'],
  TRUST_PROXY: 'maybe yes off 10.0.0 10.0.0.0/33 10.0.0.0/8/8 0.0.0.0/0 -1 1.5 10.0.0.1, true,10.0.0.1'.split(' '),
  LOG_LEVEL: ['loud'],
  MAX_IMAGE_MB: ['0', 'large', '10001'],
  MAX_VIDEO_MB: ['0', 'large', '10001'],
  MEMBER_QUOTA_MB: ['-1', 'much', '100000001'],
  KEEP_FREE_MB: ['-1', 'some', '100000001'],
  RATE_LIMITS: ['true'],
  HSTS_SUBDOMAINS: ['true'],
  OPERATE_WEB: ['true'],
  LONG_ZINE_PAGES: ['4', '65', 'forty'],
  LANGUAGES: ['English', 'en,,es', 'en es'],
  DEFAULT_LANGUAGE: ['English', 'en,es'],
  REPORTS_TO: ['a@b.org,c@d.org'],
  SIGN_UPS: ['nobody'],
  CONFIRM_BEFORE_PUBLISHING: ['yes'],
  SIGN_UP_PROOF: ['on'],
  BACKUP_DIR: [file, join(file, 'nightly')],
  BACKUP_HOUR: ['24', '-1', '3.5', 'night'],
  BACKUP_KEEP: ['0', 'all'],
  METRICS_PORT: ['-1', 'many'],
  METRICS_HOST: ['not a host'],
  WORKERS: ['0', '11', 'two'],
}
const hidden = /SECRET|KEY|DATABASE_|SMTP_URL/

test.each(Object.entries(invalid).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
  '%s cannot be %j, and one sentence says what it can be',
  (name, value) => {
    const env = { DATA_DIR: folder, DATABASE_URL: db, [name]: value }
    const read = () => readConfig(env)
    const quoted = hidden.test(name) ? 'its value is not shown' : `not “${value}”`
    expect(read).toThrow(new RegExp(`^Foldout cannot start: ${name} must be [^\n]+\\.$`))
    expect(read).toThrow(quoted)
    expect(read).not.toThrow(/must be.*must be|Invalid|expected|NaN|ENO|EEXIST|hunter2/)
  },
)

test('each wrong setting has its own message', () => {
  expect(() => readConfig({ DATA_DIR: folder, PORT: 'many', PUBLIC_URL: 'foldout', WORKERS: '0' })).toThrow(
    /^Foldout cannot start: PORT [^\n]*\nPUBLIC_URL [^\n]*\nWORKERS [^\n]*$/,
  )
})

const keysOfS3 = 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'

test.each([
  [{ OIDC_ISSUER: 'https://login.example' }, 'OIDC_ISSUER', 'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET'],
  [{ OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' }, 'OIDC_CLIENT_ID', 'OIDC_ISSUER'],
  [{ GITHUB_CLIENT_ID: 'x' }, 'GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  [{ GOOGLE_CLIENT_SECRET: 'x' }, 'GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
  [{ S3_BUCKET: 'zines' }, 'S3_BUCKET', keysOfS3],
  [{ S3_ENDPOINT: 'https://store.example' }, 'S3_ENDPOINT', `S3_BUCKET and ${keysOfS3}`],
  [{ DATABASE_DIRECT_URL: db }, 'DATABASE_DIRECT_URL', 'DATABASE_URL'],
  [{ DATABASE_READ_URL: db }, 'DATABASE_READ_URL', 'DATABASE_URL'],
])('%j is rejected without the settings it needs', (env, setName, missing) => {
  expect(() => readConfig({ DATA_DIR: folder, ...env })).toThrow(
    `Foldout cannot start: ${setName} is set, so ${missing} must be set as well.`,
  )
})

test('the form behind Contact may be a mail address', () => {
  const CONTACT_URL = 'mailto:hello@zines.example?subject=Hello%20there'
  expect(readConfig({ DATA_DIR: folder, CONTACT_URL }).contactUrl).toBe(CONTACT_URL)
})

test.skipIf(process.getuid?.() !== 0)(
  'unreadable settings or an unreadable secret are an error, not a default (skipped where the user cannot be changed)',
  async () => {
    await writeFile(join(folder, '.env'), 'SIGN_UPS=closed\n', { mode: 0o600 })
    const dataDir = await mkdtemp(join(folder, 'of-root-'))
    await chmod(folder, 0o755)
    await chmod(dataDir, 0o755)
    readConfig({ DATA_DIR: dataDir })
    const stdout = await runModule(`
      import { readConfig } from '${join(import.meta.dirname, 'config.ts')}'
      import { loadDotEnv } from '${join(import.meta.dirname, 'site-config.ts')}'
      process.chdir('${folder}'); process.setgroups([]); process.setuid(65534)
      for (const read of [loadDotEnv, () => readConfig({ DATA_DIR: '${dataDir}' })])
        try { read(); console.log('read') } catch (error) { console.log(error.message) }`)
    expect(stdout).toMatch(
      /^Foldout cannot start: the file \.env in this folder cannot be read\..*\n.*secret cannot be read \(EACCES\)/,
    )
    await rm(join(folder, '.env'))
  },
)
