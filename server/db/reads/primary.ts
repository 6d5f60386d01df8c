import type pg from 'pg'
import { PrimaryLog } from './primary-log.ts'
import type { WatchTimes } from './watch.ts'
import { WatchedServer } from './watched-server.ts'

/** The server that takes writes, as far as reads are concerned with it. */
export class Primary {
  readonly log = new PrimaryLog()
  readonly server: WatchedServer
  /** Which database it is a copy of: all copies have the same. */
  system: string | undefined
  /** By `performance.now`. */
  heardAt = Number.NEGATIVE_INFINITY

  constructor(pool: pg.Pool, { tell, ...times }: WatchTimes & { tell: () => void }) {
    this.server = new WatchedServer(pool, {
      ...times,
      tell: () => {
        this.#note()
        tell()
      },
    })
  }

  /** One that only replays is none. */
  get isThere() {
    return this.server.watch.heard?.isReplica === false
  }

  #note() {
    const { heard } = this.server.watch
    if (!heard || heard.isReplica) return
    this.system = heard.system
    this.heardAt = heard.at
    this.log.note(heard)
  }
}
