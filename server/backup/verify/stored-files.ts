import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { MediaStorage } from '#server/media/storage/storage.ts'
import { linesIn } from '../kept-files.ts'
import { listsByFolder } from '../media-list.ts'
import { prefixes, shownFiles } from '../shown-files.ts'
import { mostOfAKind } from './fault.ts'
import { unremoved } from './unsettled.queries.ts'

/** What was begun within a day is finished, or swept, within another. */
const dayAgo = (now: Date) => new Date(now.getTime() - 2 * 24 * 60 * 60 * 1000)

/** Files that rows show and are not there, and files that no row knows, as sentences. To be asked while no file goes. */
export async function listWrongFiles(client: pg.ClientBase, storage: MediaStorage, now = new Date()) {
  const { rows } = await client.query<{ hash: string }>(unremoved)
  const going = new Set(rows.map(({ hash }) => hash))
  const shown = listsByFolder(
    linesIn(client.query(copyTo(`copy (${shownFiles()}) to stdout`))),
    (name) => name,
  )
  const sentences: string[] = []
  for (const prefix of prefixes) {
    const names = await shown.of(prefix)
    if (sentences.length >= mostOfAKind) continue
    const present = new Map(
      (await Array.fromAsync(storage.list(prefix))).map((file) => [file.name, file.storedAt]),
    )
    const missing = names.filter((name) => !present.has(name))
    sentences.push(...missing.map((name) => `${name} is shown by a row, and the file is missing`))
    const known = new Set([...names.map(hashOf), ...going])
    for (const [name, storedAt] of present)
      if (!known.has(hashOf(name)) && storedAt < dayAgo(now)) sentences.push(`${name} is shown by nothing`)
  }
  return sentences
}

const hashOf = (name: string) => name.slice(0, 32)
