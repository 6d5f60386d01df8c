import type { Location } from 'react-router'
import { persistInTab, readInTab } from '#web/browser/local-storage.ts'

/** The first entry of every document has the key `default`, so this uses its address instead. */
export const scrollKeyOf = ({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>) =>
  key === 'default' ? pathname + search : key

/** Starts at the top when an address is visited again. */
export function dropPositionOfNewVisit(window: Window) {
  const [visit] = window.performance.getEntriesByType('navigation')
  if ((visit as PerformanceNavigationTiming | undefined)?.type !== 'navigate') return
  const positions = readScrollPositions()
  delete positions[window.location.pathname + window.location.search]
  persistInTab('react-router-scroll-positions', positions)
}

/** Scroll positions stored by earlier documents, by key. */
export const readScrollPositions = () => ({ ...(readInTab('react-router-scroll-positions') as Record<string, number>) })
