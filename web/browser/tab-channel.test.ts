import { afterEach, expect, test, vi } from 'vitest'
import { openTabChannel, tellTabs } from './tab-channel.ts'

const name = 'foldout:test:tabs'

afterEach(() => vi.unstubAllGlobals())

test('a message of one tab is received by the others and not by itself', async () => {
  const here: string[] = []
  const there: string[] = []
  const one = openTabChannel<string>(name, (word) => here.push(word))
  const other = openTabChannel<string>(name, (word) => there.push(word))
  one.tell('saved')
  await expect.poll(() => there).toEqual(['saved'])
  expect(here).toEqual([])
  one.close()
  other.close()
})

test('a single message needs no open channel', async () => {
  const heard: string[] = []
  const channel = openTabChannel<string>(name, (word) => heard.push(word))
  tellTabs(name, 'changed')
  await expect.poll(() => heard).toEqual(['changed'])
  channel.close()
})

test('a browser without channels fails silently', () => {
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw new DOMException('No', 'SecurityError')
  })
  const channel = openTabChannel<string>(name, () => undefined)
  expect(() => channel.tell('saved')).not.toThrow()
  expect(() => tellTabs(name, 'changed')).not.toThrow()
  expect(() => channel.close()).not.toThrow()
})
