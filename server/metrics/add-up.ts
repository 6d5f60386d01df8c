import { AggregatorRegistry } from 'prom-client'
import type { Families, Family } from './metrics.ts'

/** What processes tell, as Prometheus reads it: the shared added up, each one's own with its number. */
export function addUp(site: Family[], processes: ReadonlyMap<number, Families>, gone: Family[] = []) {
  const own = [...processes].map(([number, families]) => numbered(families.own, number))
  const shared = [...processes.values()].map((families) => families.shared)
  return AggregatorRegistry.aggregate([site, gone, ...shared, ...own]).metrics()
}

const numbered = (families: Family[], number: number): Family[] =>
  families.map((family) => ({
    ...family,
    values: family.values.map((value) => ({
      ...value,
      labels: { ...value.labels, process: String(number) },
    })),
  }))

/** What was counted before, with what another process had counted when it ended: a sum that only grows. */
export const withGone = (gone: Family[], { shared }: Families): Promise<Family[]> =>
  AggregatorRegistry.aggregate([gone, shared]).getMetricsAsJSON()
