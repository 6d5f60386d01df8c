import type pg from 'pg'
import type { Door } from '#tests/support/door.ts'

/** A part of the site that can fail by itself, as a machine does: with everything that runs on it. */
export type Part = {
  name: string
  /** Of the process that looks after its others. */
  pid(): number | undefined
  /** All of its processes: what it costs is what they cost together. */
  processes(): number[]
  /** Without a word. */
  kill(): Promise<void>
  /** Everything stands still, and nothing is closed. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
  /** Resolves when it does its work. */
  start(): Promise<void>
}

export type Site = Part & {
  /** Past HAProxy. */
  url: string
  /** Between this site and every PostgreSQL. */
  databaseDoor: Door
  /** What its environment says. */
  settings: Record<string, string>
  /** As an operator does it: nobody is sent here any more, what is in flight ends, and it comes back. */
  restart(): Promise<void>
}

export type Database = Part & {
  /** As the superuser. */
  url: string
  isPrimary(): Promise<boolean>
}

export type Store = Part & {
  /** Between the sites and the store. */
  door: Door
}

export type Cluster = {
  /** HAProxy, in front of the sites. */
  url: string
  sites: Site[]
  databases: Database[]
  store: Store
  balancer: Part
  etcd: Part
  bouncer?: Part
  /** The node that takes writes now; waits for one while there is none. */
  primary(): Promise<Database>
  /** As the superuser, on the present primary. */
  database(): Promise<pg.Client>
  /** Ends all of it and removes its folder. */
  stop(): Promise<void>
}
