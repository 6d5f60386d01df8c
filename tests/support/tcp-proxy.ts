import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy that simulates network failures. */
export type TcpProxy = {
  /** Resolves when the proxy accepts connections. */
  accept(): Promise<unknown>
  /** Like a cut cable: no data passes, and neither side is notified. */
  blackhole(): void
  /** Like a host without the server: open connections break, and new ones are refused. */
  refuse(): void
}

/** From a local port to another one or to a socket. Without `from`, a free port is chosen. */
type ProxyRoute = { from?: number; to: number | string }
type Connection = { inside: Socket; outside: Socket }

/** One proxy in front of several local ports or sockets. `ports` are the ports of the proxy. */
export async function startTcpProxy(...routes: ProxyRoute[]): Promise<TcpProxy & { ports: number[]; close(): void }> {
  const proxies = await Promise.all(routes.map(startProxyRoute))
  const refuse = () => proxies.forEach((proxy) => void proxy.refuse())
  return {
    ports: proxies.map(({ port }) => port),
    accept: () => Promise.all(proxies.map((proxy) => proxy.accept())),
    blackhole: () => proxies.forEach((proxy) => void proxy.blackhole()),
    refuse,
    close: refuse,
  }
}

async function startProxyRoute({ from = 0, to }: ProxyRoute): Promise<TcpProxy & { port: number }> {
  const connections = new Set<Connection>()
  let isBlackholed = false
  const server = createServer({ pauseOnConnect: true }, (inside) => {
    const connection = { inside, outside: typeof to === 'string' ? connect(to) : connect(to, '127.0.0.1') }
    connections.add(connection)
    onClose(connection, () => isBlackholed || destroyConnection(connection, connections))
    if (!isBlackholed) resume(connection)
  })
  await listen(server, from)
  const { port } = server.address() as AddressInfo
  return {
    port,
    async accept() {
      if (isBlackholed)
        for (const connection of connections)
          isBroken(connection) ? destroyConnection(connection, connections) : resume(connection)
      isBlackholed = false
      if (!server.listening) await listen(server, port)
    },
    blackhole() {
      isBlackholed = true
      for (const connection of connections) pause(connection)
    },
    refuse() {
      isBlackholed = false
      server.close()
      for (const connection of connections) destroyConnection(connection, connections)
    },
  }
}

async function listen(server: Server, port: number) {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

function onClose({ inside, outside }: Connection, handleClose: () => void) {
  for (const socket of [inside, outside])
    socket
      .setNoDelay(true)
      .on('error', () => undefined)
      .on('close', handleClose)
}

const isBroken = ({ inside, outside }: Connection) => inside.destroyed || outside.destroyed

function resume({ inside, outside }: Connection) {
  inside.pipe(outside)
  outside.pipe(inside)
}

function pause({ inside, outside }: Connection) {
  inside.unpipe().pause()
  outside.unpipe().pause()
}

function destroyConnection(connection: Connection, connections: Set<Connection>) {
  connections.delete(connection)
  connection.inside.destroy()
  connection.outside.destroy()
}
