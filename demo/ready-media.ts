import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { copyFile, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Decoded } from '#server/media/decode/decode-task.ts'
import { type IngestDeps, ingest, makeWorkFolder, storeDecoded } from '#server/media/ingest.ts'

/** The output of the media pipeline for one file. `files` maps each served file to the path of its content in this folder. */
const readyMedia = z.strictObject({
  sent: z.string(),
  kind: z.enum(['image', 'video']),
  extension: z.enum(['webp', 'mp4', 'webm']),
  hash: z.string(),
  width: z.int(),
  height: z.int(),
  placeholder: z.string(),
  byteSize: z.int(),
  printWidth: z.int().positive().optional(),
  /** Blocked pictures are compared by this hash. A picture of one colour has none. */
  perceptualHash: z.string().optional(),
  files: z.record(z.string(), z.string()),
})
export type ReadyMedia = z.infer<typeof readyMedia>

const readyList = z.strictObject({
  madeWith: z.record(z.string(), z.string()),
  media: z.record(z.string(), readyMedia),
})
export type ReadyList = z.infer<typeof readyList>

export const demoPath = (path: string) => fileURLToPath(new URL(path, import.meta.url))
export const readyListFile = demoPath('ready/media.json')

/** Written by `npm run demo:ready`. */
export const readReadyList = (): ReadyList => readyList.parse(JSON.parse(readFileSync(readyListFile, 'utf8')))

type SourceFile = { ownerId: string; path: string }

/** Creates media from a demo file: from the prepared output, or through the pipeline if the file has changed since. */
export function createMediaMaker(deps: IngestDeps, media = readReadyList().media) {
  return async ({ ownerId, path }: SourceFile) => {
    const ready = media[basename(path)]
    if (ready?.sent !== (await sha256Of(path))) return ingest(deps, { ownerId, path })
    const folder = await makeWorkFolder(deps.config)
    try {
      for (const [name, storedPath] of Object.entries(ready.files))
        await copyFile(demoPath(storedPath), join(folder, name))
      return await storeDecoded(deps, { ownerId, decoded: toDecoded(ready), folder })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

const toDecoded = ({ sent: _sent, files, ...decoded }: ReadyMedia): Decoded => ({
  ...decoded,
  files: Object.keys(files),
})

export const sha256Of = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
