import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixture } from '#tests/fixtures/fixture.ts'
import { removeDataFolder } from '#tests/support/data-folder.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { installPackedFoldout, manifestOf, type PackedFoldout } from '#tests/support/packed-foldout.ts'
import { sendUpload } from '#tests/support/send-upload.ts'

let packed: PackedFoldout
let site: ChildProcess
let cwd: string
let address: string
let installedFiles: Map<string, number>
let output = ''

beforeAll(async () => {
  packed = await installPackedFoldout()
  installedFiles = modifiedTimes(packed.package)
  cwd = packed.emptyFolder('an empty folder')
  const port = String(await findFreePort())
  address = `http://127.0.0.1:${port}`
  site = packed.start(cwd, { PORT: port })
  for (const stream of [site.stdout, site.stderr])
    stream?.on('data', (text) => {
      output += text
    })
  const ended = once(site, 'close')
  while (!output.includes('Foldout is open') && site.exitCode === null)
    await Promise.race([once(site.stdout as NodeJS.ReadableStream, 'data'), ended])
}, 300_000)
afterAll(async () => {
  if (site?.exitCode === null) {
    site.kill('SIGKILL')
    await once(site, 'close')
  }
  if (cwd) await removeDataFolder(join(cwd, 'data'))
  await packed?.remove()
})

/** Every file of the package with its modification time. */
const modifiedTimes = (folder: string) =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, statSync(path).mtimeMs]),
  )

const loggedErrors = () => output.split('\n').filter((line) => line.includes('"level":50'))

const post = async (path: string, body: object, cookie = '') => {
  const headers = { 'content-type': 'application/json', cookie }
  const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, cookies: response.headers.getSetCookie(), body: await response.json() }
}

test('the archive contains the program as JavaScript and the files that its documents link to, but no tests, trials or sources of the demo', () => {
  const names = execFileSync('tar', ['tzf', packed.archive]).toString().trim().split('\n')
  const read = (path: string) => execFileSync('tar', ['xzOf', packed.archive, `package/${path}`]).toString()
  const linked = ['README.md', 'docs/operations.md', 'docs/import.md'].flatMap((path) =>
    [...read(path).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => join(dirname(path), target)),
  )
  const needed = [
    'LICENSE',
    'npm-shrinkwrap.json',
    'dist/app/server/main.js',
    'packaging/nginx.conf',
    'packaging/maintenance.html',
    'packaging/Containerfile',
    'packaging/foldout.service',
    'packaging/cluster/haproxy.cfg',
    'packaging/grafana/foldout-dashboard.json',
    'packaging/prometheus/foldout-alerts.yml',
  ]
  expect(names).toEqual(expect.arrayContaining([...linked, ...needed].map((name) => `package/${name}`)))
  expect(names.filter((name) => /\.tsx?$|\.(test|testing|spec)\./.test(name))).toEqual([])
  const folders = new Set(names.map((name) => name.split('/')[1]))
  expect(folders.intersection(new Set(['tests', 'trials', 'web']))).toEqual(new Set())
  const [, documentedMb] = /foldout-VERSION\.tgz`, about\s+(\d+) MB/.exec(read('docs/operations.md')) ?? []
  const megabytes = statSync(packed.archive).size / 1024 ** 2
  expect(Number(documentedMb) / megabytes).toBeGreaterThan(0.9)
  expect(Number(documentedMb) / megabytes).toBeLessThan(1.1)
})

test('all users can read the files in the archive and only the command is executable, whatever the umask was', () => {
  const lines = execFileSync('tar', ['tvzf', packed.archive]).toString().trim().split('\n')
  expect(lines.filter((line) => !line.startsWith('-rw-r--r--'))).toEqual([
    expect.stringMatching(/^-rwxr-xr-x .* package\/dist\/app\/bin\/foldout\.js$/),
  ])
})

test('packing touches nothing of the project, so that it may be cut off, and leaves nothing behind', () => {
  expect(manifestOf(packed.copy)).toEqual(packed.before)
  for (const name of ['npm-shrinkwrap.json', 'dist/app', 'dist/archive'])
    expect(existsSync(join(packed.copy, name))).toBe(false)
})

test('every library has the version that was tested, and the pages brought theirs', () => {
  type Lock = { packages: Record<string, { version: string }> }
  const { packages: tested }: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const shrinkwrap = readFileSync(join(packed.package, 'npm-shrinkwrap.json'), 'utf8')
  const { '': _itself, ...locked } = (JSON.parse(shrinkwrap) as Lock).packages
  for (const [path, { version }] of Object.entries(locked)) {
    expect([path, version]).toEqual([path, tested[path]?.version])
    const manifest = join(packed.package, path, 'package.json')
    const isNested = path.lastIndexOf('node_modules/') > 0
    if (!isNested && existsSync(manifest))
      expect([path, JSON.parse(readFileSync(manifest, 'utf8')).version]).toEqual([path, version])
  }
  for (const name of ['vite', 'react', 'radix-ui', 'lucide-react'])
    expect(existsSync(join(packed.package, 'node_modules', name))).toBe(false)
})

test('the command prints its version and its subcommands, with the system’s Node and a new one', async () => {
  for (const nodePath of ['', process.execPath]) {
    const printed = await packed.foldout(['--version'], { nodePath })
    // The copy that was packed is no clone, so its version has the time instead of the commit.
    expect([printed.code, printed.output.replace(/\d{14}/, 'TIME')]).toEqual([0, `${packed.version}+TIME\n`])
    const { code, output } = await packed.foldout(['strat'], { nodePath })
    expect([code, output.split('\n')[0]]).toEqual([1, 'There is no command strat.'])
    expect(output).toMatch(/^ {2}start /m)
  }
})

test('in an empty folder it opens the pages, and builds nothing', async () => {
  expect(output).not.toContain('Building')
  const page = await (await fetch(address)).text()
  const [, script = ''] = /<script[^>]+src="(\/assets\/[^"]+)"/.exec(page) ?? []
  const file = await fetch(address + script, { headers: { 'accept-encoding': 'br' } })
  expect([file.status, file.headers.get('content-encoding')]).toEqual([200, 'br'])
  expect(readdirSync(join(cwd, 'data'))).toContain('postgres')
})

test('pictures, videos and PDFs are decoded in the sandbox, with the installed libraries', async () => {
  const account = { email: 'ana@example.org', password: 'correct horse', username: 'ana' }
  const signUp = await post('/api/auth/sign-up/email', account)
  expect(signUp.status).toBe(200)
  const cookie = signUp.cookies.map((each) => each.split(';')[0]).join('; ')
  const ana = { id: signUp.body.user.id, ...account, cookie }
  const send = async (bytes: Buffer) => (await sendUpload(address, ana, bytes)).split('/').at(-1) ?? ''
  for (const name of ['photo.avif', 'drawing.svg', 'clip.mp4']) {
    const uploaded = await post(`/api/uploads/${await send(await fixture(name))}/media`, {}, cookie)
    expect([name, uploaded.status, loggedErrors()]).toEqual([name, 200, []])
  }
  const content = { title: 'Moths', description: '', aspectRatio: '4:5', pages: [] }
  const draft = { id: crypto.randomUUID(), content }
  expect((await post('/api/drafts', draft, cookie)).status).toBe(201)
  const uploadId = await send(readFileSync('demo/library-fines-booklet.pdf'))
  const { body } = await post(`/api/drafts/${draft.id}/documents`, { uploadId }, cookie)
  const path = `${address}/api/documents/${body.document.id}`
  const readState = async () => (await (await fetch(path, { headers: { cookie } })).json()).document.state
  // PDFs are read at low priority, so a busy machine delays the result.
  await expect.poll(readState, { interval: 200, timeout: 150_000 }).toBe('done')
})

test('commands use the database of the running site', async () => {
  const rebuilt = await packed.foldout(['search:rebuild'], { cwd })
  expect(rebuilt.output).toContain('The search index was rebuilt.')
})

test('a signal ends it in order, and nothing was written into the package', async () => {
  site.kill('SIGTERM')
  expect((await once(site, 'close'))[0]).toBe(0)
  expect(existsSync(join(cwd, 'data/postgres/postmaster.pid'))).toBe(false)
  expect(modifiedTimes(packed.package)).toEqual(installedFiles)
  const migrated = { code: 0, output: 'The database is at the newest schema.\n' }
  expect(await packed.foldout(['migrate'], { cwd })).toEqual(migrated)
})

test('data cannot be stored in the package, because the next version would replace it', async () => {
  const env = { DATA_DIR: join(packed.package, 'data') }
  const { code, output } = await packed.foldout(['migrate'], { env })
  expect([code, output]).toEqual([1, expect.stringContaining('inside the installed package')])
})
