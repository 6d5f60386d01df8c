import { connect, type Server } from 'node:net'
import { onTestFinished } from 'vitest'

export type RawConnection = Awaited<ReturnType<typeof openRawConnection>>

/** A connection on which a test sends raw bytes and sees the response and the close. It ends with the test. */
export async function openRawConnection(address: string, initialData: string | Buffer = '') {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const received = { text: '' }
  socket.setEncoding('latin1').on('data', (text) => {
    received.text += text
  })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  onTestFinished(() => void socket.destroy())
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.write(initialData)
  return {
    received,
    closed,
    socket,
    write: (text: string | Buffer) => socket.write(text),
    end: () => socket.destroy(),
    statuses: () => [...received.text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
  }
}

export const countConnections = ({ server }: { server: Server }) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))

/** The head of a request, including its empty line. */
export const requestHead = (request: string, headers: Record<string, string | number> = {}) =>
  `${[`${request} HTTP/1.1`, 'host: localhost', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`
