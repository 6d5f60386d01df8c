/** A node of `explain (format json)`, with the fields that the checks use. */
export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Plan Rows': number
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Plan[]
}

/** The most rows that a statement of a page may read. Most statements read a few hundred. */
export const maxRows = 12_000

/** The most rows that PostgreSQL may expect to sort, hash or aggregate for a page. */
const maxExpectedRows = 20_000

/** Faults of a plan, as sentences. `growingTables` are the tables that no plan may read in full. */
export function planFaults(
  plan: Plan,
  { growingTables, maxRead = maxRows }: { growingTables: Set<string>; maxRead?: number },
) {
  const nodes = [...nodesOf(plan)]
  const fullScans = nodes
    .filter((node) => node['Node Type'] === 'Seq Scan' && growingTables.has(node['Relation Name'] ?? ''))
    .map((node) => `reads all of ${node['Relation Name']}`)
  const blockingInputs = nodes.filter(isBlocking).flatMap((node) => node.Plans ?? [])
  const expected = Math.max(0, ...blockingInputs.map((node) => node['Plan Rows']))
  const read = nodes.reduce((total, node) => total + rowsRead(node), 0)
  return [
    ...fullScans,
    ...(expected > Math.max(maxExpectedRows, maxRead) ? [`expects to pile up ${expected} rows`] : []),
    ...(read > maxRead ? [`reads ${read} rows`] : []),
  ]
}

function* nodesOf(plan: Plan): Generator<Plan> {
  yield plan
  for (const child of plan.Plans ?? []) yield* nodesOf(child)
}

/** The node must read all its input before it returns the first or the next row. */
const isBlocking = (node: Plan) => /Sort|Hash|Aggregate|WindowAgg|Merge Join|Materialize/.test(node['Node Type'])

/** Rows that a scan has read. Nodes above the scan read no additional rows. */
function rowsRead(node: Plan) {
  if (!/Scan$/.test(node['Node Type']) || !(node['Relation Name'] || node['Node Type'].startsWith('Bitmap'))) return 0
  const perLoop =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return perLoop * (node['Actual Loops'] ?? 1)
}
