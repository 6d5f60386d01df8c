import { refuse } from '#server/http/errors.ts'
import type { Source } from './source.ts'

/** The files that these names mean, one for each page. Refuses as soon as there are more than a zine can have. */
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
  if (count > most)
    throw refuse('invalid_request', `These are ${count} pages or more. A zine here can have ${most}.`)
}
