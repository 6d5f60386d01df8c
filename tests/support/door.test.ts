import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDoor } from './door.ts'

/** Says everything back, behind a door. */
async function openEcho() {
  const inside = new Set<Socket>()
  const server = createServer((socket) => {
    inside.add(socket)
    socket.on('error', () => undefined).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const door = await openDoor({ to: (server.address() as AddressInfo).port })
  const [from = 0] = door.ports
  onTestFinished(() => {
    door.close()
    server.close()
    for (const socket of inside) socket.destroy()
  })
  const enter = () => {
    const heard = { text: '', isClosed: false }
    const socket = connect(from, '127.0.0.1')
    socket.on('data', (text) => {
      heard.text += text
    })
    socket
      .on('error', () => undefined)
      .on('close', () => {
        heard.isClosed = true
      })
    onTestFinished(() => void socket.destroy())
    return { heard, say: (text: string) => socket.write(text) }
  }
  return { door, enter, inside }
}

test('a door that is silent lets nothing through and tells nobody; what was said arrives when it opens', async () => {
  const { door, enter, inside } = await openEcho()
  const one = enter()
  one.say('a')
  await expect.poll(() => one.heard.text).toBe('a')
  door.silent()
  const other = enter()
  one.say('b')
  other.say('c')
  await sleep(30)
  expect([one.heard, other.heard]).toEqual([
    { text: 'a', isClosed: false },
    { text: '', isClosed: false },
  ])
  await door.open()
  await expect.poll(() => [one.heard.text, other.heard.text]).toEqual(['ab', 'c'])
  expect(inside.size).toBe(2)
})

test('whoever went while it was silent is gone when it opens', async () => {
  const { door, enter, inside } = await openEcho()
  const one = enter()
  one.say('a')
  await expect.poll(() => one.heard.text).toBe('a')
  door.silent()
  for (const socket of inside) socket.resetAndDestroy()
  await sleep(30)
  expect(one.heard.isClosed).toBe(false)
  await door.open()
  one.say('b')
  await expect.poll(() => one.heard.isClosed).toBe(true)
})

test('a door that refuses breaks what is open and lets nobody in, until it opens', async () => {
  const { door, enter } = await openEcho()
  const one = enter()
  one.say('a')
  await expect.poll(() => one.heard.text).toBe('a')
  door.refuse()
  await expect.poll(() => one.heard.isClosed).toBe(true)
  const refused = enter()
  await expect.poll(() => refused.heard.isClosed).toBe(true)
  await door.open()
  await expect
    .poll(async () => {
      const again = enter()
      again.say('b')
      await sleep(20)
      return again.heard.text
    })
    .toBe('b')
})
