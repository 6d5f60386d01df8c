import type { Location } from 'react-router'

/** Where React Router stores scroll positions, by the keys below. */
const storageKey = 'react-router-scroll-positions'

/** The first entry of every document has the key `default`, so this uses its address instead. */
export const scrollKeyOf = ({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>) =>
  key === 'default' ? pathname + search : key

/** Starts at the top when an address is visited again. */
export function dropPositionOfNewVisit(window: Window) {
  const [visit] = window.performance.getEntriesByType('navigation')
  if ((visit as PerformanceNavigationTiming | undefined)?.type !== 'navigate') return
  try {
    const { sessionStorage, location } = window
    const positions = readScrollPositions()
    delete positions[location.pathname + location.search]
    sessionStorage.setItem(storageKey, JSON.stringify(positions))
  } catch {
    // Storage is unavailable.
  }
}

/** Scroll positions stored by earlier documents, by key. */
export function readScrollPositions(): Record<string, number> {
  try {
    return { ...JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') }
  } catch {
    return {}
  }
}
