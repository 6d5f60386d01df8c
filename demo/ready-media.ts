import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { copyFile, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Decoded } from '#server/media/decode/decode-task.ts'
import { type IngestDeps, ingest, ingestDecoded, makeWorkFolder } from '#server/media/ingest.ts'

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
  files: z.record(z.string(), z.string()),
})
export type ReadyMedia = z.infer<typeof readyMedia>

const readyList = z.strictObject({
  madeWith: z.record(z.string(), z.string()),
  media: z.record(z.string(), readyMedia),
})
export type ReadyList = z.infer<typeof readyList>

export const inDemo = (path: string) => fileURLToPath(new URL(path, import.meta.url))
export const readyListFile = inDemo('ready/media.json')

/** Written by `npm run demo:ready`. */
export const readReadyList = (): ReadyList => readyList.parse(JSON.parse(readFileSync(readyListFile, 'utf8')))

type Sent = { ownerId: string; path: string }

/** Creates media from a demo file: from the prepared output, or through the pipeline if the file has changed since. */
export function mediaMaker(deps: IngestDeps, media = readReadyList().media) {
  return async ({ ownerId, path }: Sent) => {
    const ready = media[basename(path)]
    if (ready?.sent !== (await digestOf(path))) return ingest(deps, { ownerId, path })
    const into = await makeWorkFolder(deps.config)
    try {
      for (const [name, from] of Object.entries(ready.files)) await copyFile(inDemo(from), join(into, name))
      return await ingestDecoded(deps, { ownerId, decoded: decodedOf(ready), into })
    } finally {
      await rm(into, { recursive: true, force: true })
    }
  }
}

const decodedOf = ({ sent: _sent, files, ...made }: ReadyMedia): Decoded => ({
  ...made,
  files: Object.keys(files),
})

export const digestOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
