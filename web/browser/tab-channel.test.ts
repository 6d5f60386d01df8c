import { afterEach, expect, test, vi } from 'vitest'
import { broadcastToTabs, openTabChannel } from './tab-channel.ts'

const name = 'foldout:test:tabs'

afterEach(() => vi.unstubAllGlobals())

test('a message of one tab is received by the others and not by itself', async () => {
  const receivedByFirst: string[] = []
  const receivedBySecond: string[] = []
  const first = openTabChannel<string>(name, (message) => receivedByFirst.push(message))
  const second = openTabChannel<string>(name, (message) => receivedBySecond.push(message))
  first.send('saved')
  await expect.poll(() => receivedBySecond).toEqual(['saved'])
  expect(receivedByFirst).toEqual([])
  first.close()
  second.close()
})

test('a single message needs no open channel', async () => {
  const received: string[] = []
  const channel = openTabChannel<string>(name, (message) => received.push(message))
  broadcastToTabs(name, 'changed')
  await expect.poll(() => received).toEqual(['changed'])
  channel.close()
})

test('a browser without channels fails silently', () => {
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw new DOMException('No', 'SecurityError')
  })
  const channel = openTabChannel<string>(name, () => undefined)
  expect(() => channel.send('saved')).not.toThrow()
  expect(() => broadcastToTabs(name, 'changed')).not.toThrow()
  expect(() => channel.close()).not.toThrow()
})
