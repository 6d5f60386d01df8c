import { randomUUID } from 'node:crypto'

/** SQL for the id of a page. Pages stored before they had ids have that of their position, as `formerPageId` in the browser. */
export const pageIdSql = (id: string, position: string) =>
  `coalesce(${id}, ('00000000-0000-4000-8000-' || lpad((${position})::text, 12, '0'))::uuid)`

/** A page without an id has that of the first current page that is the same and not yet taken, or a new one. */
export function withPageIds<Page extends { id?: string | undefined }, Current extends { id: string }>(
  pages: readonly Page[],
  current: readonly Current[],
  isSame: (page: Page, current: Current) => boolean,
) {
  const taken = new Set(pages.flatMap(({ id }) => id ?? []))
  return pages.map((page) => {
    const kept = current.find((other) => !taken.has(other.id) && isSame(page, other))
    const id = page.id ?? kept?.id ?? randomUUID()
    taken.add(id)
    return { ...page, id }
  })
}
