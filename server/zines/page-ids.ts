import { randomUUID } from 'node:crypto'
import { formerPageId } from '#contract/drafts.ts'

const formerPrefix = formerPageId(0).slice(0, -12)

/** SQL for the id of a page. Pages stored before they had ids have that of their position: `formerPageId`. */
export const pageIdSql = (id: string, position: string) =>
  `coalesce(${id}, ('${formerPrefix}' || lpad((${position})::text, 12, '0'))::uuid)`

/** A page without an id has that of the first current page with the same picture that is not yet taken, or a new one. */
export function withPageIds<Page extends { id?: string | undefined }, Current extends { id: string }>(
  pages: readonly Page[],
  current: readonly Current[],
  pictureOf: (page: Page | Current) => string,
) {
  const taken = new Set(pages.flatMap(({ id }) => id ?? []))
  return pages.map((page) => {
    const kept = current.find((other) => !taken.has(other.id) && pictureOf(page) === pictureOf(other))
    const id = page.id ?? kept?.id ?? randomUUID()
    taken.add(id)
    return { ...page, id }
  })
}
