import { table } from '../../bench/table.ts'
import type { Costs } from './measure-cost.ts'

/** What one request takes of each part. */
export function costReportOf({ zines, idle, costs }: Costs) {
  const kinds = Object.keys(idle)
  const header = ['', 'requests', 'per s', ...kinds, 'in all']
  const lines = costs.map(({ title, requests, perSecond, cpuMs }) => {
    const figures = kinds.map((kind) => cpuMs[kind] ?? 0)
    const sum = figures.reduce((all, one) => all + one, 0)
    return [title, String(requests), perSecond.toFixed(0), ...[...figures, sum].map((ms) => ms.toFixed(2))]
  })
  const quiet = ['nothing, per second', '', '', ...kinds.map((kind) => (idle[kind] ?? 0).toFixed(2))]
  return `${table([header, ...lines, quiet])}\n\nMilliseconds of CPU per request, with ${zines} zines; what the parts take idle is taken off.`
}
