import type { Side } from '../imposition/impose.ts'
import { hasBacks, type Layout } from '../imposition/layouts.ts'

/** Which side of which sheet is the one that stands at this place in the order of printing. */
export function sideName(layout: Layout, index: number, sheets?: number) {
  const of = sheets === undefined ? '' : ` of ${sheets}`
  if (!hasBacks(layout)) return `Sheet ${index + 1}${of}`
  return `Sheet ${Math.floor(index / 2) + 1}${of}, ${index % 2 === 0 ? 'front' : 'back'}`
}

/** What lies on it, row by row: "8, 1, 2, 3; upside down: 7, 6, 5, 4". */
export const sideWords = (side: Side) =>
  side
    .map((row) => {
      const pages = row.map(({ page }) => page ?? 'blank').join(', ')
      return row.some(({ isTurned }) => isTurned) ? `upside down: ${pages}` : pages
    })
    .join('; ')
