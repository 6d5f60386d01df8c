import type { I18n } from '@lingui/core'
import { ph, t } from '@lingui/core/macro'
import * as limits from '#contract/limits.ts'

/** The page named by `?page=`, counted from 0 and limited to the zine's length. */
export function readPageIndex(search: URLSearchParams) {
  const number = Number(search.get('page'))
  return Number.isInteger(number) ? Math.min(Math.max(number, 1), limits.longZinePagesMax) - 1 : 0
}

/** A first page that stands alone is called `Cover`. */
export function describePages(i18n: I18n, visiblePages: readonly number[], count: number) {
  const isCover = visiblePages[0] === 0 && visiblePages.length === 1 && count > 1
  return isCover ? t(i18n)`Cover` : positionName(i18n, visiblePages, count)
}

/** Returns `Page 3 of 8` or `Pages 4–5 of 8`. No pages are the end. */
export function positionName(i18n: I18n, [first, second]: readonly number[], count: number) {
  if (first === undefined) return t(i18n)`The end`
  return second === undefined
    ? pageName(i18n, first, count)
    : t(i18n)`Pages ${ph({ first: first + 1 })}–${ph({ second: second + 1 })} of ${count}`
}

export const pageName = (i18n: I18n, pageIndex: number, count: number) =>
  t(i18n)`Page ${ph({ number: pageIndex + 1 })} of ${count}`
