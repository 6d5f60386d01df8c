import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { TaskList } from 'graphile-worker'
import { listEverything, listOutbox, outboxFolder } from './outbox.ts'

export const outboxCrontab = '29 * * * * sweep-outbox ?jobKey=sweep-outbox'

export const outboxJobs = ({ config }: { config: { dataDir: string } }): TaskList => ({
  'sweep-outbox': () => sweepOutbox(outboxFolder(config)),
})

const month = 30 * 24 * 60 * 60 * 1000
const mostMails = 500

/** Mails of the last month stay, the newest of them; and what was never finished goes too. */
export async function sweepOutbox(folder: string, { now = Date.now(), most = mostMails } = {}) {
  const surplus = new Set((await listOutbox(folder)).slice(most))
  for (const name of await listEverything(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    const isOld = found !== undefined && found.mtimeMs < now - month
    if (isOld || surplus.has(name)) await rm(path, { force: true })
  }
}
