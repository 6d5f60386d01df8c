import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readPidFile } from '#server/db/embedded/pid-file.ts'
import { runSite } from '#tests/support/running-site.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'foldout-log-'))
  // When root runs the test, the database's own user must be able to enter the folder.
  await chmod(dataDir, 0o711)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Double quotes and spaces have a meaning in NODE_OPTIONS. */
const warnOften = 'data:text/javascript,setInterval(()=>process.emitWarning(`unusual`),300).unref()'

test('every line of the log is a JSON object, also a warning of Node and the end of PostgreSQL', async () => {
  const site = await runSite({ DATA_DIR: dataDir, NODE_OPTIONS: `--import=${warnOften}` })
  onTestFinished(() => site.end())
  const { pid } = readPidFile(join(dataDir, 'postgres')) ?? { pid: site.pid }
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => site.output.out).toContain('PostgreSQL exited unexpectedly')
  await expect.poll(() => site.output.out).toContain('Warning: unusual')
  await expect.poll(async () => (await fetch(`${site.address}/readyz`)).status).toBe(200)
  site.signal('SIGTERM')
  expect(await site.ended).toBe(0)
  const lines = `${site.output.out}${site.output.err}`.split('\n').filter(Boolean)
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), msg: expect.any(String) })
})
