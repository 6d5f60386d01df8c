import pg from 'pg'
import { leave } from './ask-server.ts'
import { ServerWatch, type Times } from './server-watch.ts'

/** A pool whose connections go to the one of several servers that takes writes, whichever that is now. */
export class MovingPool extends pg.Pool {
  readonly #watch: ServerWatch

  constructor(options: pg.PoolConfig, servers: string[], times: Partial<Times>) {
    const watch = new ServerWatch(servers, options, times)
    const Client = clientsOf(watch, options.Client as unknown as Clients)
    super({ ...options, Client: Client as unknown as NonNullable<pg.PoolConfig['Client']> })
    this.#watch = watch
  }

  override end(done?: () => void): Promise<void> {
    const ended = super.end().finally(() => this.#watch.stop())
    if (done) ended.then(done, done)
    return ended
  }
}

type Clients = new (options: pg.ClientConfig) => pg.Client
type Done = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

const clientsOf = (watch: ServerWatch, Client = pg.Client as Clients) =>
  class extends Client {
    constructor(options: pg.ClientConfig) {
      super({ ...options, connectionString: watch.anyAddress })
      // It may break before the pool, which is told of it a moment later, sees to it itself.
      this.on('error', () => undefined)
    }

    override connect(): Promise<pg.Client>
    override connect(done: Done): void
    override connect(done?: Done) {
      const connected = this.#connect()
      if (!done) return connected
      const tell = done as (error: Error | null, client?: pg.Client) => void
      connected.then(() => tell(null, this), tell)
    }

    async #connect() {
      const server = await watch.findServer()
      Object.assign(this, { host: server.host, port: server.port })
      watch.use(this, server)
      this.connection.on('errorMessage', ({ code }) => {
        // It is a replica, and stays one; what failed is told first.
        if (code === '25006') setImmediate(leave, this)
      })
      return super.connect()
    }
  }
