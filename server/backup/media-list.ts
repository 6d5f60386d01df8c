import { imageWidths } from '#contract/media-address.ts'
import { isStoredFile, printSuffix } from '#server/media/storage/storage.ts'
import { BackupError } from './backup-error.ts'
import { readLines } from './backup-files.ts'
import type { FileDigest } from './manifest.ts'

export type ListedFile = FileDigest & { name: string }

export const formatLine = ({ name, bytes, sha256 }: ListedFile) => `${name} ${bytes} ${sha256}\n`

/** @throws BackupError */
export async function* readMediaList(path: string): AsyncGenerator<ListedFile> {
  for await (const line of readLines(path)) {
    const [name = '', bytes = '', sha256 = ''] = line.split(' ')
    if (!isStoredFile(name) || !/^\d+$/.test(bytes) || sha256.length !== 64)
      throw new BackupError(`${path} is damaged, so this backup cannot be used.`)
    yield { name, bytes: Number(bytes), sha256 }
  }
}

/** Reads a list sorted by name folder by folder, so that a long list is never in memory as a whole. */
export function listsByFolder<Item>(items: AsyncIterable<Item>, nameOf: (item: Item) => string) {
  const iterator = items[Symbol.asyncIterator]()
  let next: Promise<IteratorResult<Item>> | undefined
  return {
    async take(prefix: string): Promise<Item[]> {
      const listed: Item[] = []
      for (;;) {
        next ??= iterator.next()
        const { done, value } = await next
        if (done || nameOf(value).slice(0, 2) > prefix) return listed
        next = undefined
        if (nameOf(value).startsWith(prefix)) listed.push(value)
      }
    },
    close: async () => void (await iterator.return?.()),
  }
}

const pictureSuffixes = imageWidths.map((width) => `'-${width}.webp'`).join(', ')

/** SQL for the names of all files that rows use, distinct and sorted. The condition is about `hash`. */
export const usedFilesQuery = (condition = 'true') => `
  select distinct (hash || suffix) collate "C" as name
  from (
    select distinct hash, case kind when 'video' then '.' || extension end as video, print_width is not null as has_print
    from media where ${condition}
    union
    select hash, null, false
    from (select substr(picture_url, 8, 32) as hash from profiles where picture_url ~ '^/media/[0-9a-f]{32}-') portraits
    where ${condition}
  ) used
  cross join lateral unnest(array[${pictureSuffixes}, video, case when has_print then '${printSuffix}' end]) suffix
  where suffix is not null
  order by 1`

/** The folders of media files: the first two characters of their names. */
export const folderPrefixes = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'))
