import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const cwd = mkdtempSync(join(tmpdir(), 'foldout-command-'))
afterAll(() => rmSync(cwd, { recursive: true }))

function foldout(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('bin/foldout.ts'), ...args], {
    cwd,
    encoding: 'utf8',
  })
  return [status, (stdout + stderr).trim()]
}

test('a command does nothing when it is asked for help or gets what it does not take', () => {
  const help = expect.stringMatching(/^Usage: npm run db:migrate -- \[options\]\n\nMigrates the database/)
  expect(foldout('migrate', '--help')).toEqual([0, help])
  const message = { error: "Unknown option '--to'. Add --help for an explanation." }
  expect(foldout('migrate', '--to', '5', '--json')).toEqual([1, JSON.stringify(message)])
  expect(foldout('start', '--port', '80')).toEqual([
    1,
    'start has no option “--port”. Settings come from the environment and from .env.',
  ])
  expect(foldout('demo', '-h')[0]).toBe(0)
  expect(readdirSync(cwd)).toEqual([])
})

test.skipIf(process.getuid?.() !== 0)('in a folder that the user may not enter, a command says so', () => {
  chmodSync(cwd, 0o700)
  const { status, stderr } = spawnSync(process.execPath, [resolve('bin/foldout.ts'), 'admin', 'usage'], {
    cwd,
    encoding: 'utf8',
    uid: 65_534,
    gid: 65_534,
  })
  const message = 'Foldout cannot start: this user has no access to the current folder. Change to the site’s folder.\n'
  expect([status, stderr]).toEqual([1, message])
})
