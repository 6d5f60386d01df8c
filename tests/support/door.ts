import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy that simulates network failures. */
export type Door = {
  /** Resolves when the proxy accepts connections. */
  open(): Promise<unknown>
  /** Like a cut cable: no data passes, and neither side is notified. */
  silent(): void
  /** Like a host without the server: open connections break, and new ones are refused. */
  refuse(): void
}

/** From a local port to another one or to a socket. Without `from`, a free port is chosen. */
type Way = { from?: number; to: number | string }
type Pair = { inside: Socket; outside: Socket }

/** One proxy in front of several local ports or sockets. `ports` are the ports of the proxy. */
export async function openDoor(...ways: Way[]): Promise<Door & { ports: number[]; close(): void }> {
  const doors = await Promise.all(ways.map(openWay))
  const refuse = () => doors.forEach((door) => void door.refuse())
  return {
    ports: doors.map(({ port }) => port),
    open: () => Promise.all(doors.map((door) => door.open())),
    silent: () => doors.forEach((door) => void door.silent()),
    refuse,
    close: refuse,
  }
}

async function openWay({ from = 0, to }: Way): Promise<Door & { port: number }> {
  const pairs = new Set<Pair>()
  let isSilent = false
  const server = createServer({ pauseOnConnect: true }, (inside) => {
    const pair = { inside, outside: typeof to === 'string' ? connect(to) : connect(to, '127.0.0.1') }
    pairs.add(pair)
    watch(pair, () => isSilent || sever(pair, pairs))
    if (!isSilent) join(pair)
  })
  await listen(server, from)
  const { port } = server.address() as AddressInfo
  return {
    port,
    async open() {
      if (isSilent) for (const pair of pairs) isBroken(pair) ? sever(pair, pairs) : join(pair)
      isSilent = false
      if (!server.listening) await listen(server, port)
    },
    silent() {
      isSilent = true
      for (const pair of pairs) hold(pair)
    },
    refuse() {
      isSilent = false
      server.close()
      for (const pair of pairs) sever(pair, pairs)
    },
  }
}

async function listen(server: Server, port: number) {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

function watch({ inside, outside }: Pair, onEnd: () => void) {
  for (const socket of [inside, outside])
    socket
      .setNoDelay(true)
      .on('error', () => undefined)
      .on('close', onEnd)
}

const isBroken = ({ inside, outside }: Pair) => inside.destroyed || outside.destroyed

function join({ inside, outside }: Pair) {
  inside.pipe(outside)
  outside.pipe(inside)
}

function hold({ inside, outside }: Pair) {
  inside.unpipe().pause()
  outside.unpipe().pause()
}

function sever(pair: Pair, pairs: Set<Pair>) {
  pairs.delete(pair)
  pair.inside.destroy()
  pair.outside.destroy()
}
