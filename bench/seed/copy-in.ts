import { once } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** What pg knows of COPY and its types do not say. */
type CopyConnection = {
  stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** A `copy … from stdin`, given to pg in place of a statement: pieces are sent while PostgreSQL takes them in. */
export class CopyIn implements pg.Submittable {
  readonly #text: string
  readonly #started = Promise.withResolvers<CopyConnection>()
  readonly #done = Promise.withResolvers<void>()

  constructor(text: string) {
    this.#text = text
    for (const { promise } of [this.#started, this.#done]) promise.catch(() => undefined)
  }

  /** Waits as long as PostgreSQL is behind. */
  async send(text: string) {
    const connection = await this.#started.promise
    connection.sendCopyFromChunk(Buffer.from(text))
    const { stream } = connection
    if (stream.writableNeedDrain) await Promise.race([once(stream, 'drain'), this.#done.promise])
  }

  async end() {
    const connection = await this.#started.promise
    connection.endCopyFrom()
    await this.#done.promise
  }

  /** Without an end or this, the connection would wait for rows for ever. */
  async giveUp() {
    const connection = await this.#started.promise
    connection.sendCopyFail('no more rows')
    await this.#done.promise.catch(() => undefined)
  }

  submit(connection: unknown) {
    const copying = connection as CopyConnection
    copying.query(this.#text)
  }

  handleCopyInResponse(connection: CopyConnection) {
    this.#started.resolve(connection)
  }

  handleCommandComplete() {}

  handleReadyForQuery() {
    this.#done.resolve()
  }

  handleError(error: Error) {
    this.#started.reject(error)
    this.#done.reject(error)
  }
}
