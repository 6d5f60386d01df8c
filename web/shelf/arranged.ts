import type { ShelfItem } from '#contract/shelves.ts'

type Part = { items: ShelfItem[] }

/** Removes duplicates: an item moved below the loaded part returns with the next page. */
export function itemsOf(parts: readonly Part[]) {
  const seen = new Set<string>()
  return parts.flatMap(({ items }) => items).filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** The new position in terms of a neighbour. */
export function placeOf(items: readonly { id: string }[], to: number) {
  const before = items[to - 1]
  return before ? { after: before.id } : { before: items[to + 1]?.id ?? null }
}

/** Distributes items over pages of unchanged length. The last page takes the rest. */
export function dealt<P extends Part>(parts: readonly P[], items: readonly ShelfItem[]): P[] {
  let from = 0
  return parts.map((part, index) => {
    const to = index === parts.length - 1 ? items.length : from + part.items.length
    const next = { ...part, items: items.slice(from, to) }
    from = to
    return next
  })
}
