import { msg, plural } from '@lingui/core/runtime-macro'
import { importTableMb } from '#contract/limits.ts'
import { isImageName } from '#contract/media-formats.ts'
import { comparePaths } from '#contract/natural-order.ts'
import { apiError } from '#server/http/errors.ts'
import { shorten } from './row-errors.ts'

export type Source = {
  readTable(): Promise<Uint8Array>
  /** The file with this name, or the sorted pictures of the folder with this name. @throws a refusal if there is neither */
  list(name: string): string[]
  sizeOf(name: string): Promise<number>
  readStart(name: string): Promise<Buffer>
  fetchFile(name: string): Promise<string>
  close(): Promise<void>
}

/** The names of regular files. Links are excluded, so that no outside file can be used. */
export type Names = { table: string; list: Source['list']; fullName(name: string): string }

/** With more files, the names alone would take too much memory. */
export const maxNames = 500_000

export function indexNames(all: string[]): Names {
  const table = findTable(all.filter((name) => !isHidden(name)))
  const folder = table.slice(0, table.lastIndexOf('/') + 1)
  const fullNames = new Map(
    all.filter((name) => name.startsWith(folder)).map((name) => [normalisePath(name.slice(folder.length)), name]),
  )
  const listPicturesIn = createPictureLookup(fullNames.keys())
  return {
    table,
    fullName: (name) => fullNames.get(name) ?? '',
    list(path) {
      const name = normalisePath(path)
      if (fullNames.has(name)) return [name]
      const pictures = listPicturesIn(name.endsWith('/') ? name : `${name}/`)
      if (!pictures) throw apiError('invalid_request', msg`There is no file named ${{ name: shorten(path) }}.`)
      if (pictures.length === 0)
        throw apiError('invalid_request', msg`There are no images in ${{ folder: shorten(path) }}.`)
      return pictures
    },
  }
}

/** The pictures of each folder, sorted once: rows may name the same folder repeatedly. */
function createPictureLookup(names: Iterable<string>) {
  const folders = Map.groupBy(names, (name) => name.slice(0, name.lastIndexOf('/') + 1))
  const sorted = new Map<string, string[]>()
  return (folder: string) => {
    const pictures = sorted.get(folder) ?? folders.get(folder)?.filter(isPicture).sort(comparePaths)
    if (pictures) sorted.set(folder, pictures)
    return pictures
  }
}

/** Accents and slashes may be written differently in equal names. */
const normalisePath = (name: string) => name.normalize('NFC').replaceAll('\\', '/').replace(/^\.\//, '')

/** Includes formats that are refused, so that no file is left out silently. */
const isPicture = (name: string) => isImageName(name) && !isHidden(name)
const isHidden = (name: string) => /(^|\/)(\.|__MACOSX\/)/.test(name)

/** The least nested CSV; if there are several, the one called zines.csv. */
function findTable(names: string[]) {
  const tables = names.filter((name) => /\.csv$/i.test(name))
  const depth = (name: string) => name.split('/').length
  const minDepth = tables.reduce((min, name) => Math.min(min, depth(name)), Number.POSITIVE_INFINITY)
  const [first, ...otherTables] = tables.filter((name) => depth(name) === minDepth)
  if (!first) throw apiError('media_refused', msg`There is no CSV that describes the zines. Add one, then try again.`)
  const namedTable = [first, ...otherTables].find((name) => /(^|\/)zines\.csv$/i.test(name))
  if (namedTable || otherTables.length === 0) return namedTable ?? first
  throw apiError('media_refused', msg`There are several CSVs. Name the right one zines.csv.`)
}

export const tooManyNamesError = (maxFiles: number) =>
  apiError(
    'media_refused',
    msg`There are more than ${plural({ maxFiles }, { one: '# file', other: '# files' })}. Import them in parts.`,
  )

export const namesTooLongError = () =>
  apiError('media_refused', msg`The file names in this zip are too long. Shorten them, or import the zip in parts.`)

export function assertTableSize(bytes: number) {
  if (bytes > importTableMb * 1024 * 1024)
    throw apiError('media_refused', msg`The CSV is larger than ${{ mb: importTableMb }} MB. Import it in parts.`)
}

export const damagedZipError = () => apiError('media_refused', msg`This zip is damaged. Create it again and retry.`)

export const unsafePathsError = () =>
  apiError('media_refused', msg`This zip contains unsafe paths. Create it again from a folder.`)

export const encryptedZipError = () =>
  apiError('media_refused', msg`This zip has a password. Create it without one and try again.`)

export function listFiles(source: Source, names: string[], maxFiles: number) {
  assertPageCount(names.length, maxFiles)
  let files: string[] = []
  for (const name of names) {
    const listed = source.list(name)
    assertPageCount(files.length + listed.length, maxFiles)
    files = files.concat(listed)
  }
  return files
}

function assertPageCount(count: number, maxFiles: number) {
  if (count > maxFiles)
    throw apiError(
      'invalid_request',
      msg`There are at least ${plural({ count }, { one: '# page', other: '# pages' })}. The limit is ${{ maxFiles }}.`,
    )
}
