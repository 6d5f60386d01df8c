import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TaskList } from 'graphile-worker'
import type { SendMailOptions } from 'nodemailer'

export const outboxFolder = ({ dataDir }: { dataDir: string }) => join(dataDir, 'outbox')

const fileNamePattern = /^[\w-]+\.eml$/

export function openOutbox(config: { dataDir: string }) {
  const folder = outboxFolder(config)
  return {
    async send(message: SendMailOptions) {
      // Imported with the first mail, as it takes 5 MB.
      const { createTransport } = await import('nodemailer')
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message: bytes } = await composer.sendMail(message)
      composer.close()
      await writeAtomically(folder, bytes as Buffer)
    },
  }
}

/** Readers of the folder see only complete mails, in the order of writing. */
async function writeAtomically(folder: string, bytes: Buffer) {
  const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.eml`
  const unfinished = join(folder, `.${name}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(unfinished, bytes, { flag: 'wx', mode: 0o600, flush: true })
  await rename(unfinished, join(folder, name))
}

const listFiles = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

export async function listOutbox(folder: string) {
  const names = await listFiles(folder)
  return names
    .filter((name) => fileNamePattern.test(name))
    .sort()
    .reverse()
}

export async function findInOutbox(folder: string, name: string) {
  return fileNamePattern.test(name) ? readFile(join(folder, name)).catch(() => undefined) : undefined
}

export const outboxCrontab = '29 * * * * sweep-outbox ?jobKey=sweep-outbox'

export const outboxJobs = ({ config }: { config: { dataDir: string } }): TaskList => ({
  'sweep-outbox': () => sweepOutbox(outboxFolder(config)),
})

const month = 30 * 24 * 60 * 60 * 1000
const maxMails = 500

/** Deletes mails and unfinished files older than a month, and all but the newest `maxCount` mails. */
export async function sweepOutbox(folder: string, { now = Date.now(), maxCount = maxMails } = {}) {
  const surplus = new Set((await listOutbox(folder)).slice(maxCount))
  for (const name of await listFiles(folder)) {
    const path = join(folder, name)
    const stats = await stat(path).catch(() => undefined)
    const isOld = stats !== undefined && stats.mtimeMs < now - month
    if (isOld || surplus.has(name)) await rm(path, { force: true })
  }
}
