/** Moves an item. A position beyond the ends of the list means the end. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const [item] = items.slice(from, from + 1)
  if (item === undefined) return [...items]
  const rest = items.toSpliced(from, 1)
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, item)
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

export function indexAfterKey(key: string, from: number, count: number) {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  return step === undefined ? undefined : Math.max(0, Math.min(count - 1, from + step))
}
