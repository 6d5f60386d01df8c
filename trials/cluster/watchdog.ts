import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '#server/db/embedded/pid-file.ts'
import { killAllIn } from './processes.ts'

const prefix = 'foldout-cluster-'

/**
 * Waits for the end of a pipe that only this process holds open, so it also notices SIGKILL. Then it kills every process in
 * the folder and deletes the folder. The data needs no clean shutdown.
 */
const watchdogScript = `
trap '' INT TERM HUP
read -r _
cd /proc
while found=$(find [0-9]*/cwd -maxdepth 0 '(' -lname "$FOLDER" -o -lname "$FOLDER/*" ')' -printf '%h '); [ "$found" ]; do
  kill -KILL $found
  sleep 0.05
done 2>/dev/null
rm -rf "$FOLDER"
`

/** Cleans up the folder however this process ends. */
export function startWatchdog(folder: string): { release(): Promise<void> } {
  const child = spawn('/bin/sh', ['-c', watchdogScript, 'foldout-cluster'], {
    cwd: '/',
    env: { PATH: process.env.PATH, FOLDER: folder },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  child.unref()
  // The shell may end before this process closes the pipe.
  child.stdin.on('error', () => undefined)
  const ended = once(child, 'exit')
  const release = async () => {
    child.ref()
    child.stdin.end()
    await ended
  }
  return { release }
}

/** A folder for one cluster that records its owner. Programs that run as other users must be able to enter it. */
export function makeClusterFolder() {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(folder, 0o711)
  writeFileSync(join(folder, 'owner'), String(process.pid))
  return folder
}

/** Removes clusters that were killed together with the process that should have cleaned up after them. */
export async function removeLeftovers() {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    if (isOwnedByUs(folder) && !isAlive(ownerOf(folder))) await killAndRemove(folder)
  }
}

/**
 * Ends this process when its parent has ended. A killed npm passes no signal on, and the cluster would run forever without an
 * owner.
 */
export function exitWithParent() {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || process.exit(130), 250).unref()
}

async function killAndRemove(folder: string) {
  await killAllIn(folder)
  rmSync(folder, { recursive: true, force: true })
}

/** Only folders of the same user: others cannot be deleted, and a symbolic link may lead anywhere. */
function isOwnedByUs(folder: string) {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  return stats?.isDirectory() && stats.uid === process.getuid?.()
}

/** Until the file is written, the folder counts as owned by this process. */
function ownerOf(folder: string) {
  try {
    return Number(readFileSync(join(folder, 'owner'), 'utf8'))
  } catch {
    return process.pid
  }
}
