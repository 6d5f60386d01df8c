/** Until its first byte a page may take this long, in milliseconds, where browsers do not tell how the line is. */
const slowAnswer = 600

type Line = { saveData: boolean; effectiveType: string }

/** Whether what this page needs comes over a slow line, or over one that somebody wants to spare. */
export function isSlowLine({ navigator, performance }: Pick<Window, 'navigator' | 'performance'>) {
  const line = (navigator as { connection?: Line }).connection
  if (line) return line.saveData || line.effectiveType !== '4g'
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit !== undefined && visit.responseStart - visit.requestStart > slowAnswer
}
