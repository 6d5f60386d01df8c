import * as limits from '#contract/limits.ts'

/** The place of the page that `?page=` names, counted from 0: the nearest that a zine can have, or the cover. */
export function readPlace(search: URLSearchParams) {
  const number = Number(search.get('page'))
  return Number.isInteger(number) ? Math.min(Math.max(number, 1), limits.longZinePagesMost) - 1 : 0
}

/** The reader that stands at an address, open at a place. */
export const writePlace = (address: string, place: number) =>
  place === 0 ? address : `${address}?page=${place + 1}`
