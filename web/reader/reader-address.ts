import * as limits from '#contract/limits.ts'

/** The page named by `?page=`, counted from 0 and limited to the zine's length. */
export function readPageIndex(search: URLSearchParams) {
  const number = Number(search.get('page'))
  return Number.isInteger(number) ? Math.min(Math.max(number, 1), limits.longZinePagesMax) - 1 : 0
}

/** `Cover`, `Page 3 of 8` or `Pages 4–5 of 8`. Without pages, the end. */
export function describePages(visiblePages: readonly number[], count: number) {
  const [first, second] = visiblePages
  if (first === undefined) return 'The end'
  if (second !== undefined) return `Pages ${first + 1}–${second + 1} of ${count}`
  return first === 0 && count > 1 ? 'Cover' : pageName(first, count)
}

export const pageName = (pageIndex: number, count: number) => `Page ${pageIndex + 1} of ${count}`
