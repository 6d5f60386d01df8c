import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readPeersOptions } from './options.ts'

test('peers are installed beside the library, or where it is said', () => {
  expect(readPeersOptions([], '/tmp/x').folder).toBe('/tmp/x/peers')
  expect(readPeersOptions([], undefined).folder).toBe(resolve('data/peers'))
  expect(readPeersOptions(['--folder', '/tmp/y'], '/tmp/x').folder).toBe('/tmp/y')
})

test('nothing said is 20,000 zines, and what is no number is refused', () => {
  expect(readPeersOptions([], undefined)).toMatchObject({ zines: 20_000, seconds: 6, rounds: 3, json: false })
  expect(() => readPeersOptions(['--rounds', 'many'], undefined)).toThrow('--rounds')
})
