/** Moves an item. A position beyond the ends of the list means the end. */
export function moved<Thing>(things: readonly Thing[], from: number, to: number): Thing[] {
  const [thing] = things.slice(from, from + 1)
  if (thing === undefined) return [...things]
  const others = things.toSpliced(from, 1)
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, thing)
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

export function placeAfterKey(key: string, from: number, count: number) {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  return step === undefined ? undefined : Math.max(0, Math.min(count - 1, from + step))
}
