import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fixture } from '#tests/fixtures/fixture.ts'
import type { Came, Deed } from './decode/hostile-process.testing.ts'
import { sandboxed } from './sandbox.ts'

const isRoot = process.getuid?.() === 0
const project = join(import.meta.dirname, '../..')
const program = join(import.meta.dirname, 'decode', 'hostile-process.testing.ts')
const listener = createServer((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'))
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-test-'))
  await writeFile(join(dataDir, 'secret'), 'nobody is to know', { mode: 0o600 })
  await writeFile(join(dataDir, 'private.png'), fixture('see-through.png'), { mode: 0o600 })
  await writeFile(join(dataDir, 'public.png'), fixture('see-through.png'), { mode: 0o644 })
  await chmod(dataDir, 0o755)
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
})
afterAll(async () => {
  listener.close()
  await rm(dataDir, { recursive: true })
})

async function attempt(tries: [Deed, string][], { inside = true, isRootLeftAlone = false } = {}) {
  const argument = JSON.stringify({ tries, isRootLeftAlone })
  const { command, args, env } = inside
    ? sandboxed({ program, argument, fileKb: 1024 })
    : { command: process.execPath, args: [program, argument], env: process.env }
  const { stdout } = await promisify(execFile)(command, args, { env })
  return JSON.parse(stdout) as Came[]
}

test('a decoder that a hostile file has taken over does nothing that it could do outside', async () => {
  vi.stubEnv('SECRET', 'nobody is to know')
  const { port } = listener.address() as AddressInfo
  const tries: [Deed, string][] = [
    ['read', '/etc/passwd'],
    ['read', join(dataDir, 'secret')],
    ['read', join(project, 'README.md')],
    ['read', join(project, 'server/config/config.ts')],
    ['read', `${project}/node_modules/../README.md`],
    ['list', dataDir],
    ['list', project],
    ['write', join(dataDir, 'written')],
    ['link', join(dataDir, 'link')],
    ['run', '/bin/sh'],
    ['think', ''],
    ['connect', String(port)],
    ['fetch', String(port)],
    ['resolve', 'localhost'],
    ['look', 'nobody is to know'],
  ]
  const inside = await attempt(tries)
  const outside = await attempt(tries, { inside: false, isRootLeftAlone: true })
  vi.unstubAllEnvs()
  expect(tries.filter((_, index) => inside[index]?.through)).toEqual([])
  expect(tries.filter((_, index) => !outside[index]?.through)).toEqual([])
})

test.skipIf(!isRoot)(
  'native code of a decoder that root started reaches nothing that is not everybody’s (only root can try this)',
  async () => {
    const tries: [Deed, string][] = [
      ['decode', join(dataDir, 'private.png')],
      ['become', '0'],
      ['become', '65534'],
      ['kill', String(process.pid)],
    ]
    const came = await attempt([...tries, ['decode', join(dataDir, 'public.png')]])
    expect(came.map(({ through }) => through)).toEqual([false, false, false, false, true])
    const asRoot = await attempt(tries.slice(0, 1), { isRootLeftAlone: true })
    expect(asRoot).toEqual([{ through: true, with: 'png' }])
  },
)
