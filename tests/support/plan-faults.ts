/** A node of what `explain (format json)` answers, as far as it is looked at. */
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

/** More rows than a statement of a page may read; most read a few hundred. */
export const mostRows = 12_000

/** More rows than PostgreSQL may expect to sort, to hash or to add up for a page. */
const mostExpected = 20_000

/** What is wrong with a plan, as sentences. `growing` are the tables that may not be read from end to end. */
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

/** Has to read everything below it before it answers the first row, or the next one. */
const isPiling = (node: Plan) =>
  /Sort|Hash|Aggregate|WindowAgg|Merge Join|Materialize/.test(node['Node Type'])

/** Rows that a scan has looked at; whatever joins or sorts them reads no more than these. */
function rowsRead(node: Plan) {
  if (!/Scan$/.test(node['Node Type']) || !(node['Relation Name'] || node['Node Type'].startsWith('Bitmap')))
    return 0
  const perLoop =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  return perLoop * (node['Actual Loops'] ?? 1)
}
