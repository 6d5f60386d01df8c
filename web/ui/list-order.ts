/** Moves an item. A position beyond the ends of the list means the end. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const [item] = items.slice(from, from + 1)
  if (item === undefined) return [...items]
  const rest = items.toSpliced(from, 1)
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, item)
}

/** Puts the items with these keys into this order, in the positions that they have. */
export function arrangeItems<Item, Key>(items: readonly Item[], order: readonly Key[], keyOf: (item: Item) => Key) {
  const ranks = new Map(order.map((key, rank) => [key, rank]))
  const rankOf = (item: Item) => ranks.get(keyOf(item))
  const arranged = items
    .filter((item) => rankOf(item) !== undefined)
    .sort((one, other) => (rankOf(one) ?? 0) - (rankOf(other) ?? 0))
  return items.map((item) => (rankOf(item) === undefined ? item : (arranged.shift() as Item)))
}

export const isArranged = <Item, Key>(items: readonly Item[], order: readonly Key[], keyOf: (item: Item) => Key) =>
  arrangeItems(items, order, keyOf).every((item, index) => item === items[index])

const opposites: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** The key that does the same in a list from left to right. */
export const keyFromLeft = ({ key, currentTarget }: Pick<KeyboardEvent, 'key'> & { currentTarget: Element }) =>
  getComputedStyle(currentTarget).direction === 'rtl' ? (opposites[key] ?? key) : key

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

export function indexAfterKey(key: string, from: number, count: number) {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  return step === undefined ? undefined : Math.max(0, Math.min(count - 1, from + step))
}
