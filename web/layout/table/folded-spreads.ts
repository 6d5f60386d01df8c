/**
 * The places of the pages that lie side by side once a zine of so many pages is folded, in reading order: the cover
 * alone, then two and two, and the back alone if one is left.
 */
export function foldedSpreads(count: number): number[][] {
  const spreads: number[][] = count > 0 ? [[0]] : []
  for (let page = 1; page < count; page += 2) spreads.push(page + 1 < count ? [page, page + 1] : [page])
  return spreads
}

/** What a spread is called. */
export function spreadName(spread: readonly number[], count: number) {
  const [first = 0, second] = spread
  if (first === 0) return count === 1 ? 'Page 1' : 'Cover'
  if (second !== undefined) return `Pages ${first + 1}–${second + 1}`
  return first === count - 1 ? 'Back' : `Page ${first + 1}`
}
