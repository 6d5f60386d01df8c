import { connect } from 'node:net'

export type RawConnection = Awaited<ReturnType<typeof openConnection>>

/** A connection on which a test says what it likes, byte by byte, and sees what comes back and when it ends. */
export async function openConnection(address: string) {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const came = { text: '' }
  socket.setEncoding('latin1').on('data', (text) => {
    came.text += text
  })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return {
    came,
    closed,
    socket,
    say: (text: string | Buffer) => socket.write(text),
    end: () => socket.destroy(),
    /** The statuses of the answers so far. */
    statuses: () => [...came.text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
  }
}

/** The head of a request, with its empty line. */
export const head = (request: string, headers: Record<string, string | number> = {}) =>
  `${[`${request} HTTP/1.1`, 'host: localhost', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`
