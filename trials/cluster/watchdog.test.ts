import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive } from '#server/db/embedded/pid-file.ts'
import { processesIn } from './processes.ts'
import { makeClusterFolder, removeLeftovers } from './watchdog.ts'

/** Works in a folder, with a child that is cut loose from it as PostgreSQL is from Patroni. */
const busy = ['-c', 'setsid sleep 300 & exec sleep 300']

test('a command that is killed leaves no process and no folder', async () => {
  const script = `
    import { makeClusterFolder, startWatchdog } from ${JSON.stringify(import.meta.resolve('./watchdog.ts'))}
    import { spawn } from 'node:child_process'
    const folder = makeClusterFolder()
    startWatchdog(folder)
    spawn('/bin/sh', ${JSON.stringify(busy)}, { cwd: folder, detached: true })
    console.log(folder)
    setInterval(() => undefined, 1000)`
  const command = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await once(command.stdout, 'data')
  const folder = String(output).trim()
  await expect.poll(() => processesIn(folder).length).toBeGreaterThan(1)
  const pids = processesIn(folder)
  command.kill('SIGKILL')
  await expect.poll(() => existsSync(folder)).toBe(false)
  expect(pids.filter(isAlive)).toEqual([])
})

test('the next start removes folders of killed commands only', async () => {
  const [left, working, others] = [makeClusterFolder(), makeClusterFolder(), makeClusterFolder()]
  const link = `${left}-link`
  symlinkSync('/', link)
  onTestFinished(() => {
    for (const path of [working, others, link]) rmSync(path, { recursive: true, force: true })
  })
  for (const folder of [left, others]) writeFileSync(join(folder, 'owner'), '999999999')
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(others, 65_534, 65_534)
  spawn('/bin/sh', busy, { cwd: left, detached: true, stdio: 'ignore' }).unref()
  await expect.poll(() => processesIn(left).length).toBeGreaterThan(1)
  const pids = processesIn(left)
  await removeLeftovers()
  expect(pids.filter(isAlive)).toEqual([])
  expect([left, working, others, link].map(existsSync)).toEqual([false, true, isRoot, true])
})
