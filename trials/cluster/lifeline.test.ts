import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive } from '#server/db/embedded/pid-file.ts'
import { makeClusterFolder, removeLeftovers, tieToLife } from './lifeline.ts'
import { killAllIn, processesIn } from './processes.ts'
import { makeFolder, openProgram } from './program.ts'

/** Something that works in a folder, with a child that is cut loose from it as PostgreSQL is from Patroni. */
const busy = ['/bin/sh', '-c', 'setsid sleep 300 & exec sleep 300']

function openBusy(folder: string) {
  const place = makeFolder(folder, 'busy', undefined)
  const isReady = async () => processesIn(place).length > 1
  return openProgram({ name: 'busy', folder: place, command: () => busy, isReady })
}

/** Those that were told the folder in their environment: what watches over it works elsewhere. */
function processesNamed(folder: string) {
  const isTold = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`FOLDER=${folder}`)
    } catch {
      return false
    }
  }
  return readdirSync('/proc').filter(isTold).map(Number)
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

test('a command that npm started ends with npm', async () => {
  const script = `
    import { endWithParent } from ${JSON.stringify(import.meta.resolve('./lifeline.ts'))}
    endWithParent()
    console.log(process.pid)
    setInterval(() => undefined, 1000)`
  const place = makeClusterFolder()
  onTestFinished(() => rmSync(place, { recursive: true }))
  const npm = spawn('/bin/sh', ['-c', '"$0" --input-type=module -e "$1"; :', process.execPath, script], {
    cwd: place,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await once(npm.stdout, 'data')
  onTestFinished(() => killAllIn(place))
  npm.kill('SIGKILL')
  await expect.poll(() => isAlive(Number(said))).toBe(false)
})

test('a stop clears away by itself when what would have done it was killed', async () => {
  const folder = makeClusterFolder()
  const lifeline = tieToLife(folder)
  const part = openBusy(folder)
  await part.start()
  const pids = part.processes()
  const [watching] = processesNamed(folder)
  process.kill(watching ?? 0, 'SIGKILL')
  await expect.poll(() => processesNamed(folder)).toEqual([])
  await lifeline.release()
  expect([existsSync(folder), areGone(pids)]).toEqual([false, true])
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

test('a part is frozen, thawed, killed with all it started, and started again', async () => {
  const folder = makeClusterFolder()
  const lifeline = tieToLife(folder)
  onTestFinished(() => lifeline.release())
  const part = openBusy(folder)
  const states = () => part.processes().map((pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2])
  await part.start()
  const first = part.pid()
  part.freeze()
  await expect.poll(() => new Set(states())).toEqual(new Set(['T']))
  part.thaw()
  await expect.poll(states).not.toContain('T')
  const pids = part.processes()
  await part.kill()
  expect([areGone(pids), part.processes()]).toEqual([true, []])
  await expect.poll(() => part.pid()).toBe(undefined)
  await part.start()
  expect(part.pid()).not.toBe(first)
  await killAllIn(folder)
})

test('a part that does not start says so with the end of its log', async () => {
  const folder = makeClusterFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const place = makeFolder(folder, 'broken', undefined)
  const command = () => ['/bin/sh', '-c', 'echo there is no room; exit 1']
  const part = openProgram({ name: 'broken', folder: place, command, isReady: async () => false })
  await expect(part.start()).rejects.toThrow(/^broken did not start. The end of its log:\nthere is no room$/)
})
