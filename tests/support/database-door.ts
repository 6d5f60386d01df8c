import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A door to a database that can be shut: the network between the two, as it fails in life. */
export async function openDoor(socketPath: string) {
  const open = new Set<Socket>()
  const server: Server = createServer((inside) => {
    const outside = connect(socketPath)
    for (const socket of [inside, outside])
      socket.on('error', () => undefined).on('close', () => open.delete(socket))
    open.add(inside).add(outside)
    inside.pipe(outside).pipe(inside)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const shut = () => {
    server.close()
    for (const socket of open) socket.destroy()
  }
  return { port, shut, reopen: () => listen(port) }
}
