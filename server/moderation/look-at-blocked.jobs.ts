import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import { decodeFile } from '#server/media/decode-file.ts'
import { type IngestDeps, makeWorkFolder } from '#server/media/ingest.ts'
import { beginRead } from '#server/media/storage/storage.ts'

export type LookDeps = Pick<IngestDeps, 'config' | 'db' | 'storage' | 'limits' | 'log'>

const blocked = z.object({ hash: z.string() })

/** Finds out what blocked media look like, so that near copies of them are refused too. */
export const lookAtBlockedJobs = (deps: LookDeps): TaskList => ({
  'look-at-blocked-media': async (payload) => {
    const { hash } = blocked.parse(payload)
    const looks = await looksOfStored(deps, hash)
    if (looks) await deps.db.updateTable('blocked_media').set({ looks }).where('hash', '=', hash).execute()
  },
})

/** Of the picture that stands for it, decoded where every upload is; undefined when there is none any more. */
async function looksOfStored({ config, storage, limits, log }: LookDeps, hash: string) {
  const stored = await storage.find(`${hash}-1600.webp`)
  const content = stored && (await beginRead(stored))
  if (!content) return undefined
  const into = await makeWorkFolder(config)
  try {
    const from = join(into, 'blocked')
    await pipeline(content, createWriteStream(from))
    const { looks } = await decodeFile({ from, into, isPortrait: true, limits }, log)
    return looks
  } finally {
    await rm(into, { recursive: true, force: true })
  }
}
