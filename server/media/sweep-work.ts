import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { workFolder } from './ingest.ts'

const day = 24 * 60 * 60 * 1000

/** What lies in the folder for work since before a moment. */
export async function sweepWorkFolder(config: Pick<Config, 'dataDir'>, before: Date) {
  for (const { path, changedAt } of await listWork(config))
    if (changedAt < before) await rm(path, { recursive: true, force: true })
}

/**
 * What processes of this machine that were killed have left, and what is a day old: each machine does it at its start,
 * since the job is done by only one of them.
 */
export async function sweepLeftWork(config: Pick<Config, 'dataDir'>) {
  await sweepWorkFolder(config, new Date(Date.now() - day))
  for (const { name, path, changedAt } of await listWork(config)) {
    const [, host, pid] = /^decode-(.+)-(\d+)-[^-]+$/.exec(name) ?? []
    if (host === hostname() && !isAtWork(Number(pid), changedAt))
      await rm(path, { recursive: true, force: true })
  }
}

async function listWork(config: Pick<Config, 'dataDir'>) {
  const folder = workFolder(config)
  const names = await readdir(folder).catch(() => [])
  const found = names.map(async (name) => {
    const path = join(folder, name)
    const changedAt = (await stat(path).catch(() => undefined))?.mtime
    return changedAt ? [{ name, path, changedAt }] : []
  })
  return (await Promise.all(found)).flat()
}

/** In a container the one before had the same number. */
function isAtWork(pid: number, changedAt: Date) {
  if (pid === process.pid) return changedAt.getTime() > Date.now() - process.uptime() * 1000
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
