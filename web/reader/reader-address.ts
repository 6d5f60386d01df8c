import { msg, ph } from '@lingui/core/macro'
import * as limits from '#contract/limits.ts'

/** The page named by `?page=`, counted from 0 and limited to the zine's length. */
export function readPageIndex(search: URLSearchParams) {
  const number = Number(search.get('page'))
  return Number.isInteger(number) ? Math.min(Math.max(number, 1), limits.longZinePagesMax) - 1 : 0
}

/** A first page that stands alone is called `Cover`. */
export function describePages(visiblePages: readonly number[], count: number) {
  const isCover = visiblePages[0] === 0 && visiblePages.length === 1 && count > 1
  return isCover ? msg`Cover` : positionName(visiblePages, count)
}

/** Returns `Page 3 of 8` or `Pages 4–5 of 8`. No pages are the end. */
export function positionName([first, second]: readonly number[], count: number) {
  if (first === undefined) return msg`The end`
  return second === undefined
    ? pageName(first, count)
    : msg`Pages ${ph({ first: first + 1 })}–${ph({ second: second + 1 })} of ${count}`
}

export const pageName = (pageIndex: number, count: number) => msg`Page ${ph({ number: pageIndex + 1 })} of ${count}`
