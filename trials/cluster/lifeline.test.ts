import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive } from '#server/db/embedded/pid-file.ts'
import { makeClusterFolder, removeLeftovers } from './lifeline.ts'
import { processesIn } from './processes.ts'
import { makeFolder, openProgram } from './program.ts'

/** Something that works in a folder, with a child that is cut loose from it as PostgreSQL is from Patroni. */
const busy = ['/bin/sh', '-c', 'setsid sleep 300 & exec sleep 300']

function openBusy(folder: string) {
  const place = makeFolder(folder, 'busy', undefined)
  const isReady = async () => processesIn(place).length > 1
  return openProgram({ name: 'busy', folder: place, command: () => busy, isReady })
}

const areGone = (pids: number[]) => pids.every((pid) => !isAlive(pid))

test('a command that is killed leaves no process and no folder', async () => {
  const script = `
    import { makeClusterFolder, tieToLife } from ${JSON.stringify(import.meta.resolve('./lifeline.ts'))}
    import { spawn } from 'node:child_process'
    const folder = makeClusterFolder()
    tieToLife(folder)
    spawn('/bin/sh', ['-c', 'setsid sleep 300 & exec sleep 300'], { cwd: folder, detached: true })
    console.log(folder)
    setInterval(() => undefined, 1000)`
  const command = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await once(command.stdout, 'data')
  const folder = String(said).trim()
  await expect.poll(() => processesIn(folder).length).toBeGreaterThan(1)
  const pids = processesIn(folder)
  command.kill('SIGKILL')
  await expect.poll(() => existsSync(folder)).toBe(false)
  expect(areGone(pids)).toBe(true)
})

test('the next start removes what was left when both were killed, and nothing that is at work', async () => {
  const [left, working] = [makeClusterFolder(), makeClusterFolder()]
  onTestFinished(() => rmSync(working, { recursive: true, force: true }))
  const part = openBusy(left)
  await part.start()
  const pids = part.processes()
  writeFileSync(join(left, 'owner'), '999999999')
  await removeLeftovers()
  expect([existsSync(left), existsSync(working), areGone(pids)]).toEqual([false, true, true])
})

test('what is in the way of a start and not ours is left alone', async () => {
  const [others, linked] = [makeClusterFolder(), makeClusterFolder()]
  onTestFinished(() => rmSync(others, { recursive: true, force: true }))
  for (const folder of [others, linked]) writeFileSync(join(folder, 'owner'), '999999999')
  const link = `${linked}-link`
  symlinkSync('/', link)
  onTestFinished(() => rmSync(link, { force: true }))
  if (process.getuid?.() === 0) chownSync(others, 65_534, 65_534)
  await removeLeftovers()
  expect([existsSync(link), existsSync(linked)]).toEqual([true, false])
  expect(existsSync(others)).toBe(process.getuid?.() === 0)
})
