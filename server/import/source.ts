import { importTableMb } from '#contract/limits.ts'
import { refuse } from '#server/http/errors.ts'
import { shortened } from './of-row.ts'

export type Source = {
  readTable(): Promise<Uint8Array>
  /** The file with this name, or the sorted pictures of the folder with this name. @throws a refusal if there is neither */
  list(name: string): string[]
  sizeOf(name: string): Promise<number>
  readStart(name: string): Promise<Buffer>
  bring(name: string): Promise<string>
  close(): Promise<void>
}

/** The names of regular files. Links are excluded, so that no outside file can be used. */
export type Names = { table: string; list: Source['list']; at(name: string): string }

/** With more files, the names alone would take too much memory. */
export const mostNames = 500_000

export function namesOf(all: string[]): Names {
  const table = findTable(all.filter((name) => !isHidden(name)))
  const folder = table.slice(0, table.lastIndexOf('/') + 1)
  const known = new Map(
    all.filter((name) => name.startsWith(folder)).map((name) => [plain(name.slice(folder.length)), name]),
  )
  const picturesIn = picturesOf(known.keys())
  return {
    table,
    at: (name) => known.get(name) ?? '',
    list(given) {
      const name = plain(given)
      if (known.has(name)) return [name]
      const inside = picturesIn(name.endsWith('/') ? name : `${name}/`)
      if (!inside) throw refuse('invalid_request', `There is no file named ${shortened(given)}.`)
      if (inside.length === 0)
        throw refuse('invalid_request', `There are no pictures in ${shortened(given)}.`)
      return inside
    },
  }
}

/** The pictures of each folder, sorted once: rows may name the same folder repeatedly. */
function picturesOf(names: Iterable<string>) {
  const folders = Map.groupBy(names, (name) => name.slice(0, name.lastIndexOf('/') + 1))
  const sorted = new Map<string, string[]>()
  return (folder: string) => {
    const inside = sorted.get(folder) ?? folders.get(folder)?.filter(isPicture).sort(byNumbers.compare)
    if (inside) sorted.set(folder, inside)
    return inside
  }
}

/** Accents and slashes may be written differently in equal names. */
const plain = (name: string) => name.normalize('NFC').replaceAll('\\', '/').replace(/^\.\//, '')

/** Page 2 comes before page 10. */
const byNumbers = new Intl.Collator('en', { numeric: true })

const isPicture = (name: string) => /\.(jpe?g|png|gif|webp|avif|svg)$/i.test(name) && !isHidden(name)
const isHidden = (name: string) => /(^|\/)(\.|__MACOSX\/)/.test(name)

/** The least nested CSV; if there are several, the one called zines.csv. */
function findTable(names: string[]) {
  const tables = names.filter((name) => /\.csv$/i.test(name))
  const depth = (name: string) => name.split('/').length
  const least = tables.reduce((so, name) => Math.min(so, depth(name)), Number.POSITIVE_INFINITY)
  const [first, ...more] = tables.filter((name) => depth(name) === least)
  if (!first) throw refuse('media_refused', 'There is no CSV here that describes the zines.')
  const called = [first, ...more].find((name) => /(^|\/)zines\.csv$/i.test(name))
  if (called || more.length === 0) return called ?? first
  throw refuse('media_refused', 'There are several CSVs here. Name the right one zines.csv.')
}

export const tooManyNames = (most: number) =>
  refuse('media_refused', `There are more than ${most.toLocaleString('en')} files. Import them in parts.`)

export const tooLongNames = () =>
  refuse(
    'media_refused',
    'The file names in this zip are too long. Shorten them, or import the zip in parts.',
  )

export function assertTableSize(bytes: number) {
  if (bytes > importTableMb * 1024 * 1024)
    throw refuse('media_refused', `The CSV is larger than ${importTableMb} MB. Import it in parts.`)
}

export const damagedZip = () => refuse('media_refused', 'This zip is damaged. Create it again and retry.')

export const leadingOut = () =>
  refuse('media_refused', 'This zip contains unsafe paths. Create it again from a folder.')

export const lockedZip = () =>
  refuse('media_refused', 'This zip has a password. Create it without one and try again.')

export function filesOf(source: Source, names: string[], most: number) {
  assertNotTooMany(names.length, most)
  let files: string[] = []
  for (const name of names) {
    const more = source.list(name)
    assertNotTooMany(files.length + more.length, most)
    files = files.concat(more)
  }
  return files
}

function assertNotTooMany(count: number, most: number) {
  if (count > most) throw refuse('invalid_request', `These are ${count} pages or more. The limit is ${most}.`)
}
