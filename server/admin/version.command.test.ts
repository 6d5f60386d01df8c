import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, expect, test } from 'vitest'
import { programVersion } from '#server/process/program-version.ts'
import { checkVersion, compareVersions } from './version.command.ts'

let answer: RequestListener
const requests: IncomingMessage[] = []
const server = createServer((request, response) => {
  requests.push(request)
  answer(request, response)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/version`
const folder = await mkdtemp(join(tmpdir(), 'foldout-version-'))
afterEach(() => requests.splice(0))
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

const answerWith = (body: string, status = 200, headers = {}) => {
  answer = (_request, response) => response.writeHead(status, headers).end(body)
}

test.each(['1.3.0\n', '{"name":"foldout","version":"1.3.0"}'])('a newer version is named (%j)', async (body) => {
  answerWith(body)
  expect(await checkVersion(address, '1.2.0')).toEqual({
    says: 'Foldout 1.3.0 is available, and this is 1.2.0. docs/operations.md explains the upgrade.',
    data: { version: '1.2.0', newest: '1.3.0', isOutdated: true },
  })
  expect(requests.map(({ rawHeaders }) => rawHeaders)).toEqual([
    ['Host', new URL(address).host, 'Connection', expect.any(String)],
  ])
})

test('the newest version is not outdated, and neither is a later one', async () => {
  answerWith('1.2.0')
  for (const version of ['1.2.0', '1.2.0+703d84f912ab', '1.3.0-dev'])
    expect(await checkVersion(address, version)).toMatchObject({ data: { isOutdated: false } })
})

test.each([
  ['<html>', 200, 'answered with no version'],
  ['{"version":"\u001b[2J"}', 200, 'answered with no version'],
  ['1.3.0', 404, 'answered with the status 404'],
  ['', 302, 'answered with the status 302'],
  ['1'.repeat(100_000), 200, 'its answer is longer than 64 kB'],
])('an answer without a version is refused (%.20j, %i)', async (body, status, message) => {
  answerWith(body, status, { location: 'https://elsewhere.example' })
  await expect(checkVersion(address, '1.2.0')).rejects.toThrow(message)
})

test('an address where nothing answers is named', async () => {
  await expect(checkVersion('http://127.0.0.1:1/version')).rejects.toThrow(
    '127.0.0.1 in VERSION_URL cannot be reached: ECONNREFUSED.',
  )
})

test('versions are compared by number, and drafts come before their release', () => {
  const sorted = ['1.2.0-dev', '1.2.0', '1.9.9', '1.10.0-rc.2', '1.10.0-rc.10', '1.10.0', '2.0.0']
  for (const [at, one] of sorted.entries())
    for (const [otherAt, other] of sorted.entries())
      expect(Math.sign(compareVersions(one, other)), `${one} and ${other}`).toBe(Math.sign(at - otherAt))
})

test('the command prints its version without a site, and asks only the address of the setting', async () => {
  const foldout = (...args: string[]) =>
    promisify(execFile)(process.execPath, [resolve('bin/foldout.ts'), 'version', ...args], { cwd: folder })
  expect(await foldout()).toEqual({ stdout: `${programVersion}\n`, stderr: '' })
  await mkdir(join(folder, 'data/postgres'), { recursive: true })
  await writeFile(join(folder, 'data/secret'), 's'.repeat(40))
  const notSet = { code: 1, stderr: expect.stringMatching(/^VERSION_URL is not set.* Set it to the https address/) }
  await expect(foldout('--check')).rejects.toMatchObject(notSet)
  expect(requests).toEqual([])
  await writeFile(join(folder, '.env'), `VERSION_URL=${address}\n`)
  answerWith('99.0.0')
  const { stdout } = await foldout('--check', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ version: programVersion, newest: '99.0.0', isOutdated: true })
})
