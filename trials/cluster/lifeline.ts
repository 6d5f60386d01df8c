import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '#server/db/embedded/pid-file.ts'
import { killAllIn } from './processes.ts'

const prefix = 'foldout-cluster-'

/**
 * Waits at a pipe that only our process holds open. It ends when our process does, even by SIGKILL; then everything that works
 * in the folder is killed, and the folder goes: nothing in it is worth an orderly end.
 */
const script = `
trap '' INT TERM HUP
read -r _
cd /proc
while found=$(find [0-9]*/cwd -maxdepth 0 '(' -lname "$FOLDER" -o -lname "$FOLDER/*" ')' -printf '%h '); [ "$found" ]; do
  kill -KILL $found
  sleep 0.05
done 2>/dev/null
rm -rf "$FOLDER"
`

/** Whatever happens to our process, nothing of the folder stays. */
export function tieToLife(folder: string): { release(): Promise<void> } {
  const child = spawn('/bin/sh', ['-c', script, 'foldout-cluster'], {
    cwd: '/',
    env: { PATH: process.env.PATH, FOLDER: folder },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  child.unref()
  // Its end may come before ours of the pipe.
  child.stdin.on('error', () => undefined)
  const ended = once(child, 'exit')
  const release = async () => {
    child.ref()
    child.stdin.end()
    await ended
  }
  return { release }
}

/** A folder for one cluster, which says whose it is. Programs that run as somebody else must get through. */
export function makeClusterFolder() {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(folder, 0o711)
  writeFileSync(join(folder, 'owner'), String(process.pid))
  return folder
}

/** What a cluster left when it was killed together with what would have cleared up after it. */
export async function removeLeftovers() {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    if (isOurs(folder) && !isAlive(ownerOf(folder))) await clearAway(folder)
  }
}

/**
 * Ends our process when who started it has gone: npm passes no signal on when it is killed, and a cluster that nobody holds any more
 * would stay for ever.
 */
export function endWithParent() {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || process.exit(130), 250).unref()
}

async function clearAway(folder: string) {
  await killAllIn(folder)
  rmSync(folder, { recursive: true, force: true })
}

/** Of the same user: nobody else's can be removed, and what is a link leads anywhere. */
function isOurs(folder: string) {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found?.isDirectory() && found.uid === process.getuid?.()
}

/** Nobody's until it is written. */
function ownerOf(folder: string) {
  try {
    return Number(readFileSync(join(folder, 'owner'), 'utf8'))
  } catch {
    return process.pid
  }
}
