import type pg from 'pg'
import type { TcpProxy } from '#tests/support/tcp-proxy.ts'

/** A part of the site that can fail on its own, like a machine with all processes on it. */
export type Part = {
  name: string
  /** Id of the main process. */
  pid(): number | undefined
  /** Ids of all processes of the part. Its resource use is their sum. */
  processes(): number[]
  kill(): Promise<void>
  /** Stops all processes without closing their connections. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
  /** Resolves when the part is ready. */
  start(): Promise<void>
}

export type Site = Part & {
  /** The direct address, without HAProxy. */
  url: string
  /** The proxy between this site and every PostgreSQL. */
  databaseProxy: TcpProxy
  /** The site's environment variables. */
  settings: Record<string, string>
  /** Restarts as an operator does: the node gets no new requests, completes the running ones, and comes back. */
  restart(): Promise<void>
}

export type Database = Part & {
  /** Connects as superuser. */
  url: string
  isPrimary(): Promise<boolean>
}

export type Store = Part & {
  /** The proxy between the sites and the store. */
  proxy: TcpProxy
}

export type Cluster = {
  /** The address of HAProxy, in front of the sites. */
  url: string
  sites: Site[]
  databases: Database[]
  store: Store
  balancer: Part
  etcd: Part
  bouncer?: Part
  /** The node that accepts writes. Waits while there is none. */
  primary(): Promise<Database>
  /** A superuser connection to the current primary. */
  database(): Promise<pg.Client>
  /** Stops all parts and deletes the folder. */
  stop(): Promise<void>
}
