/** Time to first byte that counts as slow, in milliseconds. Used where browsers report no connection type. */
const slowAnswer = 600

type Line = { saveData: boolean; effectiveType: string }

/** Whether the connection is slow or the visitor saves data. */
export function isSlowLine({ navigator, performance }: Pick<Window, 'navigator' | 'performance'>) {
  const line = (navigator as { connection?: Line }).connection
  if (line) return line.saveData || line.effectiveType !== '4g'
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit !== undefined && visit.responseStart - visit.requestStart > slowAnswer
}
