import type { ShelfItem } from '#contract/shelves.ts'

type Part = { items: ShelfItem[] }

/** Everything that has been read, once: what was moved below what had been read comes once more with the next page. */
export function itemsOf(parts: readonly Part[]) {
  const seen = new Set<string>()
  return parts.flatMap(({ items }) => items).filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** How the server is told where the thing came to stand: beside the one it stands beside now. */
export function placeOf(items: readonly { id: string }[], to: number) {
  const before = items[to - 1]
  return before ? { after: before.id } : { before: items[to + 1]?.id ?? null }
}

/** Pages with other things on them, each as long as it was; what is more stands on the last one. */
export function dealt<P extends Part>(parts: readonly P[], items: readonly ShelfItem[]): P[] {
  let from = 0
  return parts.map((part, index) => {
    const to = index === parts.length - 1 ? items.length : from + part.items.length
    const next = { ...part, items: items.slice(from, to) }
    from = to
    return next
  })
}
