import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { leave, type Server } from './ask-server.ts'
import { findServer } from './find-server.ts'
import { NoServer } from './no-server.ts'
import { type Pulse, staysTheOne } from './stay.ts'

/** In milliseconds. */
export type Times = Pulse & {
  /** How long a server may take to say whether it takes writes, and how long others are waited for once one does. */
  answer: number
  others: number
  /** How soon all are asked again when there was none. */
  again: number
  /** How long a connection is waited for from the moment on that there is no server. */
  patience: number
}

const usual: Times = {
  every: 250,
  silence: 600,
  answer: 700,
  others: 300,
  again: 100,
  patience: 2_000,
}

/** A server that is lost sooner than this after it was found comes and goes. In milliseconds. */
const steadyMs = 1_000
/** What comes and goes is told once in this time, in milliseconds. */
const quietMs = 10_000

const twoTakeWrites =
  'Two servers of the database take writes. The one that was promoted last is used; stop the other one, since what is written ' +
  'there is not here.'

/**
 * Knows which of several servers takes writes. It asks that one four times a second, on a connection of its own; when it is gone,
 * silent or a replica, all connections to it are broken off, whatever they wait for, and the next one is looked for.
 */
export class ServerWatch {
  readonly #addresses: string[]
  readonly #options: pg.ClientConfig
  readonly #times: Times
  readonly #stopping = new AbortController()
  readonly #clients = new Map<pg.Client, Server>()
  #watching: Promise<void> | undefined
  #server: Server | undefined
  #next = Promise.withResolvers<Server>()
  readonly #known = new Map<string, number>()
  #goneSince = 0
  #reasons: string[] = []
  #isSaid = false
  #saidAt = Number.NEGATIVE_INFINITY

  constructor(addresses: string[], options: pg.ClientConfig, given: Partial<Times> = {}) {
    this.#addresses = addresses
    this.#options = options
    this.#times = { ...usual, ...given }
  }

  /** Any of them, for what is the same of all: user, database, certificates. */
  get anyAddress() {
    return this.#addresses[0]
  }

  /** @throws NoServer when there has been none for as long as a connection is waited for */
  async findServer(): Promise<Server> {
    this.#goneSince ||= performance.now()
    this.#watching ??= this.#watch()
    if (this.#server) return this.#server
    const left = this.#goneSince + this.#times.patience - performance.now()
    const found = left > 0 && (await Promise.race([this.#next.promise, pause(left)]))
    if (found) return found
    throw new NoServer(this.#reasons)
  }

  /** From now on the client is broken off when its server is. */
  use(client: pg.Client, server: Server) {
    this.#clients.set(client, server)
    client.once('end', () => this.#clients.delete(client))
  }

  stop() {
    this.#stopping.abort()
    return this.#watching
  }

  async #watch() {
    const { signal } = this.#stopping
    const { every, silence } = this.#times
    while (!signal.aborted) {
      const server = await this.#look()
      if (!server) continue
      const found = performance.now()
      const clients = () => this.#clientsOf(server)
      const reason = await staysTheOne(server, { every, silence, signal, clients })
      if (!signal.aborted) this.#sayGone(reason)
      this.#leave(server)
      // One that is lost as soon as it is found must not be asked again and again without a pause.
      if (performance.now() - found < steadyMs) await pause(this.#times.again)
    }
  }

  #sayGone(reason: string) {
    this.#isSaid = performance.now() - this.#saidAt > quietMs
    if (!this.#isSaid) return
    this.#saidAt = performance.now()
    console.error(`The server of the database ${reason}; the one that takes writes is looked for.`)
  }

  async #look() {
    const { answer: within, others, again } = this.#times
    const finding = { options: this.#options, within, others, known: this.#known }
    const { server, reasons, isOneOfTwo } = await findServer(this.#addresses, finding)
    this.#reasons = reasons
    if (!server) return pause(again)
    this.#noteLineage(server)
    if (isOneOfTwo) console.error(twoTakeWrites)
    this.#server = server
    this.#next.resolve(server)
    return server
  }

  #noteLineage({ system, timeline }: Server) {
    if (this.#known.size > 0) {
      const isAnother = [...this.#known.keys()].at(-1) !== system
      if (isAnother || this.#isSaid)
        console.error(`The database takes writes again${isAnother ? '; it is another one than before' : ''}.`)
    }
    const newest = Math.max(timeline, this.#known.get(system) ?? 0)
    this.#known.delete(system)
    this.#known.set(system, newest)
  }

  #leave(server: Server) {
    this.#server = undefined
    this.#goneSince = performance.now()
    this.#next = Promise.withResolvers()
    for (const client of [server.client, ...this.#clientsOf(server)]) leave(client)
  }

  #clientsOf = (server: Server) =>
    [...this.#clients].filter(([, its]) => its === server).map(([client]) => client)
}
