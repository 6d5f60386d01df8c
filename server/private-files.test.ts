import { spawnSync } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { chmod, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DraftDocument } from '#contract/documents.ts'
import type { Draft } from '#contract/drafts.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { removeDataFolder } from '#tests/support/data-folder.ts'
import { type RunningSite, runSite } from '#tests/support/running-site.ts'
import { sendUpload } from '#tests/support/send-upload.ts'
import type { Member } from '#tests/support/test-app.ts'
import { numberedPages } from './documents/pdf.testing.ts'

/** Only the user who runs the site can read files that `npm start` and the commands write. */

const isRoot = process.getuid?.() === 0
const slow = { timeout: 180_000 }
/** The usual umask, independent of the environment of the tests. */
const usualUmask = ['--import', 'data:text/javascript,process.umask(0o022)']
const sitePath = resolve(import.meta.dirname, '../tests/support/site-without-pages.ts')

let home: string
let dataDir: string
let site: RunningSite
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'foldout-private-'))
  await chmod(home, 0o755)
  dataDir = join(home, 'new', 'data')
  site = await start()
}, 120_000)
afterAll(async () => {
  await site.end()
  await removeDataFolder(dataDir)
  await rm(home, { recursive: true, force: true })
})

const start = () => runSite({ DATA_DIR: dataDir }, [...usualUmask, sitePath])

async function stop() {
  site.signal('SIGTERM')
  await site.ended
}

/** Paths in a folder that other users of the machine have any permission for, with their modes. */
async function listReadableByOthers(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...entries.map(({ parentPath, name }) => join(parentPath, name))]
  const modes = await Promise.all(paths.map(async (path) => [path, await lstat(path)] as const))
  return modes
    .filter(([_path, stats]) => !stats.isSymbolicLink() && (stats.mode & 0o077) !== 0)
    .map(([path, { mode }]) => `${relative(home, path)} ${(mode & 0o777).toString(8)}`)
}

/** On a site run by root, PostgreSQL's user can pass through the data folder but not list it. */
const expectedPassage = () => (isRoot ? [`${relative(home, dataDir)} 711`] : [])

async function call<Body>(path: string, { as, ...options }: { as?: Member; method?: string; body?: object } = {}) {
  const response = await fetch(site.address + path, {
    method: options.method ?? (options.body ? 'POST' : 'GET'),
    headers: { 'content-type': 'application/json', ...(as && { cookie: as.cookie }) },
    ...(options.body && { body: JSON.stringify(options.body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`)
  return { body: JSON.parse(text) as Body, cookies: response.headers.getSetCookie() }
}

async function signUp(): Promise<Member> {
  const person = { username: 'Wren', email: 'wren@example.org', password: 'correct horse' }
  const { body, cookies } = await call<{ user: { id: string } }>('/api/auth/sign-up/email', { body: person })
  return { ...person, id: body.user.id, cookie: cookies.map((line) => line.split(';')[0]).join('; ') }
}

/** A draft with a processed PDF, a picture, and an unfinished upload. */
async function createPrivateData(as: Member) {
  const { body: draftResponse } = await call<{ draft: Draft }>('/api/drafts', { as, body: { content: {} } })
  const uploadId = (await sendUpload(site.address, as, await numberedPages(1))).split('/').at(-1)
  const path = `/api/drafts/${draftResponse.draft.id}/documents`
  const { body: added } = await call<{ document: DraftDocument }>(path, { as, body: { uploadId } })
  const base64String = `data:image/png;base64,${fixture('see-through.png').toString('base64')}`
  await call('/api/upload-zine-media', { as, body: { base64String } })
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '1000', cookie: as.cookie }
  await fetch(`${site.address}/api/uploads`, { method: 'POST', headers })
  const state = async () =>
    (await call<{ document: DraftDocument }>(`/api/documents/${added.document.id}`, { as })).body.document.state
  while (['waiting', 'reading'].includes(await state())) await sleep(200)
  expect(await state()).toBe('done')
}

function command(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...usualUmask, resolve(program), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    encoding: 'utf8',
  })
  expect(status, stdout + stderr).toBe(0)
}

test('a site started with umask 022 writes files that only its user can read', slow, async () => {
  await createPrivateData(await signUp())
  const folders = await readdir(dataDir)
  expect(folders).toEqual(expect.arrayContaining(['documents', 'media', 'postgres', 'uploads']))
  expect(lstatSync(join(dataDir, 'postgres')).isSymbolicLink()).toBe(false)
  expect(await listReadableByOthers(dataDir)).toEqual(expectedPassage())
})

test('so do the commands that back it up, restore it and act on it', slow, async () => {
  await mkdir(join(dataDir, 'pages'), { mode: 0o700, recursive: true })
  const [backups, exported] = [join(home, 'backups'), join(home, 'wren.zip')]
  command('server/admin/admin-main.ts', 'backup', backups)
  command('server/admin/admin-main.ts', 'member', 'export', 'Wren', exported)
  expect(await listReadableByOthers(backups)).toEqual([])
  expect((await lstat(exported)).mode & 0o077).toBe(0)
  const first = dataDir
  dataDir = join(home, 'restored', 'data')
  command('server/admin/admin-main.ts', 'restore', backups)
  expect(await listReadableByOthers(dataDir)).toEqual(expectedPassage())
  dataDir = first
})

test('folders that an earlier version left open are closed by the next start', slow, async () => {
  await stop()
  for (const folder of ['documents', 'media', 'uploads']) await chmod(join(dataDir, folder), 0o755)
  site = await start()
  expect(await listReadableByOthers(dataDir)).toEqual(expectedPassage())
})
