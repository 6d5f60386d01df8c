import type { ShelfItem } from '#contract/shelves.ts'

type ShelfPage = { items: ShelfItem[] }

/** Removes duplicates: an item moved below the loaded part returns with the next page. */
export function itemsOf(pages: readonly ShelfPage[]) {
  const seenIds = new Set<string>()
  return pages.flatMap(({ items }) => items).filter(({ id }) => !seenIds.has(id) && seenIds.add(id))
}

/** The new position in terms of a neighbour. */
export function positionOf(items: readonly { id: string }[], to: number) {
  const before = items[to - 1]
  return before ? { after: before.id } : { before: items[to + 1]?.id ?? null }
}

/** Distributes items over pages of unchanged length. The last page takes the rest. */
export function distribute<P extends ShelfPage>(pages: readonly P[], items: readonly ShelfItem[]): P[] {
  let from = 0
  return pages.map((page, index) => {
    const to = index === pages.length - 1 ? items.length : from + page.items.length
    const next = { ...page, items: items.slice(from, to) }
    from = to
    return next
  })
}
