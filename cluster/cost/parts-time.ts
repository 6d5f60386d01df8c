import type { Cluster, Part } from '../cluster.ts'
import { cpuTime } from './cpu-time.ts'

/** Milliseconds of CPU by part. */
export type PartsTime = Record<string, number>

/** What each kind of part is made of, as long as nobody else becomes the primary. */
export async function kindsOf(cluster: Cluster): Promise<Record<string, Part[]>> {
  const primary = await cluster.primary()
  return {
    site: cluster.sites,
    primary: [primary],
    replicas: cluster.databases.filter((node) => node !== primary),
    store: [cluster.store],
    HAProxy: [cluster.balancer],
    ...(cluster.bouncer && { pgbouncer: [cluster.bouncer] }),
  }
}

/** What each part has taken while something is done; with what that came to. */
export async function timing<Result>(kinds: Record<string, Part[]>, work: () => Promise<Result>) {
  const read = () => mapped(kinds, (parts) => cpuTime(parts.flatMap((part) => part.processes())))
  const [before, began] = [read(), performance.now()]
  const result = await work()
  const after = read()
  const ms = performance.now() - began
  return { result, ms, times: mapped(after, (time, kind) => time - (before[kind] ?? 0)) }
}

export const mapped = <From, To>(record: Record<string, From>, one: (value: From, key: string) => To) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, one(value, key)])) as Record<
    string,
    To
  >
