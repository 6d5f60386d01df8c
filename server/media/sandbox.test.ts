import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { readerFiles } from '#server/documents/run-pdf-reader.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import type { Attack, AttackResult } from './decode/hostile-process.testing.ts'
import { buildCommand } from './sandbox.ts'

const isRoot = process.getuid?.() === 0
const project = join(import.meta.dirname, '../..')
const program = join(import.meta.dirname, 'decode', 'hostile-process.testing.ts')
const secret = 'nobody is to know'
const dataDir = createTestFolder()
const files = ['secret', 'private.png', 'public.png'].map((name) => join(dataDir, name))
const [secretFile = '', privatePicture = '', publicPicture = ''] = files
await writeFile(secretFile, secret, { mode: 0o600 })
await writeFile(privatePicture, fixture('see-through.png'), { mode: 0o600 })
await writeFile(publicPicture, fixture('see-through.png'), { mode: 0o644 })
const listener = createServer((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'))
await once(listener.listen(0, '127.0.0.1'), 'listening')
afterAll(() => listener.close())
const { port } = listener.address() as AddressInfo

type Attempts = [Attack, string][]
type Sandbox = Partial<Parameters<typeof buildCommand>[0]>

async function runHostile(attempts: Attempts, { keepsRoot = false, isSandboxed = true, sandbox = {} as Sandbox } = {}) {
  const argument = JSON.stringify({ attacks: attempts, keepsRoot })
  const { command, args, env } = isSandboxed
    ? buildCommand({ program, argument, maxFileKb: 1024, ...sandbox })
    : { command: process.execPath, args: [program, argument], env: process.env }
  const { stdout } = await promisify(execFile)(command, args, { env })
  return JSON.parse(stdout) as AttackResult[]
}

const attemptsBlockedFor = (name: string): Attempts => [
  ['read', '/etc/passwd'],
  ['read', secretFile],
  ['read', join(project, 'README.md')],
  ['read', join(project, 'server/config/config.ts')],
  ['read', `${project}/node_modules/../README.md`],
  ['list', dataDir],
  ['list', project],
  ['write', join(dataDir, 'written')],
  ['link', join(dataDir, `link of a ${name}`)],
  ['run', '/bin/sh'],
  ['startThread', ''],
  ['connect', String(port)],
  ['fetch', String(port)],
  ['resolve', 'localhost'],
  ['readEnvironment', secret],
]
/** A reader uses no native code and renders with no library of the site. */
const attemptsBlockedForReaders: Attempts = [
  ['read', join(project, 'node_modules/sharp/package.json')],
  ['decode', publicPicture],
]

test.each<[string, Attempts, Sandbox]>([
  ['decoder', attemptsBlockedFor('decoder'), {}],
  [
    'reader of PDFs',
    [...attemptsBlockedFor('reader'), ...attemptsBlockedForReaders],
    { readPaths: [...readerFiles, 'server/media/decode'], isNative: false },
  ],
])('a %s taken over by a hostile file can do nothing outside the sandbox', async (_what, attempts, sandbox) => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('SECRET', secret)
  const sandboxedResults = await runHostile(attempts, { sandbox })
  const unsandboxedResults = await runHostile(attempts, { isSandboxed: false, keepsRoot: true })
  expect(attempts.filter((_, index) => sandboxedResults[index]?.succeeded)).toEqual([])
  expect(sandboxedResults[0]?.result).toBe('ERR_ACCESS_DENIED')
  expect(attempts.filter((_, index) => !unsandboxedResults[index]?.succeeded)).toEqual([])
})

test.skipIf(!isRoot)(
  'native code in a decoder started by root can reach only world-readable files (needs root)',
  async () => {
    const attempts: Attempts = [
      ['decode', privatePicture],
      ['switchUser', '0'],
      ['switchUser', '65534'],
      ['kill', String(process.pid)],
    ]
    const results = await runHostile([...attempts, ['decode', publicPicture]])
    expect(results.map(({ succeeded }) => succeeded)).toEqual([false, false, false, false, true])
    const asRoot = await runHostile(attempts.slice(0, 1), { keepsRoot: true })
    expect(asRoot).toEqual([{ succeeded: true, result: 'png' }])
  },
)
