import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy that can be closed, as a network fails. */
export type Door = {
  /** Settles when whoever comes gets in. */
  open(): Promise<unknown>
  /** As a cut cable: nothing goes through, and nobody is told. */
  silent(): void
  /** As a host without the program: what is open breaks, and nobody gets in. */
  refuse(): void
}

/** From a port of this machine, a free one if none is named, to another or to a socket. */
type Way = { from?: number; to: number | string }
type Pair = { inside: Socket; outside: Socket }

/** One door in front of several ports or sockets of this machine; `ports` are where it is entered. */
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
