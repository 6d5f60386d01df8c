import type { ShelfItem } from '#contract/shelves.ts'

/** One page of a shelf, as it is read. */
type Part = { items: ShelfItem[] }

/** Everything that has been read, once: what was moved below what had been read comes once more with the next page. */
export function itemsOf(parts: readonly Part[]) {
  const seen = new Set<string>()
  return parts.flatMap(({ items }) => items).filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** The list with the thing at one place put to another. */
export function moved<Thing>(things: readonly Thing[], from: number, to: number) {
  const [thing] = things.slice(from, from + 1)
  if (thing === undefined) return [...things]
  return things.toSpliced(from, 1).toSpliced(to, 0, thing)
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

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** Where a key moves what stands at a place; undefined for keys that move nothing. */
export function placeAfterKey(key: string, from: number, count: number) {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  return step === undefined ? undefined : Math.max(0, Math.min(count - 1, from + step))
}
