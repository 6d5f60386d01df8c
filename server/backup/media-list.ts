import { imageWidths } from '#contract/media-address.ts'
import { isStoredFile, printEnding } from '#server/media/storage/storage.ts'
import { linesOf } from './kept-files.ts'
import type { KeptFile } from './manifest.ts'
import { RefusedBackup } from './refused-backup.ts'

export type ListedFile = KeptFile & { name: string }

export const lineOf = ({ name, bytes, sha256 }: ListedFile) => `${name} ${bytes} ${sha256}\n`

/** @throws RefusedBackup */
export async function* readMediaList(path: string): AsyncGenerator<ListedFile> {
  for await (const line of linesOf(path)) {
    const [name = '', bytes = '', sha256 = ''] = line.split(' ')
    if (!isStoredFile(name) || !/^\d+$/.test(bytes) || sha256.length !== 64)
      throw new RefusedBackup(`${path} is damaged, so this backup cannot be used.`)
    yield { name, bytes: Number(bytes), sha256 }
  }
}

/** Reads a list sorted by name folder by folder, so that a long list is never in memory as a whole. */
export function listsByFolder<Item>(items: AsyncIterable<Item>, nameOf: (item: Item) => string) {
  const iterator = items[Symbol.asyncIterator]()
  let next: Promise<IteratorResult<Item>> | undefined
  return {
    async of(prefix: string): Promise<Item[]> {
      const found: Item[] = []
      for (;;) {
        next ??= iterator.next()
        const { done, value } = await next
        if (done || nameOf(value).slice(0, 2) > prefix) return found
        next = undefined
        if (nameOf(value).startsWith(prefix)) found.push(value)
      }
    },
    close: async () => void (await iterator.return?.()),
  }
}

const pictures = imageWidths.map((width) => `'-${width}.webp'`).join(', ')

/** SQL for the names of all files that rows use, distinct and sorted. The condition is about `hash`. */
export const shownFiles = (condition = 'true') => `
  select distinct (hash || ending) collate "C" as name
  from (
    select distinct hash, case kind when 'video' then '.' || extension end as video, print_width is not null as to_print
    from media where ${condition}
    union
    select hash, null, false
    from (select substr(picture_url, 8, 32) as hash from profiles where picture_url ~ '^/media/[0-9a-f]{32}-') own
    where ${condition}
  ) shown
  cross join lateral unnest(array[${pictures}, video, case when to_print then '${printEnding}' end]) ending
  where ending is not null
  order by 1`

/** The folders of media files: the first two characters of their names. */
export const prefixes = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'))
