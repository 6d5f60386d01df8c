import { connect } from 'node:net'

/** A connection whose bytes are ours to choose, and which may be left hanging. */
export type Raw = ReturnType<typeof openRaw>

export function openRaw(port: number, from: string) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true })
  const state = { received: '', isClosed: false }
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  const begun = Promise.withResolvers<void>()
  socket.on('data', (bytes) => {
    if (state.received.length < 100_000) state.received += bytes.toString('latin1')
    begun.resolve()
  })
  void closed.then(begun.resolve)
  socket.once('close', () => {
    state.isClosed = true
  })
  return {
    state,
    closed,
    /** Settles when an answer begins to come, or when none will. */
    answering: begun.promise,
    /** Settles when the bytes have left, or when they never will. */
    send: (bytes: string | Uint8Array) =>
      new Promise<void>((resolve) => {
        if (state.isClosed) return resolve()
        void closed.then(resolve)
        socket.write(bytes, () => resolve())
      }),
    pause: () => socket.pause(),
    status: () => Number(/^HTTP\/1\.1 (\d{3})/.exec(state.received)?.[1] ?? 0),
    end: () => socket.destroy(),
  }
}

/** The first lines of a request, up to and with the empty one. */
export const head = (method: string, path: string, headers: Record<string, string | number> = {}) =>
  `${[`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`
