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
export const mostRows = 12_000

/** The most rows that PostgreSQL may expect to sort, hash or aggregate for a page. */
const mostExpected = 20_000

/** Faults of a plan, as sentences. `growing` are the tables that no plan may read in full. */
export function planFaults(
  plan: Plan,
  { growing, atMost = mostRows }: { growing: Set<string>; atMost?: number },
) {
  const nodes = [...nodesOf(plan)]
  const scanned = nodes
    .filter((node) => node['Node Type'] === 'Seq Scan' && growing.has(node['Relation Name'] ?? ''))
    .map((node) => `reads all of ${node['Relation Name']}`)
  const piled = nodes.filter(isPiling).flatMap((node) => node.Plans ?? [])
  const expected = Math.max(0, ...piled.map((node) => node['Plan Rows']))
  const read = nodes.reduce((sum, node) => sum + rowsRead(node), 0)
  return [
    ...scanned,
    ...(expected > Math.max(mostExpected, atMost) ? [`expects to pile up ${expected} rows`] : []),
    ...(read > atMost ? [`reads ${read} rows`] : []),
  ]
}

function* nodesOf(plan: Plan): Generator<Plan> {
  yield plan
  for (const part of plan.Plans ?? []) yield* nodesOf(part)
}

/** The node must read all its input before it returns the first or the next row. */
const isPiling = (node: Plan) =>
  /Sort|Hash|Aggregate|WindowAgg|Merge Join|Materialize/.test(node['Node Type'])

/** Rows that a scan has read. Nodes above the scan read no additional rows. */
function rowsRead(node: Plan) {
  if (!/Scan$/.test(node['Node Type']) || !(node['Relation Name'] || node['Node Type'].startsWith('Bitmap')))
    return 0
  const perLoop =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  return perLoop * (node['Actual Loops'] ?? 1)
}
