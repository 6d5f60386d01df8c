import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { readersReads } from '#server/documents/run-pdf-reader.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { ownFolder } from '#tests/support/own-folder.ts'
import type { Came, Deed } from './decode/hostile-process.testing.ts'
import { sandboxed } from './sandbox.ts'

const isRoot = process.getuid?.() === 0
const project = join(import.meta.dirname, '../..')
const program = join(import.meta.dirname, 'decode', 'hostile-process.testing.ts')
const secret = 'nobody is to know'
const dataDir = ownFolder()
const files = ['secret', 'private.png', 'public.png'].map((name) => join(dataDir, name))
const [secretFile = '', privatePicture = '', publicPicture = ''] = files
await writeFile(secretFile, secret, { mode: 0o600 })
await writeFile(privatePicture, fixture('see-through.png'), { mode: 0o600 })
await writeFile(publicPicture, fixture('see-through.png'), { mode: 0o644 })
const listener = createServer((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'))
await once(listener.listen(0, '127.0.0.1'), 'listening')
afterAll(() => listener.close())
const { port } = listener.address() as AddressInfo

type Tries = [Deed, string][]
type Sandbox = Partial<Parameters<typeof sandboxed>[0]>

async function attempt(
  tries: Tries,
  { isRootLeftAlone = false, inside = true, sandbox = {} as Sandbox } = {},
) {
  const argument = JSON.stringify({ tries, isRootLeftAlone })
  const { command, args, env } = inside
    ? sandboxed({ program, argument, fileKb: 1024, ...sandbox })
    : { command: process.execPath, args: [program, argument], env: process.env }
  const { stdout } = await promisify(execFile)(command, args, { env })
  return JSON.parse(stdout) as Came[]
}

const forbiddenTo = (name: string): Tries => [
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
  ['think', ''],
  ['connect', String(port)],
  ['fetch', String(port)],
  ['resolve', 'localhost'],
  ['look', secret],
]
/** A reader uses no native code and renders with no library of the site. */
const forbiddenToReaders: Tries = [
  ['read', join(project, 'node_modules/sharp/package.json')],
  ['decode', publicPicture],
]

test.each<[string, Tries, Sandbox]>([
  ['decoder', forbiddenTo('decoder'), {}],
  [
    'reader of PDFs',
    [...forbiddenTo('reader'), ...forbiddenToReaders],
    { reads: [...readersReads, 'server/media/decode'], isNative: false },
  ],
])('a %s taken over by a hostile file can do nothing outside the sandbox', async (_what, tries, sandbox) => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('SECRET', secret)
  const inside = await attempt(tries, { sandbox })
  const outside = await attempt(tries, { inside: false, isRootLeftAlone: true })
  expect(tries.filter((_, index) => inside[index]?.through)).toEqual([])
  expect(inside[0]?.with).toBe('ERR_ACCESS_DENIED')
  expect(tries.filter((_, index) => !outside[index]?.through)).toEqual([])
})

test.skipIf(!isRoot)(
  'native code in a decoder started by root can reach only world-readable files (needs root)',
  async () => {
    const tries: Tries = [
      ['decode', privatePicture],
      ['become', '0'],
      ['become', '65534'],
      ['kill', String(process.pid)],
    ]
    const came = await attempt([...tries, ['decode', publicPicture]])
    expect(came.map(({ through }) => through)).toEqual([false, false, false, false, true])
    const asRoot = await attempt(tries.slice(0, 1), { isRootLeftAlone: true })
    expect(asRoot).toEqual([{ through: true, with: 'png' }])
  },
)
