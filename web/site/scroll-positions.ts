import type { Location } from 'react-router'

/** React Router's own; it keeps scroll positions there under the keys below. */
const storageKey = 'react-router-scroll-positions'

/** The first entry of every document has the same key, so its address stands for it. */
export const scrollPlace = ({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>) =>
  key === 'default' ? pathname + search : key

/** Who comes to an address anew starts at its top, however far down they were there before. */
export function forgetPlaceOfNewVisit(window: Window) {
  const [visit] = window.performance.getEntriesByType('navigation')
  if ((visit as PerformanceNavigationTiming | undefined)?.type !== 'navigate') return
  try {
    const { sessionStorage, location } = window
    const places = readPlaces()
    delete places[location.pathname + location.search]
    sessionStorage.setItem(storageKey, JSON.stringify(places))
  } catch {
    // Nothing is remembered where nothing can be kept.
  }
}

/** Where the pages of this tab were left before this document, by their keys. */
export function readPlaces(): Record<string, number> {
  try {
    return { ...JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') }
  } catch {
    return {}
  }
}
