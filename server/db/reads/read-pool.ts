import type pg from 'pg'
import { type Asked, mayBeAskedElsewhere, type WatchedServer } from './watched-server.ts'

/** What a request has seen of the log, and whether it would rather read the primary. */
export type Wish = { order: number; primaryFirst: boolean }

/** Who knows the servers. */
type Servers = {
  choose(wish: Wish): Promise<WatchedServer>
  /** The one to ask when another could not answer; undefined when there is none. */
  chooseAfter(failed: WatchedServer, wish: Wish): WatchedServer | undefined
  /** Whether the primary, which is not this one, has more to say. */
  isBehind(server: WatchedServer): boolean
  noteAnswerOf(server: WatchedServer): void
}

/**
 * What statements take for a pool, for one request: the server is chosen by the first of them and kept, so that they fit
 * together. What one could not answer is asked of another, once.
 */
export class ReadPool {
  readonly #servers: Servers
  readonly #wish: Wish
  #server: Promise<WatchedServer> | WatchedServer | undefined

  constructor(servers: Servers, wish: Wish) {
    this.#servers = servers
    this.#wish = wish
  }

  /** As everything that reads takes it. There is no connection to be had of it, as nothing that reads needs one. */
  get asPool() {
    return this as unknown as pg.Pool
  }

  async query(...asked: Asked): Promise<pg.QueryResult> {
    this.#server ??= this.#servers.choose(this.#wish)
    const server = await this.#server
    try {
      return await this.#ask(server, asked)
    } catch (error) {
      const other = mayBeAskedElsewhere(error as Error) && this.#servers.chooseAfter(server, this.#wish)
      if (!other) throw error
      this.#server = other
      return this.#ask(other, asked)
    }
  }

  /**
   * What is not on a replica may be new: from now on the primary is asked. False where that would be no other answer.
   */
  async leaveReplica() {
    const server = await this.#server
    if (!server || !this.#servers.isBehind(server)) return false
    this.#server = this.#servers.chooseAfter(server, this.#wish)
    return true
  }

  async #ask(server: WatchedServer, asked: Asked) {
    const result = await server.query(...asked)
    this.#servers.noteAnswerOf(server)
    return result
  }
}
