import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOfFiles } from './decode/hash-of-files.ts'
import { type IngestDeps, type Kept, keep } from './ingest.ts'
import type { Media } from './media.queries.ts'

/**
 * Turns into media what the pipeline has made of a file before. The files lie in the folder `into` under the names they
 * are served by and are moved from there, if their content is what their names say.
 */
export async function ingestDecoded(deps: IngestDeps, made: Kept): Promise<Media> {
  const { hash, files } = made.decoded
  const digests = await Promise.all(inOrderOfHash(files).map((name) => digestOf(join(made.into, name))))
  if (hashOfFiles(digests) !== hash) throw new Error(`The files of ${hash} are not what they are said to be.`)
  const media = await keep(deps, made)
  if (!media) throw new Error(`The files of ${hash} were removed while they were stored.`)
  return media
}

const digestOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest()

/** A decoder names what is widest first, and a video before its pictures. */
function inOrderOfHash(files: string[]) {
  const isPicture = (name: string) => name.endsWith('.webp')
  return [...files.filter((name) => !isPicture(name)), ...files.filter(isPicture).toReversed()]
}
