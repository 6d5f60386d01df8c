import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { type Lifeline, spawnOnLifeline } from './lifeline.ts'
import { readPidFile } from './pid-file.ts'
import { openServerLog } from './server-log.ts'
import type { ServiceUser } from './service-user.ts'
import { settingsFor } from './settings.ts'
import { createSocketFolder } from './socket-folder.ts'
import { explainFailure } from './start-error.ts'

export type Postmaster = { socketFolder: string; stop(): Promise<void> }

type Start = {
  cluster: string
  binaries: Binaries
  user: ServiceUser | undefined
  durable: boolean
  dataDir: string
  log: (line: string) => void
}

/** Past this a shutdown is made an immediate one: the next start replays the log, and nothing committed is lost. */
const patienceMs = 20_000
const orphansLeaveMs = 10_000

/** Runs the server and returns when it takes connections, however long a recovery lasts. */
export async function startPostmaster(start: Start): Promise<Postmaster> {
  const began = Date.now()
  for (;;) {
    const log = openServerLog(start.dataDir)
    const socketFolder = await createSocketFolder(start.user)
    const lifeline = launch(start, socketFolder, log.fd)
    const isReady = await becomesReady(start.cluster, lifeline)
    const output = isReady ? '' : log.read()
    log.close()
    if (isReady) return { socketFolder, stop: stopOnce(start, lifeline) }
    await rm(socketFolder, { recursive: true, force: true })
    const orphansRemain = /pre-existing shared memory block/.test(output)
    if (!orphansRemain || Date.now() - began > orphansLeaveMs) {
      throw explainFailure('PostgreSQL did not start', output)
    }
    await sleep(200)
  }
}

function launch({ cluster, binaries, user, durable }: Start, socketFolder: string, logFd: number): Lifeline {
  const command = [
    join(binaries.folder, 'postgres'),
    '-D',
    cluster,
    ...settingsFor({ socketFolder, durable }),
  ]
  return spawnOnLifeline(command, { user, cwd: cluster, socketFolder, logFd })
}

/** @returns false if the server ended before it was ready */
async function becomesReady(cluster: string, lifeline: Lifeline): Promise<boolean> {
  let hasEnded = false
  lifeline.ended.then(() => {
    hasEnded = true
  })
  const before = readPidFile(cluster)
  while (!hasEnded) {
    const now = readPidFile(cluster)
    const isNew = now?.pid !== before?.pid || now?.startedAt !== before?.startedAt
    if (isNew && now?.status === 'ready') return true
    await sleep(5)
  }
  return false
}

function stopOnce({ cluster, log }: Start, lifeline: Lifeline): () => Promise<void> {
  let stopping: Promise<void> | undefined
  lifeline.ended.then(() => {
    if (!stopping) log('PostgreSQL ended by itself; postgres.log in the data folder says why.')
  })
  return () => {
    stopping ??= stop(cluster, lifeline)
    return stopping
  }
}

async function stop(cluster: string, lifeline: Lifeline): Promise<void> {
  const impatience = setTimeout(() => {
    const server = readPidFile(cluster)
    if (server) process.kill(server.pid, 'SIGQUIT')
  }, patienceMs)
  await lifeline.release()
  clearTimeout(impatience)
}
