/** Time to first byte that counts as slow, in milliseconds. Used where browsers report no connection type. */
const slowResponseMs = 600

type Connection = { saveData: boolean; effectiveType: string }

/** Whether the connection is slow or the visitor saves data. */
export function isSlowConnection({ navigator, performance }: Pick<Window, 'navigator' | 'performance'>) {
  const connection = (navigator as { connection?: Connection }).connection
  if (connection) return connection.saveData || connection.effectiveType !== '4g'
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation !== undefined && navigation.responseStart - navigation.requestStart > slowResponseMs
}
